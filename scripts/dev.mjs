// `npm run dev`: both parts with hot reload, until Ctrl-C or until one of them ends.
import './shared/node-version.mjs';
import { onStop, runCommand } from './shared/command.mjs';
import { checkPorts } from './shared/ports.mjs';
import { CMS, countSteps, install, WEB } from './shared/prepare.mjs';
import { cmsEnv, readSettings, webEnv } from './shared/settings.mjs';
import { npm, runStep, stopSteps } from './shared/steps.mjs';

await runCommand(async () => {
  onStop(() => void stopSteps().then(() => process.exit(0)));

  const settings = readSettings();
  await checkPorts(settings);
  const say = countSteps(3);
  await install(CMS, say);
  await install(WEB, say);
  say(`Starting ${settings.site.url} and ${settings.admin.url}/admin; Ctrl-C stops both`);
  const NODE_ENV = 'development';
  const ended = await Promise.race([
    runStep(npm('run', 'dev'), { cwd: CMS.folder, env: { ...cmsEnv(settings), NODE_ENV }, name: 'cms' }).then(
      () => 'cms',
    ),
    runStep(npm('run', 'dev'), { cwd: WEB.folder, env: { ...webEnv(settings), NODE_ENV }, name: 'web' }).then(
      () => 'web',
    ),
  ]);
  await stopSteps();
  console.error(`\n${ended} ended by itself and says why above, so the other one is stopped too.`);
  return 1;
});
