import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { UserError } from '../../scripts/shared/command.mjs';
import { ROOT } from '../../scripts/shared/project.mjs';

/**
 * Finds Firefox and WebKit: Playwright's own builds, or else the browsers of the system.
 * @returns {Record<'FIREFOX_PATH' | 'WEBKIT_DRIVER_PATH', string>} the paths of the system's browsers; empty means Playwright's
 * @throws {UserError} when one is missing
 */
export function findBrowserEngines() {
  const firefox = hasPlaywrightBuild('firefox') ? '' : (findCommand('firefox-esr') ?? findCommand('firefox'));
  const usesOwnWebKit = hasPlaywrightBuild('webkit');
  const driver = usesOwnWebKit ? '' : findCommand('WebKitWebDriver');
  const missing = [
    firefox === undefined && 'firefox-esr',
    driver === undefined && 'webkit2gtk-driver',
    !usesOwnWebKit && !findCommand('Xvfb') && 'xvfb',
  ].filter((name) => name !== false);
  if (firefox === undefined || driver === undefined || missing.length)
    throw new UserError(
      `Nothing was tested, because ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not installed: on Debian, run "apt-get install ${missing.join(' ')}"; elsewhere, run "npm ci && npx playwright install --with-deps firefox webkit".`,
    );
  return { FIREFOX_PATH: firefox, WEBKIT_DRIVER_PATH: driver };
}

/** @param {string} name a command in PATH */
const findCommand = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** @param {'firefox' | 'webkit'} name */
function hasPlaywrightBuild(name) {
  try {
    /** @type {typeof import('@playwright/test')} */
    const playwright = createRequire(join(ROOT, 'package.json'))('@playwright/test');
    return existsSync(playwright[name].executablePath());
  } catch {
    // Its package is not installed yet, or it has no build for this system.
    return false;
  }
}
