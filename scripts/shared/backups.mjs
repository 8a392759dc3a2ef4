import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { CMS } from './prepare.mjs';
import { createProcessEnv } from './settings.mjs';

/** Resolves a path against the folder where the user called npm, because npm runs scripts in the repository's folder. */
export const resolveUserPath = (/** @type {string} */ path) => resolve(process.env.INIT_CWD ?? '', path);

/**
 * Runs the backup command of the CMS, which prints its own result.
 * @param {import('./settings.mjs').Settings} settings
 * @param {string[]} args
 * @returns {number} its exit code
 */
export function runBackupCommand(settings, ...args) {
  const { status } = spawnSync(process.execPath, ['dist/src/backups/command.js', ...args], {
    cwd: CMS.folder,
    env: createProcessEnv(settings, 'backups'),
    stdio: 'inherit',
  });
  return status ?? 1;
}
