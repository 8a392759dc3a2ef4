// `npm run doctor`: checks the installation and the running site, says what needs attention, and changes nothing.
import './shared/requireNode.mjs';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runCommand, UserError } from './shared/command.mjs';
import { findPortProblem } from './shared/ports.mjs';
import { CMS } from './shared/prepare.mjs';
import { createProcessEnv, ENV_FILE, readSettings } from './shared/settings.mjs';

await runCommand(async () => {
  if (process.argv.length > 2) throw new UserError('Usage: npm run doctor');
  const settings = readSettings();
  const doctor = join(CMS.folder, 'dist', 'src', 'doctor', 'doctor.js');
  if (!existsSync(doctor))
    throw new UserError(
      'The CMS is not built yet: run npm start first. In containers, run docker compose exec cms node src/doctor/command.js.',
    );
  const env = createProcessEnv(settings, 'doctor');
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  // Not replaced, because only an assignment to Node's own object changes the time zone.
  Object.assign(process.env, env);
  const { runDoctor } = createRequire(import.meta.url)(doctor);
  return runDoctor({
    startCommand: 'npm start',
    backupCommand: 'npm run backup',
    offsiteCommand: 'npm start',
    shellPrefix: '',
    settingsFile: ENV_FILE,
    siteUrl: new URL(settings.site.localUrl),
    adminUrl: new URL(settings.admin.localUrl),
    findSitePortProblem: () => findPortProblem(settings.site),
    findAdminPortProblem: () => findPortProblem(settings.admin),
  });
});
