// `npm run backup [FILE]`: writes content, pictures and accounts to one file. The stack may be running or stopped.
import { resolveUserPath, runCmsCommand } from './shared/cmsCommand.mjs';
import { runCommand, UserError } from './shared/command.mjs';
import { readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  const files = process.argv.slice(2).map(resolveUserPath);
  if (files.length > 1) throw new UserError('Usage: npm run backup [FILE]');
  return runCmsCommand(readSettings(), 'backups', 'backups/command.js', 'backup', ...files);
});
