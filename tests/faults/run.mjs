// `npm run faults [-- PATTERN]`: plants each fault of faults.mjs by itself and expects that its test fails.
// README.md in this folder explains it.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand, UserError } from '../../scripts/shared/command.mjs';
import { createToolEnv } from '../../scripts/shared/processSettings.mjs';
import { ROOT } from '../../scripts/shared/project.mjs';
import { findChromium } from '../support/chromium.mjs';
import { faults } from './faults.mjs';

/** @typedef {import('./faults.mjs').Fault['test']} Test */
/** @typedef {typeof import('../../scripts/shared/prepare.mjs')} Prepare */
/** @typedef {{ tests: { status: string }[], title: string }} Spec */
/** @typedef {{ title: string, specs: Spec[], suites?: Suite[] }} Suite */
/** @typedef {'passes' | 'fails' | 'does not run'} Result */

const escapeRegExp = (/** @type {string} */ text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const unique = (/** @type {string[]} */ texts) => [...new Set(texts)];

/** Copies a folder whose files are hard links, or copies in another file system. */
function linkFolder(/** @type {string} */ from, /** @type {string} */ to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkFile(source, target);
  }
}

function linkFile(/** @type {string} */ source, /** @type {string} */ target) {
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target);
  }
}

/** @throws {UserError} when git fails */
function git(/** @type {string[]} */ ...args) {
  const { status, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new UserError(`git ${args[0]} ${args[1]} failed: ${stderr}`);
}

/** @returns {Spec[]} the tests of a suite and of those in it */
const listSpecs = (/** @type {Suite} */ { specs, suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

/** A copy of the last commit, with the installed packages and the build of the checkout, in which faults are planted. */
class Workspace {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  root = join(this.folder, 'checkout');
  log = join(this.folder, 'log');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  child;

  constructor() {
    git('worktree', 'add', '--quiet', '--detach', this.root, 'HEAD');
    for (const project of ['.', 'cms', 'web']) {
      const packages = join(ROOT, project, 'node_modules');
      if (existsSync(packages)) linkFolder(packages, join(this.root, project, 'node_modules'));
      const build = join(ROOT, project, 'dist');
      if (existsSync(build)) cpSync(build, join(this.root, project, 'dist'), { recursive: true });
    }
    mkdirSync(join(this.folder, 'seeded'));
  }

  /** Stops what is running, and deletes the copy. */
  remove() {
    this.child?.kill();
    git('worktree', 'remove', '--force', this.root);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Builds what has changed since the last build. */
  async build() {
    /** @type {Prepare} */
    const { buildProject, CMS, WEB } = await import(
      pathToFileURL(join(this.root, 'scripts', 'shared', 'prepare.mjs')).href
    );
    for (const project of [CMS, WEB]) await buildProject(project);
  }

  /**
   * Runs tests, and appends their output to the log.
   * @param {Test[]} tests
   * @param {string} chromium the path of the browser
   * @returns {Promise<Result[]>} the results of the tests
   */
  async test(tests, chromium) {
    const report = join(this.folder, 'report.json');
    rmSync(report, { force: true });
    const titles = unique(tests.map(({ title }) => escapeRegExp(title))).join('|');
    const files = unique(tests.map(({ file }) => file));
    const log = openSync(this.log, 'a');
    const args = ['test', '--project=sqlite', '--reporter=list,json', `--grep=${titles}`, ...files];
    const child = spawn(join('node_modules', '.bin', 'playwright'), args, {
      cwd: this.root,
      env: {
        ...createToolEnv(),
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        SEEDED_DATA_DIR: join(this.folder, 'seeded'),
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    /** @type {{ suites: Suite[] }} */
    const { suites } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { suites: [] };
    const specs = suites.flatMap(listSpecs);
    return tests.map(({ title }) => {
      const own = specs.filter((spec) => spec.title.includes(title));
      if (own.length === 0) return 'does not run';
      return own.every((spec) => spec.tests.every(({ status }) => status === 'expected'))
        ? 'passes'
        : 'fails';
    });
  }
}

await runCommand(async () => {
  const pattern = new RegExp(process.argv[2] ?? '', 'i');
  const selected = faults.filter(({ name, test }) => pattern.test(`${name} (${test.file})`));
  if (selected.length === 0) throw new UserError('No fault has this in its name or test file.');
  for (const { name, file, find } of selected) {
    const count = readFileSync(join(ROOT, file), 'utf8').split(find).length - 1;
    if (count !== 1)
      throw new UserError(`“${name}” can't be planted: ${file} has its text ${count} times instead of once.`);
  }
  const chromium = await findChromium();
  const workspace = new Workspace();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      workspace.remove();
      process.exit(1);
    });
  let missed = 0;
  try {
    await workspace.build();
    console.log(`Running the tests of ${selected.length} faults without a fault`);
    const tests = selected.map(({ test }) => test);
    const results = await workspace.test(tests, chromium);
    const problems = tests.flatMap(({ file, title }, index) =>
      results[index] === 'passes' ? [] : [`${file}: “${title}” ${results[index]}`],
    );
    if (problems.length)
      throw new UserError(
        `Without a fault:\n${unique(problems).join('\n')}\n${readFileSync(workspace.log, 'utf8')}`,
      );
    for (const { name, file, find, replace, test } of selected) {
      const path = join(workspace.root, file);
      const original = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        original.replace(find, () => replace),
      );
      await workspace.build();
      const [result] = await workspace.test([test], chromium);
      writeFileSync(path, original);
      if (result !== 'fails') missed += 1;
      console.log(`${result === 'fails' ? 'found ' : 'MISSED'} ${name}: “${test.title}” ${result}`);
    }
  } finally {
    workspace.remove();
  }
  console.log(`${selected.length - missed} found, ${missed} missed`);
  return missed ? 1 : 0;
});
