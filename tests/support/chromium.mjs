import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { UserError } from '../../scripts/shared/command.mjs';
import { npmCommand } from '../../scripts/shared/npmCommand.mjs';
import { createToolEnv } from '../../scripts/shared/processSettings.mjs';
import { ROOT } from '../../scripts/shared/project.mjs';
import { readSettings } from '../../scripts/shared/settings.mjs';
import { runStep } from '../../scripts/shared/steps.mjs';

/** The browser without windows: it opens a page in a third of the CPU time that the full browser needs. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const DOWNLOAD_TIMEOUT_MS = 300_000;
const VERSION_TIMEOUT_MS = 30_000;

/**
 * Finds a Chromium that starts, or installs one with Playwright or, as root on Debian, with apt-get.
 * @param {{ headlessShell?: boolean }} [options] whether the headless shell is preferred to the full browser
 * @returns {Promise<string>} the path of its executable
 * @throws {UserError} when none is found and none can be installed
 */
export async function findChromium({ headlessShell = true } = {}) {
  const commands = headlessShell ? [HEADLESS_SHELL, ...FULL_BROWSERS] : FULL_BROWSERS;
  const configured = readSettings().env.CHROMIUM_PATH;
  if (configured) {
    if (isWorkingChromium(configured)) return configured;
    throw new UserError(`CHROMIUM_PATH is "${configured}", which is not a working Chromium.`);
  }
  const found = findSystemChromium(commands) ?? findPlaywrightChromium();
  if (found) return found;

  const canUseApt = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  console.log(
    `No Chromium was found. Installing one with Playwright, in your home folder${canUseApt ? ' or, if that fails, as a system package with apt-get' : ''}. To use another browser, press Ctrl-C and set CHROMIUM_PATH to its path.`,
  );
  await runStep(npmCommand('exec', '--', 'playwright', 'install', 'chromium'), {
    cwd: ROOT,
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  const downloaded = findPlaywrightChromium();
  if (downloaded) return downloaded;

  if (canUseApt) {
    const env = { ...createToolEnv(), DEBIAN_FRONTEND: 'noninteractive' };
    await runStep(['apt-get', 'update'], { cwd: ROOT, env });
    // The headless shell is a package of its own, which older systems don't have.
    for (const name of headlessShell ? [HEADLESS_SHELL, 'chromium'] : ['chromium']) {
      console.log(`Playwright could not install one. Installing the system package ${name} with apt-get`);
      await runStep(['apt-get', 'install', '-y', '--no-install-recommends', name], { cwd: ROOT, env });
      const installed = findSystemChromium(commands);
      if (installed) return installed;
    }
  }
  throw new UserError(
    'No Chromium was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to its path.',
  );
}

/**
 * Finds a browser in the folders of PATH or in the applications of macOS.
 * @param {string[]} commands the names of its command, the preferred one first
 */
function findSystemChromium(commands) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = commands.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...MAC_APPLICATIONS].find(isWorkingChromium);
}

function findPlaywrightChromium() {
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(join(ROOT, 'package.json'))('@playwright/test');
  const path = chromium.executablePath();
  return isWorkingChromium(path) ? path : undefined;
}

/**
 * Whether the file is a browser that starts. A file that exists is not enough: Ubuntu's `chromium-browser` may only print how
 * to install one, and Playwright's Chromium may lack system libraries.
 * @param {string} path
 */
function isWorkingChromium(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  const { status, stdout } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: VERSION_TIMEOUT_MS,
  });
  return status === 0 && /chrom/i.test(stdout);
}
