import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from './command.mjs';
import { createToolEnv } from './processSettings.mjs';
import { ROOT } from './settings.mjs';
import { npmCommand, runStep } from './steps.mjs';

/**
 * @typedef {object} Project
 * @property {string} name
 * @property {string} folder
 * @property {string[]} ignoredByBuild paths in the folder that do not affect the build
 * @property {string[]} [alsoBuiltFrom] folders outside the project's folder whose files it uses
 */

/** @type {Project} */
export const TOOLS = { name: 'tools', folder: ROOT, ignoredByBuild: [] };
/** @type {Project} */
export const CMS = {
  name: 'CMS',
  folder: join(ROOT, 'cms'),
  ignoredByBuild: [
    'node_modules',
    'dist',
    'build',
    'seed',
    'database',
    'testing',
    'tsconfig.test.json',
    '.strapi',
    '.cache',
    'types/generated',
  ],
};
const WEB_FOLDER = join(ROOT, 'web');
/** @type {{ sharedFolder: string }} the folder of the CMS that the site uses, relative to that of the site */
const { sharedFolder } = JSON.parse(readFileSync(join(WEB_FOLDER, 'package.json'), 'utf8'));
/** @type {Project} */
export const WEB = {
  name: 'site',
  folder: WEB_FOLDER,
  ignoredByBuild: ['node_modules', 'dist'],
  alsoBuiltFrom: [join(WEB_FOLDER, sharedFolder)],
};

const NODE_MAJOR = process.versions.node.split('.')[0];

/** @typedef {(text: string) => void} LogStep */

/**
 * Creates a function that prints the steps of a command with their number.
 * @param {number} total
 * @returns {LogStep}
 */
export function createStepLogger(total) {
  let number = 0;
  return (text) => {
    number += 1;
    console.log(`[${number}/${total}] ${text}`);
  };
}

/**
 * Installs a project's packages, unless they are installed and unchanged.
 * @param {Project} project
 * @param {LogStep} logStep
 * @throws {UserError} when npm fails
 */
export async function installPackages({ name, folder }, logStep) {
  const hash = createHash('sha256').update(`${NODE_MAJOR} ${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(folder, file)));
  const checksumFile = new ChecksumFile(join(folder, 'node_modules', '.installed'), hash.digest('hex'));
  if (checksumFile.isCurrent()) return logStep(`The ${name}'s packages are up to date`);
  logStep(`Installing the ${name} (the first time takes a few minutes)`);
  checksumFile.remove();
  // The build tools are development packages, which npm omits when the environment has NODE_ENV=production.
  const exitCode = await runStep(npmCommand('ci', '--include=dev', '--no-audit', '--no-fund'), {
    cwd: folder,
  });
  if (exitCode) {
    throw new UserError(
      `Installing the ${name} failed (npm ci, exit code ${exitCode}): see npm's error above, then run this command again.`,
    );
  }
  checksumFile.write();
}

/**
 * Returns the file with the checksum of the files from which a project is built.
 * @param {Project} project
 */
export function openBuildChecksum({ folder, ignoredByBuild, alsoBuiltFrom = [] }) {
  const hash = createHash('sha256').update(String(NODE_MAJOR));
  // The length separates the content of one file from that of the next, so that moved bytes change the checksum.
  for (const source of [folder, ...alsoBuiltFrom]) {
    for (const path of listFiles(source, ignoredByBuild)) {
      const bytes = readFileSync(join(source, path));
      hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
    }
  }
  return new ChecksumFile(join(folder, 'dist', '.built'), hash.digest('hex'));
}

/**
 * Builds a project, unless it is built from the same files.
 * @param {Project} project
 * @param {LogStep} logStep
 * @throws {UserError} when the build fails
 */
export async function buildProject(project, logStep) {
  const { name, folder } = project;
  const checksumFile = openBuildChecksum(project);
  if (checksumFile.isCurrent()) return logStep(`The ${name}'s build is up to date`);
  logStep(`Building the ${name} (about a minute)`);
  // The whole old build, because Strapi would load a content type of it that the sources no longer have.
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  // Strapi's build reads the settings and generates secrets, which must not be written to the real data folder.
  const temporaryDataDir = join(folder, 'node_modules', '.build-data');
  const env = {
    ...createToolEnv(),
    NODE_ENV: 'production',
    DATA_DIR: temporaryDataDir,
    STRAPI_TELEMETRY_DISABLED: 'true',
  };
  const exitCode = await runStep(npmCommand('run', 'build'), { cwd: folder, env });
  rmSync(temporaryDataDir, { recursive: true, force: true });
  if (exitCode)
    throw new UserError(
      `Building the ${name} failed (npm run build, exit code ${exitCode}): see its error above.`,
    );
  checksumFile.write();
}

/**
 * Lists the files in a folder and its subfolders, sorted, as paths relative to the folder.
 * @param {string} folder
 * @param {string[]} ignoredPaths
 * @param {string} [prefix]
 * @returns {string[]}
 */
function listFiles(folder, ignoredPaths, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .map((entry) => ({ entry, path: prefix + entry.name }))
    .filter(
      ({ entry, path }) =>
        !ignoredPaths.includes(path) &&
        entry.name !== '.DS_Store' &&
        !/\.test\.tsx?$/.test(path) &&
        // Each start of Strapi writes it, and for a moment a temporary file whose name begins with its name.
        !path.startsWith('.strapi-updater.json'),
    )
    .flatMap(({ entry, path }) => {
      if (entry.isDirectory()) return listFiles(folder, ignoredPaths, `${path}/`);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/** A file with the checksum of the inputs of an install or a build; it exists only while the result is complete. */
class ChecksumFile {
  /**
   * @param {string} path
   * @param {string} checksum of the current inputs
   */
  constructor(path, checksum) {
    this.path = path;
    this.checksum = checksum;
  }

  isCurrent() {
    try {
      return readFileSync(this.path, 'utf8') === this.checksum;
    } catch {
      return false;
    }
  }

  remove() {
    rmSync(this.path, { force: true });
  }

  write() {
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, this.checksum);
  }
}
