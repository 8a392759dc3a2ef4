// `npm run backup [FILE]`: words, pictures and accounts in one file, whether the stack is running or not.
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathFromReader, runBackups } from './cms.mjs';
import { Refusal, runCommand } from './command.mjs';
import { CMS } from './prepare.mjs';
import { readSettings } from './settings.mjs';

await runCommand(async () => {
  const files = process.argv.slice(2);
  if (files.length > 1) throw new Refusal('Usage: npm run backup [FILE]');
  const settings = readSettings();
  if (!existsSync(join(CMS.folder, 'dist', 'src', 'backups')))
    throw new Refusal('The CMS is not built yet: npm start does that.');
  return runBackups(settings, 'backup', ...files.map(pathFromReader));
});
