// `npm run password EMAIL`: prints a link with which the user of an account chooses a new password. The stack may be running
// or stopped.
import './shared/requireNode.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { CMS } from './shared/prepare.mjs';
import { createProcessEnv, readSettings } from './shared/settings.mjs';

const COMMAND = join('dist', 'src', 'access', 'command.js');

await runCommand(async () => {
  const args = process.argv.slice(2);
  if (args.length !== 1 || !args[0]?.includes('@')) throw new UserError('Usage: npm run password EMAIL');
  const env = createProcessEnv(readSettings(), 'password');
  if (!existsSync(join(CMS.folder, COMMAND)))
    throw new UserError('The CMS is not built yet: run npm start first.');
  const { status } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: CMS.folder,
    env,
    stdio: 'inherit',
  });
  return status ?? 1;
});
