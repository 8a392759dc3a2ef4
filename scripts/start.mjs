// `npm start`. The rest is imported only once the Node version is known to be able to read it.
import './node-version.mjs';

import('./stack.mjs').then(({ start }) => start());
