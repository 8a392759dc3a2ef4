// `npm start`. The rest is imported dynamically, after the version check, because old Node versions can't parse it.
import './shared/requireNode.mjs';

import('./shared/stack.mjs').then(({ startStack }) => startStack());
