import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { CMS } from './prepare.mjs';
import { cmsEnv } from './settings.mjs';

/** A path as the reader means it: npm runs its scripts in the repository's folder, wherever it was called. */
export const pathFromReader = (/** @type {string} */ path) => resolve(process.env.INIT_CWD ?? '', path);

/**
 * Runs the command that makes backups and brings them back; it says itself how that went.
 * @param {import('./settings.mjs').Settings} settings
 * @param {string[]} args
 * @returns {number} its exit code
 */
export function runBackups(settings, ...args) {
  const { status } = spawnSync(process.execPath, ['dist/src/backups/command.js', ...args], {
    cwd: CMS.folder,
    env: cmsEnv(settings),
    stdio: 'inherit',
  });
  return status ?? 1;
}
