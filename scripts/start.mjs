// `npm start`. The rest is imported only once the Node version is known to be able to read it.
import './shared/node-version.mjs';

import('./shared/stack.mjs').then(({ start }) => start());
