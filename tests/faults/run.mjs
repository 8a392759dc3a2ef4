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
import { findChromium } from '../../scripts/shared/chromium.mjs';
import { runCommand, UserError } from '../../scripts/shared/command.mjs';
import { createToolEnv } from '../../scripts/shared/processSettings.mjs';
import { ROOT } from '../../scripts/shared/settings.mjs';
import { countOccurrences, faults } from './faults.mjs';

/** @typedef {import('./faults.mjs').Fault} Fault */
/** @typedef {import('./faults.mjs').TestReference} TestReference */
/** @typedef {typeof import('../../scripts/shared/prepare.mjs')} Prepare */
/** @typedef {{ title: string, hasPassed: boolean, message: string }} TestResult */
/** @typedef {{ tests: { status: string, results: { error?: { message?: string } }[] }[], title: string }} Spec */
/** @typedef {{ title: string, specs: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ title: string, fullName: string, status: string, failureMessages: string[] }} Assertion */

const PROJECTS = ['.', 'cms', 'web'];
const MAX_MESSAGE_LENGTH = 100;

const isOfVitest = (/** @type {TestReference} */ { file }) => /\.test\.tsx?$/.test(file);
const escapeRegExp = (/** @type {string} */ text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const unique = (/** @type {string[]} */ texts) => [...new Set(texts)];
/** Neither colors nor more than the first line of an error, because it becomes a cell of a table. */
const shorten = (/** @type {string} */ text) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colors begin with one
  (text.replaceAll(/\u001b\[[\d;]*m/g, '').split('\n')[0] ?? '')
    .replaceAll('|', '\\|')
    .slice(0, MAX_MESSAGE_LENGTH);

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

/** A copy of the last commit, with the installed packages and the build of the checkout, in which faults are planted. */
class Workspace {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  root = join(this.folder, 'checkout');
  log = join(this.folder, 'log');
  /** @type {import('node:child_process').ChildProcess | undefined} */
  child;

  constructor() {
    git('worktree', 'add', '--quiet', '--detach', this.root, 'HEAD');
    for (const project of PROJECTS) {
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

  /**
   * Runs a program of an installed package, and resolves to its exit code. Its output is appended to the log.
   * @param {string[]} command
   * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
   * @returns {Promise<number>}
   */
  run(command, { cwd = this.root, env = {} } = {}) {
    const log = openSync(this.log, 'a');
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      cwd,
      env: { ...createToolEnv(), ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? 1));
    });
  }

  /** @returns {Promise<Prepare>} the functions that build this copy */
  loadPrepare() {
    return import(pathToFileURL(join(this.root, 'scripts', 'shared', 'prepare.mjs')).href);
  }

  /** Builds what has changed since the last build. */
  async build() {
    const { buildProject, CMS, WEB } = await this.loadPrepare();
    for (const project of [CMS, WEB]) await buildProject(project);
  }

  saveBuilds() {
    for (const project of ['cms', 'web'])
      cpSync(join(this.root, project, 'dist'), join(this.folder, project), { recursive: true });
  }

  restoreBuilds() {
    for (const project of ['cms', 'web']) {
      const build = join(this.root, project, 'dist');
      rmSync(build, { recursive: true, force: true });
      cpSync(join(this.folder, project), build, { recursive: true });
    }
  }

  /** Compiles the server of the CMS alone: the build of the admin takes a minute. */
  async compileServer() {
    const { CMS, openBuildChecksum } = await this.loadPrepare();
    const exitCode = await this.run([join('node_modules', '.bin', 'tsc'), '-p', 'tsconfig.json'], {
      cwd: CMS.folder,
    });
    if (exitCode) throw new UserError('the CMS does not compile');
    openBuildChecksum(CMS).write();
  }
}

/** @throws {UserError} when git fails */
function git(/** @type {string[]} */ ...args) {
  const { status, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new UserError(`git ${args[0]} ${args[1]} failed: ${stderr}`);
}

/** @returns {TestResult[]} */
const listSpecs = (/** @type {Suite} */ { title, specs, suites = [] }) => [
  ...specs.map((spec) => ({
    title: `${title} ${spec.title}`,
    hasPassed: spec.tests.length > 0 && spec.tests.every(({ status }) => status === 'expected'),
    message: spec.tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join(''),
  })),
  ...suites.flatMap(listSpecs),
];

/**
 * Runs tests that have Strapi in their process, and returns the results of those that have run.
 * @param {Workspace} workspace
 * @param {TestReference[]} tests
 */
async function runVitest(workspace, tests) {
  const report = join(workspace.folder, 'report.json');
  rmSync(report, { force: true });
  const titles = unique(tests.map(({ title }) => escapeRegExp(title))).join('|');
  const files = unique(tests.map(({ file }) => file));
  const vitest = join('web', 'node_modules', '.bin', 'vitest');
  await workspace.run([vitest, 'run', '--reporter=json', `--outputFile=${report}`, '-t', titles, ...files], {
    env: { SEEDED_DATA_DIR: join(workspace.folder, 'seeded') },
  });
  /** @type {{ testResults: { assertionResults: Assertion[] }[] }} */
  const { testResults } = readReport(report) ?? { testResults: [] };
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ fullName, status, failureMessages }) => ({
      title: fullName,
      hasPassed: status === 'passed',
      message: failureMessages.join(),
    }));
}

/**
 * Runs end-to-end tests, and returns the results of those that have run.
 * @param {Workspace} workspace
 * @param {TestReference[]} tests
 * @param {string} chromium the path of the browser
 */
async function runEndToEndTests(workspace, tests, chromium) {
  const report = join(workspace.folder, 'report.json');
  rmSync(report, { force: true });
  const titles = unique(tests.map(({ title }) => escapeRegExp(title))).join('|');
  const files = unique(tests.map(({ file }) => file));
  const playwright = join('node_modules', '.bin', 'playwright');
  await workspace.run(
    [playwright, 'test', '--project=sqlite', '--reporter=list,json', `--grep=${titles}`, ...files],
    {
      env: {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        SEEDED_DATA_DIR: join(workspace.folder, 'seeded'),
      },
    },
  );
  /** @type {{ suites: Suite[] }} */
  const { suites } = readReport(report) ?? { suites: [] };
  return suites.flatMap(listSpecs);
}

function readReport(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Runs the tests of faults without any fault.
 * @param {Workspace} workspace
 * @param {Fault[]} selected
 * @param {string} chromium
 * @throws {UserError} when one of them fails or does not run
 */
async function requirePassingTests(workspace, selected, chromium) {
  const tests = selected.map(({ test }) => test);
  const inCms = tests.filter(isOfVitest);
  const endToEnd = tests.filter((test) => !isOfVitest(test));
  const results = [
    ...(inCms.length ? await runVitest(workspace, inCms) : []),
    ...(endToEnd.length ? await runEndToEndTests(workspace, endToEnd, chromium) : []),
  ];
  const problems = tests.flatMap(({ file, title }) => {
    const own = results.filter((result) => result.title.includes(title));
    if (own.length === 0) return [`${file}: “${title}” does not run`];
    return own.every(({ hasPassed }) => hasPassed) ? [] : [`${file}: “${title}” fails`];
  });
  if (problems.length)
    throw new UserError(
      `Without a fault:\n${unique(problems).join('\n')}\n${readFileSync(workspace.log, 'utf8')}`,
    );
}

/**
 * Plants a fault, runs its test, and removes the fault.
 * @param {Workspace} workspace
 * @param {Fault} fault
 * @param {string} chromium
 * @returns {Promise<{ isFound: boolean, message: string }>} the message of the failed test, or why the fault was not found
 */
async function tryFault(workspace, { file, find, replace, test }, chromium) {
  const path = join(workspace.root, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  try {
    if (/^cms\/(src|config)\//.test(file) && !/^cms\/src\/(admin|contact)\//.test(file))
      await workspace.compileServer();
    else await workspace.build();
    const results = isOfVitest(test)
      ? await runVitest(workspace, [test])
      : await runEndToEndTests(workspace, [test], chromium);
    return judge(results, test);
  } catch (error) {
    if (error instanceof UserError) return { isFound: false, message: `not built: ${error.message}` };
    throw error;
  } finally {
    writeFileSync(path, original);
    workspace.restoreBuilds();
  }
}

function judge(/** @type {TestResult[]} */ results, /** @type {TestReference} */ { title }) {
  const own = results.filter((result) => result.title.includes(title));
  if (own.length === 0) return { isFound: false, message: 'the test did not run' };
  const failed = own.find(({ hasPassed }) => !hasPassed);
  return failed ? { isFound: true, message: failed.message } : { isFound: false, message: 'the test passed' };
}

await runCommand(async () => {
  const pattern = new RegExp(process.argv[2] ?? '', 'i');
  const selected = faults.filter(({ area, name, test }) => pattern.test(`${area}: ${name} (${test.file})`));
  if (selected.length === 0) throw new UserError('No fault has this in its area, name or test file.');
  for (const { name, file, find } of selected) {
    const count = countOccurrences(readFileSync(join(ROOT, file), 'utf8'), find);
    if (count !== 1)
      throw new UserError(`“${name}” can't be planted: ${file} has its text ${count} times instead of once.`);
  }
  const hasEndToEnd = selected.some(({ test }) => !isOfVitest(test));
  const chromium = hasEndToEnd ? await findChromium() : '';
  const workspace = new Workspace();
  /** @type {string[]} */
  const rows = [];
  let missed = 0;
  const stop = () => {
    workspace.remove();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  try {
    await workspace.build();
    workspace.saveBuilds();
    console.log(`Running the tests of ${selected.length} faults without a fault`);
    const start = performance.now();
    await requirePassingTests(workspace, selected, chromium);
    console.log(`All pass (${Math.round((performance.now() - start) / 1_000)} s)`);
    for (const fault of selected) {
      const faultStart = performance.now();
      const { isFound, message } = await tryFault(workspace, fault, chromium);
      if (!isFound) missed += 1;
      const seconds = Math.round((performance.now() - faultStart) / 1_000);
      const { area, name, test } = fault;
      const result = isFound ? 'found' : '**missed**';
      rows.push(
        `| ${area} | ${name} | ${test.file}: ${test.title} | ${result} | ${seconds} s | ${shorten(message)} |`,
      );
      console.log(`${isFound ? 'found ' : 'MISSED'} ${name} (${seconds} s) ${shorten(message)}`);
    }
  } finally {
    workspace.remove();
  }
  console.log(`
| area | fault | test | result | time | message |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

${selected.length - missed} found, ${missed} missed`);
  return missed ? 1 : 0;
});
