// `npm run doctor`: checks the installation and its proxy, says what needs attention, and changes nothing. In containers, operators
// run the command of the CMS itself.
import { runCmsCommand } from './shared/cmsCommand.mjs';
import { runCommand, UserError } from './shared/command.mjs';
import { ENV_FILE, readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  if (process.argv.length > 2) throw new UserError('Usage: npm run doctor');
  return runCmsCommand(readSettings(), 'doctor', 'doctor/command.js', ENV_FILE);
});
