import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exitCodeForSignal, onStopRequest, UserError } from './command.mjs';
import { npmCommand } from './npmCommand.mjs';
import { createToolEnv } from './processSettings.mjs';
import { ROOT } from './project.mjs';

/** @typedef {{ version: string, integrity: string }} LockedPackage */

/** The folder of installed versions. */
const FOLDER = join(ROOT, '.node');
/** The beginning of the names of its folders in which an installation is under way. */
const INSTALLING = 'installing-';
/** The age after which such a folder is what a killed process has left. */
const MAX_INSTALLATION_MS = 3_600_000;
/** The options that make npm install in the current folder, whatever its user has configured. */
const IN_FOLDER = [
  ...['--install-strategy=hoisted', '--no-global', '--location=project', '--no-workspaces'],
  ...['--no-dry-run', '--no-package-lock-only'],
];
/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/**
 * Whether the project supports a version of Node.
 * @param {string} version
 * @param {string} [range] versions in npm's notation, of carets and minimums only; by default those of package.json
 */
export function isSupportedNode(version, range = engines.node) {
  const [major, ...rest] = toNumbers(version);
  return range.split('||').some((part) => {
    const [minimumMajor, ...minimumRest] = toNumbers(part);
    const isSameMajor = major === minimumMajor;
    if (!isSameMajor) return part.includes('>=') && major > minimumMajor;
    return compare(rest, minimumRest) >= 0;
  });
}

/** Returns the three numbers of a version; those that are missing are 0. */
function toNumbers(/** @type {string} */ version) {
  const [major = 0, minor = 0, patch = 0] = (version.match(/\d+/g) ?? []).map(Number);
  return /** @type {const} */ ([major, minor, patch]);
}

const compare = (
  /** @type {readonly number[]} */ [a = 0, b = 0],
  /** @type {readonly number[]} */ [c = 0, d = 0],
) => a - c || b - d;

/**
 * Installs the Node of scripts/node/package-lock.json from the npm registry, unless it is installed.
 * @returns {Promise<string>} the path of its executable
 * @throws {UserError} when there is none for this system, or it can't be installed
 */
export async function installNode() {
  const name = `node-linux-${process.arch}`;
  const locked = readLockedPackage(name);
  const problem = `This is Node ${process.versions.node}, and the project needs ${engines.node}.`;
  const remedy = 'install Node 24 from https://nodejs.org, and run this command again';
  if (process.platform !== 'linux' || !locked || !hasGlibc())
    throw new UserError(`${problem} Please ${remedy}.`);

  const folder = join(FOLDER, `${locked.version}-${process.arch}`);
  const node = join(folder, 'bin', 'node');
  if (existsSync(node)) return node;
  console.error(`${problem} Installing Node ${locked.version} in ${FOLDER} (usually 10 seconds)`);
  try {
    await installPackage(name, locked, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `${problem} Node ${locked.version} could not be installed in ${FOLDER}: ${reason.replace(/\.$/, '')}. Fix this, or ${remedy}.`,
    );
  }
  return node;
}

/** @returns {LockedPackage | undefined} */
function readLockedPackage(/** @type {string} */ name) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'scripts', 'node', 'package-lock.json'), 'utf8'));
  return packages[`node_modules/${name}`];
}

/** Whether the system has the C library for which the packages are built, unlike Alpine. */
function hasGlibc() {
  // Otherwise the report looks up the names of all connections.
  Object.assign(process.report, { excludeNetwork: true });
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const { header } = process.report.getReport();
  return Boolean(header?.glibcVersionRuntime);
}

/**
 * Installs a package with Node's executable. It is complete before it is moved to its folder, so no process finds a part of it, and
 * two processes may install it at once.
 * @param {string} name
 * @param {LockedPackage} locked
 * @param {string} target the folder of the package
 * @throws {Error} with the reason why it can't
 */
async function installPackage(name, { version, integrity }, target) {
  if (!existsSync(FOLDER)) mkdirSync(FOLDER, { recursive: true });
  removeLeftovers(target);
  const folder = mkdtempSync(join(FOLDER, INSTALLING));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  // Not optional, as in the lock file: npm ignores failures of optional packages.
  const dependencies = { [name]: version };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  await runNpmCi(folder);

  const installed = join(folder, 'node_modules', name);
  const executable = join(installed, 'bin', 'node');
  const { error, signal, stdout, stderr } = spawnSync(executable, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() !== `v${version}`)
    throw new Error(`it does not start (${error?.message ?? signal ?? stderr.trim().split('\n')[0]})`);
  const file = openSync(executable, 'r');
  // Otherwise the file could be empty after a power failure.
  fsyncSync(file);
  closeSync(file);
  try {
    renameSync(installed, target);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(join(target, 'bin', 'node'))) throw error;
  }
  removeFolder();
}

/**
 * Deletes what killed processes have left, and a package without its executable.
 * @param {string} target the folder of the package
 */
function removeLeftovers(target) {
  // Another process may have installed it in the meantime.
  if (!existsSync(join(target, 'bin', 'node'))) rmSync(target, { recursive: true, force: true });
  for (const name of readdirSync(FOLDER).filter((each) => each.startsWith(INSTALLING))) {
    const folder = join(FOLDER, name);
    // Another process may just have deleted its folder.
    const started = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - started > MAX_INSTALLATION_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Installs the packages of a folder's lock file, without scripts.
 * @param {string} folder
 * @throws {Error} with npm's reason
 */
async function runNpmCi(folder) {
  const [program = '', ...args] = npmCommand(
    ...['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--json', ...IN_FOLDER],
  );
  const child = spawn(program, args, {
    cwd: folder,
    env: createToolEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStopRequest((signal) => {
    child.on('close', () => process.exit(exitCodeForSignal(signal)));
    // After other signals, npm first finishes its download.
    child.kill('SIGKILL');
  });
  const exited = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  // For npm, a file that it could not write, such as on a full disk, is no failure.
  const [, unwritten] = /TAR_ENTRY_ERROR (.+)/.exec(errors) ?? [];
  if (code !== 0 || unwritten)
    throw new Error(
      unwritten ?? findReason(output) ?? (errors.trim().split('\n')[0] || `npm ended with ${code}`),
    );
}

/**
 * Finds the reason for a failure in what `npm --json` prints.
 * @param {string} output
 * @returns {string | undefined}
 */
function findReason(output) {
  try {
    /** @type {{ error?: { code?: string, summary?: string } }} */
    const { error } = JSON.parse(output);
    return error?.summary?.split('\n')[0];
  } catch {
    return undefined;
  }
}
