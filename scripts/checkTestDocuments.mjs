// Part of `npm run check`: the documents that say which test covers what must name existing files and titles of tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { ROOT } from './shared/settings.mjs';

const DOCUMENTS = ['docs/accessibility.md', 'docs/specification-tests.md'];
/** A test file in backquotes or a title in double quotes; `…` in a title stands for any text. */
const REFERENCE = /`((?:tests|web)\/[^`]+)`|"([^"]+)"/g;

/** @typedef {{ file: string, specs: { title: string }[], suites?: Suite[] }} Suite */

/** @returns {string[]} */
const listTitles = (/** @type {Suite} */ { specs, suites = [] }) => [
  ...specs.map(({ title }) => title),
  ...suites.flatMap(listTitles),
];

/**
 * Lists the titles of Playwright's tests by file.
 * @throws {UserError} when a test file can't be loaded
 */
function listTests() {
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = [cli, 'test', '--list', '--reporter=json', '--project=sqlite'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  /** @type {{ suites: Suite[], errors: { message: string }[] }} */
  const { suites, errors } = JSON.parse(stdout);
  if (errors.length)
    throw new UserError(`Can't list the tests: ${errors.map(({ message }) => message).join('\n')}`);
  return new Map(suites.map((suite) => [`tests/${suite.file}`, listTitles(suite)]));
}

/**
 * Lists the references of a document that have no test, and the rows without a reference.
 * @param {string} document
 * @param {Map<string, string[]>} titlesByFile
 */
function findBrokenReferences(document, titlesByFile) {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const [, defaultFile = ''] = /^All in `([^`]+)`/m.exec(text) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).flatMap((row) => {
    const [criterion = '', tests = ''] = row.slice(2).split(' | ');
    let file = defaultFile;
    const references = [...tests.matchAll(REFERENCE)];
    const problems = references.flatMap(([reference, path, title = '']) => {
      if (path) {
        file = path;
        return existsSync(join(ROOT, path)) ? [] : [reference];
      }
      const pattern = new RegExp(`^${title.split(/ ?… ?/).map(escapeRegExp).join('.*')}$`, 's');
      return titlesByFile.get(file)?.some((existing) => pattern.test(existing))
        ? []
        : [`${reference} in ${file}`];
    });
    return (references.length ? problems : ['no test']).map(
      (problem) => `${document}: ${criterion}: ${problem}`,
    );
  });
}

const escapeRegExp = (/** @type {string} */ text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

await runCommand(async () => {
  const titlesByFile = listTests();
  const broken = DOCUMENTS.flatMap((document) => findBrokenReferences(document, titlesByFile));
  if (broken.length) console.error(`References to tests that do not exist:\n${broken.join('\n')}`);
  return broken.length ? 1 : 0;
});
