// `npm run doctor`: checks the installation and its proxy, says what needs attention, and changes nothing.
import './shared/requireNode.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { CMS } from './shared/prepare.mjs';
import { createProcessEnv, ENV_FILE, readSettings } from './shared/settings.mjs';

const COMMAND = join('dist', 'src', 'doctor', 'command.js');

await runCommand(async () => {
  if (process.argv.length > 2) throw new UserError('Usage: npm run doctor');
  const env = createProcessEnv(readSettings(), 'doctor');
  if (!existsSync(join(CMS.folder, COMMAND)))
    throw new UserError(
      'The CMS is not built yet: run npm start first. In containers, run docker compose exec cms node src/doctor/command.js.',
    );
  const { status } = spawnSync(process.execPath, [COMMAND, ENV_FILE], {
    cwd: CMS.folder,
    env,
    stdio: 'inherit',
  });
  return status ?? 1;
});
