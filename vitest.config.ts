import { fileURLToPath } from 'node:url';

/** On a busy machine, starting npm or compressing a picture takes seconds. */
const TIMEOUT_MS = 60_000;

// One run for the unit tests of all parts, with the vitest that is installed in web/.
export default {
  test: {
    projects: [
      'web',
      {
        root: fileURLToPath(new URL('./cms', import.meta.url)),
        test: { name: 'cms', include: ['src/**/*.test.ts'], testTimeout: TIMEOUT_MS },
      },
      {
        test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: TIMEOUT_MS },
      },
    ],
  },
};
