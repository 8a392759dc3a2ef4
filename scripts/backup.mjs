// `npm run backup [FILE]`: writes content, pictures and accounts to one file. The stack may be running or stopped.
import './shared/requireNode.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveUserPath, runBackupCommand } from './shared/backups.mjs';
import { runCommand, UserError } from './shared/command.mjs';
import { CMS } from './shared/prepare.mjs';
import { readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  const files = process.argv.slice(2);
  if (files.length > 1) throw new UserError('Usage: npm run backup [FILE]');
  const settings = readSettings();
  if (!existsSync(join(CMS.folder, 'dist', 'src', 'backups')))
    throw new UserError('The CMS is not built yet: run npm start first.');
  return runBackupCommand(settings, 'backup', ...files.map(resolveUserPath));
});
