// `npm run recover [SNAPSHOT]`: restores a backup from the off-site repository, also on an empty machine. Like npm start, it first
// installs and builds the CMS if that was not done yet.
import { spawnSync } from 'node:child_process';
import { prepareCms, runCmsCommand } from './shared/cmsCommand.mjs';
import { runCommand, UserError } from './shared/command.mjs';
import { readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  const settings = readSettings();
  if (!settings.hasOffsiteBackups)
    throw new UserError('Set BACKUP_REPOSITORY and BACKUP_PASSWORD, in .env or in the environment.');
  if (spawnSync('restic', ['version']).error)
    throw new UserError(
      'restic is not installed: install it with `apt-get install restic` or `brew install restic`.',
    );
  await prepareCms();
  console.log(`Recovering into ${settings.dataDir}`);
  return runCmsCommand(settings, 'recover', 'offsite/recover.js', ...process.argv.slice(2));
});
