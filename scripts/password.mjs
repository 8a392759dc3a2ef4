// `npm run password EMAIL`: prints a link with which the user of an account chooses a new password. The stack may be running
// or stopped.
import { runCmsCommand } from './shared/cmsCommand.mjs';
import { runCommand, UserError } from './shared/command.mjs';
import { readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  const [email, ...rest] = process.argv.slice(2);
  if (!email?.includes('@') || rest.length) throw new UserError('Usage: npm run password EMAIL');
  return runCmsCommand(readSettings(), 'password', 'access/command.js', email);
});
