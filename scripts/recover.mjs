// `npm run recover [SNAPSHOT]`: restores a backup from the off-site repository, also on an empty machine. Like npm start, it first
// installs and builds the CMS if that was not done yet.
import { spawnSync } from 'node:child_process';
import { runCmsCommand } from './shared/cmsCommand.mjs';
import { onStopRequest, runCommand, UserError } from './shared/command.mjs';
import { CMS, prepareProjects } from './shared/prepare.mjs';
import { readSettings } from './shared/settings.mjs';
import { stopSteps } from './shared/steps.mjs';

await runCommand(async () => {
  const settings = readSettings();
  if (!settings.hasOffsiteBackups)
    throw new UserError('Set BACKUP_REPOSITORY and BACKUP_PASSWORD, in .env or in the environment.');
  if (spawnSync('restic', ['version']).error)
    throw new UserError(
      'restic is not installed: install it with `apt-get install restic` or `brew install restic`.',
    );
  let stop = () => void stopSteps().then(() => process.exit(1));
  onStopRequest(() => stop());
  await prepareProjects([CMS]);
  // From here on, the command of the CMS is stopped, and this process waits until it has cleaned up.
  stop = () => {};
  console.log(`Recovering into ${settings.dataDir}`);
  return runCmsCommand(settings, 'recover', 'offsite/recover.js', ...process.argv.slice(2));
});
