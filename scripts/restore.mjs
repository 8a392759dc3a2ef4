// `npm run restore FILE`: brings a backup back; on an empty machine it installs and builds the CMS first, as npm start would.
import './shared/node-version.mjs';
import { existsSync } from 'node:fs';
import { pathFromReader, runBackups } from './shared/backups.mjs';
import { onStop, runCommand, UserError } from './shared/command.mjs';
import { build, CMS, countSteps, install } from './shared/prepare.mjs';
import { readSettings } from './shared/settings.mjs';
import { stopSteps } from './shared/steps.mjs';

await runCommand(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || (rest.length && rest.join() !== 'replace'))
    throw new UserError('Usage: npm run restore FILE, or npm run restore FILE replace');
  const backup = pathFromReader(file);
  if (!existsSync(backup)) throw new UserError(`There is no ${backup}.`);
  const settings = readSettings();

  onStop(() => void stopSteps().then(() => process.exit(1)));
  const say = countSteps(3);
  await install(CMS, say);
  await build(CMS, say);
  say(`Restoring into ${settings.dataDir}`);
  return runBackups(settings, 'restore', backup, ...rest);
});
