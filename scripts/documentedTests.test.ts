import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { DOCUMENTS, readText, run } from '../tests/support/documents.ts';
import { ROOT } from './shared/project.mjs';

/** The documents of which each row of a table names a test. */
const TEST_DOCUMENTS = ['docs/accessibility.md', 'docs/specification-tests.md'];

/** A test file in backquotes, or a title of the file before it in double quotes; `…` stands for any text. */
const TEST_REFERENCE = /`((?:cms|scripts|tests|web)\/[^`]+\.tsx?)`|"([^"]+)"/g;

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
