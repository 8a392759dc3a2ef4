// `npm run restore FILE`: restores a backup. Like npm start, it first installs and builds the CMS if that was not done yet.
import { existsSync } from 'node:fs';
import { prepareCms, resolveUserPath, runCmsCommand } from './shared/cmsCommand.mjs';
import { runCommand, UserError } from './shared/command.mjs';
import { readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  const [file, ...options] = process.argv.slice(2);
  if (!file || (options.length && options.join() !== 'replace'))
    throw new UserError('Usage: npm run restore FILE, or npm run restore FILE replace');
  const backup = resolveUserPath(file);
  if (!existsSync(backup)) throw new UserError(`There is no ${backup}.`);
  const settings = readSettings();
  await prepareCms();
  console.log(`Restoring into ${settings.dataDir}`);
  return runCmsCommand(settings, 'backups', 'backups/command.js', 'restore', backup, ...options);
});
