import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { UserError } from './command.mjs';
import { npmCommand } from './npmCommand.mjs';
import { createToolEnv } from './processSettings.mjs';
import { ROOT } from './project.mjs';
import { runStep } from './steps.mjs';

/**
 * @typedef {object} Project
 * @property {string} name
 * @property {string} folder
 * @property {{ install: string, build?: string }} usually how long its steps take on two cores; without `build` it is not built
 * @property {string[]} [ignoredByBuild] paths in the folder that do not affect the build
 * @property {string[]} [alsoBuiltFrom] folders outside the project's folder whose files it uses
 */

/** @type {Project} */
export const TOOLS = { name: 'tools', folder: ROOT, usually: { install: '20 seconds' } };
/** @type {Project} */
export const CMS = {
  name: 'CMS',
  folder: join(ROOT, 'cms'),
  usually: { install: '1 to 2 minutes', build: 'a minute' },
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
  usually: { install: '15 seconds', build: '10 seconds' },
  ignoredByBuild: ['node_modules', 'dist', 'testing'],
  alsoBuiltFrom: [join(WEB_FOLDER, sharedFolder)],
};
/** What the build of the admin needs: it uses 2.1 GB, and was killed with 2. */
const BUILD_MEMORY_GB = 3;

/**
 * Installs and builds projects side by side, without the steps whose input has not changed.
 * @param {Project[]} projects
 * @param {{ builds?: boolean }} [options] whether they are also built
 * @throws {UserError} when a step fails
 */
export async function prepareProjects(projects, { builds = true } = {}) {
  // Versions before 1.14 compiled SQLite there.
  if (projects.includes(CMS)) rmSync(join(CMS.folder, 'node20'), { recursive: true, force: true });
  if (builds && projects.includes(CMS) && !openBuildChecksum(CMS).isCurrent()) warnOfLittleMemory();
  await Promise.all(
    projects.map(async (project) => {
      await installPackages(project);
      if (builds && project.usually.build) await buildProject(project);
    }),
  );
}

/** Swap space may help, so this does not end the command. */
function warnOfLittleMemory() {
  const gigabytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1e9;
  // A machine of 3 GB reports somewhat less.
  if (gigabytes < BUILD_MEMORY_GB * 0.9)
    console.log(
      `Building the CMS needs ${BUILD_MEMORY_GB} GB of memory, and this machine has ${gigabytes.toFixed(1)}: if it fails, run published images (docs/updates.md).`,
    );
}

/**
 * Runs a step of a project, and logs what it does, how long that usually takes, and how long it took.
 * @param {Project} project
 * @param {string} text
 * @param {string} usualDuration
 * @param {() => Promise<void>} step
 */
async function logStep({ name }, text, usualDuration, step) {
  console.log(`${name}: ${text} (usually ${usualDuration})`);
  const start = performance.now();
  await step();
  console.log(`${name}: ${text} took ${Math.round((performance.now() - start) / 1000)} s`);
}

/** @param {Project} project */
function openInstallChecksum({ folder }) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(folder, file)));
  return new ChecksumFile(join(folder, 'node_modules', '.installed'), hash.digest('hex'));
}

/**
 * Installs a project's packages, unless they are installed and unchanged. Of their own scripts, which .npmrc turns off, it runs
 * those that `allowScripts` in package.json allows (docs/decisions/054-install-scripts.md).
 * @param {Project} project
 * @throws {UserError} when npm fails
 */
async function installPackages(project) {
  const { name, folder, usually } = project;
  const checksumFile = openInstallChecksum(project);
  if (checksumFile.isCurrent()) return console.log(`${name}: the packages are up to date`);
  await logStep(project, 'installing the packages', usually.install, async () => {
    checksumFile.remove();
    // The build tools are development packages, which npm omits when the environment has NODE_ENV=production.
    const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
    await runNpm(project, ['ci', '--ignore-scripts', '--include=dev', ...quietly]);
    const allowed = listAllowedPackages(folder);
    if (allowed.length) await runNpm(project, ['rebuild', '--ignore-scripts=false', ...allowed]);
    checksumFile.write();
  });
}

/** Lists the installed packages whose install scripts may run. */
function listAllowedPackages(/** @type {string} */ folder) {
  /** @type {{ allowScripts?: Record<string, boolean> }} */
  const { allowScripts = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(folder, 'node_modules', name)),
  );
}

/**
 * @param {Project} project
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @throws {UserError} when npm fails
 */
async function runNpm({ name, folder }, args, env) {
  const exitCode = await runStep(npmCommand(...args), { cwd: folder, name, env });
  if (exitCode)
    throw new UserError(
      `${name}: npm ${args.join(' ')} failed (exit code ${exitCode}): see its error above, then run this command again.`,
    );
}

/**
 * Returns the file with the checksum of the files from which a project is built.
 * @param {Project} project
 */
export function openBuildChecksum({ folder, ignoredByBuild = [], alsoBuiltFrom = [] }) {
  const hash = createHash('sha256');
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
 * @throws {UserError} when the build fails
 */
export async function buildProject(project) {
  const { name, folder, usually } = project;
  const checksumFile = openBuildChecksum(project);
  if (checksumFile.isCurrent()) return console.log(`${name}: the build is up to date`);
  await logStep(project, 'building', usually.build ?? '', async () => {
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
    try {
      await runNpm(project, ['run', 'build'], env);
    } finally {
      rmSync(temporaryDataDir, { recursive: true, force: true });
    }
    checksumFile.write();
  });
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
