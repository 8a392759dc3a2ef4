// Part of `npm run check`: documents must name files, folders, commands and tests that exist.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { ROOT } from './shared/settings.mjs';

/** The documents that say which test covers what. */
const TEST_DOCUMENTS = ['docs/accessibility.md', 'docs/specification-tests.md'];
/** A test file in backquotes or a title in double quotes; `…` in a title stands for any text. */
const TEST_REFERENCE = /`((?:tests|web)\/[^`]+)`|"([^"]+)"/g;

/** All documents but the changelog, which is about former versions, too. */
const DOCUMENTS = ['.', 'docs', 'docs/decisions', 'tests/faults', 'cms/database/migrations'].flatMap(
  (folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
      .map((file) => join(folder, file)),
);
/** A path in backquotes, from the folder of the repository, but for what a build creates. */
const PATH = /`((?:caddy|cms|docs|scripts|tests|web)\/(?!dist\b)[\w./-]+)`/g;
/** The path of a link to another file. */
const LINK = /\]\((?!https?:|#)([^)#]+)/g;
const COMMAND = /npm run ([\w:-]+)/g;

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
    const references = [...tests.matchAll(TEST_REFERENCE)];
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

/**
 * Lists the paths, links and commands of a document that do not exist.
 * @param {string} document
 * @param {Record<string, string>} commands
 */
function findMissing(document, commands) {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const list = (/** @type {RegExp} */ pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  return [
    ...list(PATH).filter((path) => !existsSync(join(ROOT, path))),
    ...list(LINK).filter((path) => !existsSync(join(ROOT, dirname(document), path))),
    ...list(COMMAND)
      .filter((name) => !Object.hasOwn(commands, name))
      .map((name) => `npm run ${name}`),
  ].map((name) => `${document}: ${name}`);
}

const escapeRegExp = (/** @type {string} */ text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

await runCommand(async () => {
  const titlesByFile = listTests();
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const broken = [
    ...TEST_DOCUMENTS.flatMap((document) => findBrokenReferences(document, titlesByFile)),
    ...DOCUMENTS.flatMap((document) => findMissing(document, scripts)),
  ];
  if (broken.length) console.error(`Documents name what does not exist:\n${broken.join('\n')}`);
  return broken.length ? 1 : 0;
});
