// `npm run dev`: runs the CMS and the site with hot reload until Ctrl-C, or until one of them exits.
import { onStopRequest, runCommand } from './shared/command.mjs';
import { npmCommand } from './shared/npmCommand.mjs';
import { checkPorts } from './shared/ports.mjs';
import { CMS, prepareProjects, WEB } from './shared/prepare.mjs';
import { createProcessEnv, readSettings } from './shared/settings.mjs';
import { runStep, stopSteps } from './shared/steps.mjs';

/**
 * Runs the development server of the CMS or of the site until it exits.
 * @param {'cms' | 'web'} name
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} the name
 */
async function runDevServer(name, folder, env) {
  await runStep(npmCommand('run', 'dev'), {
    cwd: folder,
    env: { ...env, NODE_ENV: 'development' },
    name,
  });
  return name;
}

await runCommand(async () => {
  onStopRequest(() => void stopSteps().then(() => process.exit(0)));

  // Vite serves the sources and files of this machine, so other machines reach it only when SITE_HOST is set.
  const settings = readSettings({ defaultSiteHost: '127.0.0.1' });
  await checkPorts(settings);
  await prepareProjects([CMS, WEB], { builds: false });
  console.log(`Starting ${settings.site.url} and ${settings.admin.url}/admin; Ctrl-C stops both`);
  const exited = await Promise.race([
    // The scheduling policy is explained in cms/Dockerfile.
    runDevServer('cms', CMS.folder, {
      ...createProcessEnv(settings, 'cms'),
      NODE_CLUSTER_SCHED_POLICY: 'none',
    }),
    runDevServer('web', WEB.folder, createProcessEnv(settings, 'web')),
  ]);
  await stopSteps();
  console.error(`\n${exited} exited (see its output above), so the other process was stopped too.`);
  return 1;
});
