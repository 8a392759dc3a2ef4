import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { operatorCommands } from '../tests/support/operatorCommands.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const run = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(status, stderr + stdout).toBe(0);
  return stdout;
};

const FILES = run('git', 'ls-files', '--cached', '--others', '--exclude-standard')
  .split('\n')
  .filter((path) => path && existsSync(join(ROOT, path)));
/** All documents but the changelog, which is about former versions, too. */
const DOCUMENTS = FILES.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');
const DECISIONS = DOCUMENTS.filter((path) => /^docs\/decisions\/\d/.test(path));
/** The documents of which each row of a table names a test. */
const TEST_DOCUMENTS = ['docs/accessibility.md', 'docs/specification-tests.md'];

/** A path in backquotes, from the folder of the repository, but for what a build creates. */
const PATH = /`((?:\.github|caddy|cms|docs|scripts|tests|web)\/(?!dist\b)[\w./-]+)`/g;
/** The path of a link to another file. */
const LINK = /\]\((?!https?:|#)([^)#]+)/g;
const COMMAND = /npm run ([\w:-]+)/g;
/** A setting or a constant: `TIME_ZONE`, or `DOMAIN=` in a command. */
const SETTING = /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,}(?==))\b/g;
/** A test file in backquotes, or a title of the file before it in double quotes; `…` stands for any text. */
const TEST_REFERENCE = /`((?:cms|scripts|tests|web)\/[^`]+\.tsx?)`|"([^"]+)"/g;

const list = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

interface Suite {
  file: string;
  specs: { title: string }[];
  suites?: Suite[];
}

const listTitles = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.map(({ title }) => title),
  ...suites.flatMap(listTitles),
];

/** The titles of Playwright's tests by file. */
const titlesByFile = new Map<string, string[]>();

beforeAll(() => {
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  for (const config of ['playwright.config.ts', 'tests/compose/playwright.config.ts']) {
    const output = run(process.execPath, cli, 'test', '--list', '--reporter=json', `--config=${config}`);
    const { suites, config: loaded }: { suites: Suite[]; config: { rootDir: string } } = JSON.parse(output);
    for (const suite of suites) {
      const path = join(loaded.rootDir, suite.file).slice(ROOT.length);
      titlesByFile.set(path, [...(titlesByFile.get(path) ?? []), ...listTitles(suite)]);
    }
  }
});

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Whether a file has a test with this title. Titles of unit tests are compared with the text of the file. */
function hasTest(file: string, title: string): boolean {
  const pattern = title.split(/ ?… ?/).map(escapeRegExp).join('.*');
  const titles = titlesByFile.get(file);
  return titles
    ? titles.some((existing) => new RegExp(`^${pattern}$`, 's').test(existing))
    : new RegExp(pattern).test(readText(file));
}

/** Lists the tests that a part of a document names and that don't exist. */
function findMissingTests(text: string, defaultFile: string | undefined): string[] {
  let file = defaultFile;
  return [...text.matchAll(TEST_REFERENCE)].flatMap(([reference, path, title = '']) => {
    if (path) {
      file = path;
      return existsSync(join(ROOT, path)) ? [] : [reference];
    }
    return file === undefined || hasTest(file, title) ? [] : [`${reference} in ${file}`];
  });
}

test('documents name paths that exist', () => {
  const missing = DOCUMENTS.flatMap((document) => {
    const text = readText(document);
    return [
      ...list(text, PATH).filter((path) => !existsSync(join(ROOT, path))),
      ...list(text, LINK).filter((path) => !existsSync(join(ROOT, dirname(document), path))),
    ].map((path) => `${document}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('documents name npm commands that exist', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
  const missing = DOCUMENTS.flatMap((document) =>
    list(readText(document), COMMAND)
      .filter((name) => !(name in scripts))
      .map((name) => `${document}: npm run ${name}`),
  );
  expect(missing).toEqual([]);
});

test('documents name settings and constants that the code or Compose reads', () => {
  const code = FILES.filter((path) => /\.(?:mjs|cjs|tsx?|ya?ml|example)$|file$/.test(path))
    .map(readText)
    .join('\n');
  const known = new Set(list(code, /\b([A-Z][A-Z0-9_]+)\b/g));
  const missing = DOCUMENTS.flatMap((document) =>
    list(readText(document), SETTING)
      .filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
      .map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each(TEST_DOCUMENTS)('each row of %s names a test that exists', (document) => {
  const text = readText(document);
  const [, defaultFile] = /^All in `([^`]+)`/m.exec(text) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  const problems = rows.slice(2).flatMap((row) => {
    const [criterion = '', tests = ''] = row.slice(2).split(' | ');
    const found = tests.match(TEST_REFERENCE) ? findMissingTests(tests, defaultFile) : ['no test'];
    return found.map((problem) => `${criterion}: ${problem}`);
  });
  expect(problems).toEqual([]);
});

test('other documents name tests that exist', () => {
  const missing = DOCUMENTS.filter((document) => !TEST_DOCUMENTS.includes(document)).flatMap((document) =>
    // A title follows its file in parentheses or after a colon; other text in double quotes is no title.
    [
      ...readText(document).matchAll(
        /`[\w/.-]+\.(?:spec|test|compose|browsers)\.tsx?`(?:(?::|,| \() ?"[^"]+")*/g,
      ),
    ]
      .flatMap(([reference]) => findMissingTests(reference, undefined))
      .map((problem) => `${document}: ${problem}`),
  );
  expect(missing).toEqual([]);
});

test.each(Object.values(operatorCommands))('%s tells the operator to type %s', (document, command) => {
  expect(readText(document)).toContain(command);
});

test('each decision fits on a screen, has a date and a state, and is in the index', () => {
  const index = readText('docs/decisions/README.md');
  const problems = DECISIONS.flatMap((path) => {
    const text = readText(path);
    const [, number] = /(\d{3})-/.exec(path) ?? [];
    return [
      ...(text.split(/\s+/).length > 350 ? ['has more than 350 words'] : []),
      ...(/^# \d+\. .+\n\n2\d{3}-\d\d-\d\d(?:, changed 2\d{3}-\d\d-\d\d)? · (?:accepted|replaced by \[)/.test(
        text,
      )
        ? []
        : ['has no date and state']),
      ...(index.includes(`](${path.slice('docs/decisions/'.length)})`) ? [] : ['is not in the index']),
    ].map((problem) => `decision ${Number(number)} ${problem}`);
  });
  expect(problems).toEqual([]);
});
