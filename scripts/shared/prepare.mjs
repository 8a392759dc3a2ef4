import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from './command.mjs';
import { ROOT } from './settings.mjs';
import { npm, runStep } from './steps.mjs';

/**
 * @typedef {object} Project
 * @property {string} name
 * @property {string} folder
 * @property {string[]} notBuilt paths in the folder that the build does not read
 */

/** @type {Project} */
export const TOOLS = { name: 'tools', folder: ROOT, notBuilt: [] };
/** @type {Project} */
export const CMS = {
  name: 'CMS',
  folder: join(ROOT, 'cms'),
  notBuilt: [
    'node_modules',
    'dist',
    'build',
    'seed',
    'database',
    '.strapi',
    '.strapi-updater.json',
    '.cache',
    'types/generated',
  ],
};
/** @type {Project} */
export const WEB = { name: 'site', folder: join(ROOT, 'web'), notBuilt: ['node_modules', 'dist'] };

const NODE_MAJOR = process.versions.node.split('.')[0];

/** @typedef {(text: string) => void} Say */

/**
 * Numbers the steps of a command as they are said.
 * @param {number} total
 * @returns {Say}
 */
export function countSteps(total) {
  let number = 0;
  return (text) => {
    number += 1;
    console.log(`[${number}/${total}] ${text}`);
  };
}

/**
 * Installs a project's packages, unless the same ones are there already.
 * @param {Project} project
 * @param {Say} say
 * @throws {UserError} when npm fails
 */
export async function install({ name, folder }, say) {
  const hash = createHash('sha256').update(`${NODE_MAJOR} ${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(folder, file)));
  const stamp = new Stamp(join(folder, 'node_modules', '.installed'), hash.digest('hex'));
  if (stamp.fits()) return say(`The ${name}'s packages are up to date`);
  say(`Installing the ${name} (the first time takes a few minutes)`);
  stamp.remove();
  // The development packages hold the build tools; a NODE_ENV=production in the environment would leave them out.
  const code = await runStep(npm('ci', '--include=dev', '--no-audit', '--no-fund'), { cwd: folder });
  if (code) {
    throw new UserError(
      `Installing the ${name} failed (npm ci, exit code ${code}): npm says why above. Then run this again.`,
    );
  }
  stamp.write();
}

/**
 * Builds a project, unless nothing that goes into its build has changed.
 * @param {Project} project
 * @param {Say} say
 * @throws {UserError} when the build fails
 */
export async function build({ name, folder, notBuilt }, say) {
  const hash = createHash('sha256').update(String(NODE_MAJOR));
  // The length keeps one file's end apart from the next one's beginning.
  for (const path of listFiles(folder, notBuilt)) {
    const bytes = readFileSync(join(folder, path));
    hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
  }
  const stamp = new Stamp(join(folder, 'dist', '.built'), hash.digest('hex'));
  if (stamp.fits()) return say(`The ${name}'s build is up to date`);
  say(`Building the ${name} (about a minute)`);
  stamp.remove();
  // Strapi reads its settings to build, and makes secrets as it does: these are for the bin, not for the data folder.
  const dataDir = join(folder, 'node_modules', '.build-data');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    STRAPI_TELEMETRY_DISABLED: 'true',
  };
  const code = await runStep(npm('run', 'build'), { cwd: folder, env });
  rmSync(dataDir, { recursive: true, force: true });
  if (code)
    throw new UserError(`Building the ${name} failed (npm run build, exit code ${code}): it says why above.`);
  stamp.write();
}

/**
 * The files under a folder, sorted, as paths in it.
 * @param {string} folder
 * @param {string[]} left paths to leave out
 * @param {string} [prefix]
 * @returns {string[]}
 */
function listFiles(folder, left, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .map((entry) => ({ entry, path: prefix + entry.name }))
    .filter(({ entry, path }) => !left.includes(path) && entry.name !== '.DS_Store')
    .flatMap(({ entry, path }) => {
      if (entry.isDirectory()) return listFiles(folder, left, `${path}/`);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/** A file that says from what something was made; it is there only while that is finished and whole. */
class Stamp {
  /**
   * @param {string} file
   * @param {string} hash
   */
  constructor(file, hash) {
    this.file = file;
    this.hash = hash;
  }

  fits() {
    try {
      return readFileSync(this.file, 'utf8') === this.hash;
    } catch {
      return false;
    }
  }

  remove() {
    rmSync(this.file, { force: true });
  }

  write() {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, this.hash);
  }
}
