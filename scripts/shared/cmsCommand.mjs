import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onStopRequest, UserError } from './command.mjs';
import { CMS, prepareProjects } from './prepare.mjs';
import { runNode } from './runNode.mjs';
import { createProcessEnv } from './settings.mjs';
import { stopSteps } from './steps.mjs';

/** Resolves a path against the folder where the user called npm, because npm runs scripts in the repository's folder. */
export const resolveUserPath = (/** @type {string} */ path) => resolve(process.env.INIT_CWD ?? '', path);

/** Installs and builds the CMS, like npm start, if that was not done yet. */
export async function prepareCms() {
  let stop = () => void stopSteps().then(() => process.exit(1));
  onStopRequest(() => stop());
  await prepareProjects([CMS]);
  // From here on, the command of the CMS is stopped, and this process waits until it has cleaned up.
  stop = () => {};
}

/**
 * Runs a command of the built CMS, which prints its own result.
 * @param {import('./settings.mjs').Settings} settings
 * @param {'backups' | 'recover' | 'password' | 'doctor'} processName
 * @param {string} file its path in the folder of the sources, such as "backups/command.js"
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 * @throws {UserError} when the CMS is not built
 */
export async function runCmsCommand(settings, processName, file, ...args) {
  const path = join('dist', 'src', file);
  if (!existsSync(join(CMS.folder, path)))
    throw new UserError('The CMS is not built yet: run npm start first.');
  const env = createProcessEnv(settings, processName);
  return runNode(process.execPath, [path, ...args], { cwd: CMS.folder, env });
}
