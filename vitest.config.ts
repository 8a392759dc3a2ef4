import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** On a busy machine, starting npm or compressing a picture takes seconds. */
const TIMEOUT_MS = 60_000;
const CMS = fileURLToPath(new URL('./cms', import.meta.url));
const REFUSE_CONNECTIONS = fileURLToPath(new URL('./tests/support/refuseConnections.ts', import.meta.url));

// Vite would compile an imported file into this one.
const { guardConnections }: typeof import('./tests/support/guardConnections.cjs') = createRequire(
  import.meta.url,
)('./tests/support/guardConnections.cjs');
guardConnections();

/** The CMS's test files that replace modules: each needs a process of its own, the others are faster in a shared one. */
const isolatedFiles = readdirSync(join(CMS, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('src', file))
  .filter((file) => /\bvi\.(?:do)?mock\(/i.test(readFileSync(join(CMS, file), 'utf8')));

/** Start many processes or restore each recorded site: `npm test` runs them, `npm run check` leaves them out to be quick. */
const slowFiles = [
  'cms/src/backups/foreignBackups.test.ts',
  'cms/src/offsite/runOffsiteBackups.test.ts',
  'scripts/audit.test.ts',
  'scripts/release.test.ts',
];
const slowCmsFiles = slowFiles
  .filter((file) => file.startsWith('cms/'))
  .map((file) => file.slice('cms/'.length));

// One run for the unit tests of all parts, with the vitest that is installed in web/.
export default {
  test: {
    // Vitest's default leaves one core idle: on two cores it runs one file at a time.
    maxWorkers: '100%',
    projects: [
      'web',
      {
        root: CMS,
        test: {
          name: 'cms',
          include: ['src/**/*.test.ts'],
          exclude: [...isolatedFiles, ...slowCmsFiles],
          isolate: false,
          setupFiles: [REFUSE_CONNECTIONS, 'testing/undoFakes.ts'],
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        root: CMS,
        test: {
          name: 'cms, isolated',
          include: isolatedFiles.filter((file) => !slowCmsFiles.includes(file)),
          setupFiles: REFUSE_CONNECTIONS,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        // Without warnings about the source maps of those packages.
        logLevel: 'error',
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          exclude: slowFiles,
          // These packages import JSON files in a way that Vite understands, but Node 20 does not.
          server: { deps: { inline: [/@actions/] } },
          setupFiles: REFUSE_CONNECTIONS,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        logLevel: 'error',
        test: {
          name: 'slow',
          include: slowFiles,
          setupFiles: REFUSE_CONNECTIONS,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
        },
      },
    ],
  },
};
