// `npm run backup [FILE]`: words, pictures and accounts in one file, whether the stack is running or not.
import './shared/node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathFromReader, runBackups } from './shared/backups.mjs';
import { runCommand, UserError } from './shared/command.mjs';
import { CMS } from './shared/prepare.mjs';
import { readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  const files = process.argv.slice(2);
  if (files.length > 1) throw new UserError('Usage: npm run backup [FILE]');
  const settings = readSettings();
  if (!existsSync(join(CMS.folder, 'dist', 'src', 'backups')))
    throw new UserError('The CMS is not built yet: npm start does that.');
  return runBackups(settings, 'backup', ...files.map(pathFromReader));
});
