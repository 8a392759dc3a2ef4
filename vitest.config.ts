import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const REFUSE_CONNECTIONS = join(ROOT, 'tests/support/refuseConnections.ts');
const UNDO_FAKES = join(ROOT, 'tests/support/undoFakes.ts');
const REPLACE_ALLERGENS = join(ROOT, 'cms/testing/replaceAllergens.ts');
const SEEDED_CMS = join(ROOT, 'tests/support/seededCms.ts');
const RESET_CMS = join(ROOT, 'tests/support/resetCms.ts');
const SITE_SETUP = join(ROOT, 'web/testing/testSetup.ts');
const SITE = './web/vite.config.ts';

// Vite would compile an imported file into this one.
const { guardConnections }: typeof import('./tests/support/guardConnections.cjs') = createRequire(
  import.meta.url,
)('./tests/support/guardConnections.cjs');
guardConnections();

/** Start other programs, or have very many cases: `npm test` runs them, `npm run check` does not wait for them. */
const SLOW_FILES = [
  'cms/src/backups/command.test.ts',
  'cms/src/backups/foreignBackups.test.ts',
  'cms/src/offsite/runOffsiteBackups.test.ts',
  'cms/src/shared/hours/openingStatus.test.ts',
  'cms/src/shared/hours/ownersLines.test.ts',
  'scripts/audit.test.ts',
  'scripts/browserEngines.test.ts',
  'scripts/documentedTests.test.ts',
  'scripts/release.test.ts',
  'scripts/run.test.ts',
  'scripts/workflows.test.ts',
];

const files = ['cms/src', 'web/server', 'web/src', 'scripts', 'tests']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && !SLOW_FILES.includes(file))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const filesIn = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`));
const pathsOf = (selected: typeof files) => selected.map(({ path }) => path);

/** Files that replace modules, or start the whole application, which nothing ends: the others are faster in a shared worker. */
const needsWorker = ({ text }: { text: string }) => /\bvi\.(?:do)?mock\(|entry-browser\.tsx/i.test(text);
/** Files with a document: it is made once for those that follow each other. */
const hasDocument = ({ text }: { text: string }) => text.includes('@vitest-environment jsdom');

/** Files whose CMS sends mails, so that a sign-in in a new browser needs a code. */
const readsMails = ({ text }: { text: string }) => text.includes('/mailedCodes.ts');

const site = filesIn('web');

const defaults = {
  // On a busy machine, starting npm or compressing a picture takes seconds.
  ...{ testTimeout: 60_000, hookTimeout: 60_000 },
  // Vitest's default leaves one core idle: on two cores it runs one file at a time.
  maxWorkers: '100%',
};
const shared = { ...defaults, isolate: false };
const inCms = { ...shared, globalSetup: SEEDED_CMS, setupFiles: [REFUSE_CONNECTIONS, RESET_CMS] };
const isPostgres = process.env.TEST_DATABASE === 'postgres';
const isolated = { ...defaults, pool: 'threads' as const };

// One run for the unit tests of all parts, with the vitest that is installed in web/.
export default {
  test: {
    reporters: process.stdout.isTTY ? 'dot' : 'minimal',
    projects: [
      {
        test: {
          ...shared,
          name: 'cms',
          include: pathsOf(filesIn('cms').filter((file) => !needsWorker(file))),
          setupFiles: [REFUSE_CONNECTIONS, UNDO_FAKES, REPLACE_ALLERGENS],
        },
      },
      {
        test: {
          ...isolated,
          name: 'cms, isolated',
          include: pathsOf(filesIn('cms').filter(needsWorker)),
          setupFiles: [REFUSE_CONNECTIONS, UNDO_FAKES, REPLACE_ALLERGENS],
        },
      },
      {
        extends: SITE,
        root: ROOT,
        test: {
          ...shared,
          name: 'site',
          include: pathsOf(site.filter((file) => !hasDocument(file) && !needsWorker(file))),
          setupFiles: [REFUSE_CONNECTIONS, SITE_SETUP, UNDO_FAKES, REPLACE_ALLERGENS],
        },
      },
      {
        extends: SITE,
        root: ROOT,
        test: {
          ...shared,
          name: 'site, with a document',
          environment: 'jsdom',
          include: pathsOf(site.filter((file) => hasDocument(file) && !needsWorker(file))),
          setupFiles: [REFUSE_CONNECTIONS, SITE_SETUP, UNDO_FAKES, REPLACE_ALLERGENS],
        },
      },
      {
        extends: SITE,
        root: ROOT,
        test: {
          ...isolated,
          name: 'site, isolated',
          include: pathsOf(site.filter(needsWorker)),
          setupFiles: [REFUSE_CONNECTIONS, SITE_SETUP, UNDO_FAKES, REPLACE_ALLERGENS],
        },
      },
      {
        test: {
          ...defaults,
          name: 'scripts',
          include: pathsOf(filesIn('scripts')),
          setupFiles: [REFUSE_CONNECTIONS, UNDO_FAKES],
        },
      },
      {
        // Some render pages of the site, and Strapi runs in production.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          ...inCms,
          name: 'in the CMS',
          // Each worker would seed a Postgres database of its own.
          ...(isPostgres ? { maxWorkers: 1 } : {}),
          include: pathsOf(filesIn('tests').filter((file) => !readsMails(file))),
        },
      },
      {
        test: {
          ...inCms,
          name: 'in the CMS, with mails',
          include: isPostgres ? [] : pathsOf(filesIn('tests').filter(readsMails)),
          env: { TEST_WITH_MAILS: 'true' },
        },
      },
      {
        test: {
          ...defaults,
          name: 'slow',
          include: SLOW_FILES,
          // These packages import JSON files without the attribute that Node requires; Vite accepts that.
          server: { deps: { inline: [/@actions/] } },
          setupFiles: [REFUSE_CONNECTIONS, UNDO_FAKES],
        },
      },
    ],
  },
};
