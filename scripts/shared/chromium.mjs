import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { UserError } from './command.mjs';
import { ROOT, readSettings } from './settings.mjs';
import { npm, runStep } from './steps.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const DOWNLOAD_TIMEOUT = 300_000;

/**
 * The path of a Chromium that works: one that is there, else one that Playwright or Debian installs now.
 * @returns {Promise<string>}
 * @throws {UserError} when there is none and none can be had
 */
export async function findChromium() {
  const wanted = readSettings().env.CHROMIUM_PATH;
  if (wanted) {
    if (works(wanted)) return wanted;
    throw new UserError(`CHROMIUM_PATH is "${wanted}", which is no Chromium that runs.`);
  }
  const found = findInstalled() ?? findPlaywrights();
  if (found) return found;

  console.log('No Chromium is here yet: asking Playwright for one');
  await runStep(npm('exec', '--', 'playwright', 'install', 'chromium'), {
    cwd: ROOT,
    timeout: DOWNLOAD_TIMEOUT,
  });
  const downloaded = findPlaywrights();
  if (downloaded) return downloaded;

  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('That did not work: asking Debian for one');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runStep(['apt-get', 'update'], { cwd: ROOT, env });
    await runStep(['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'], { cwd: ROOT, env });
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new UserError(
    'No Chromium is here and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

function findInstalled() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPLICATIONS].find(
    works,
  );
}

function findPlaywrights() {
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(join(ROOT, 'package.json'))('@playwright/test');
  return [chromium.executablePath()].find(works);
}

/**
 * Whether this is a browser that starts: Ubuntu's `chromium-browser` may only say where to get one, and Playwright's may lack libraries.
 * @param {string} path
 */
function works(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /chrom/i.test(stdout);
}
