// `npm run fixture [-- FOLDER]`: records a site of this version, or of an earlier one whose source is in the folder, for the tests
// of updates. It installs and builds that version, and replaces the site of an earlier patch of the same minor version.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { resolveUserPath } from './shared/cmsCommand.mjs';
import { exitCodeForSignal, onStopRequest, runCommand, UserError } from './shared/command.mjs';
import { npmCommand } from './shared/npmCommand.mjs';
import { CMS, prepareProjects, TOOLS } from './shared/prepare.mjs';
import { createToolEnv } from './shared/processSettings.mjs';
import { ROOT } from './shared/project.mjs';
import { runStep, stopSteps } from './shared/steps.mjs';

await runCommand(async () => {
  const [source = ROOT, ...rest] = process.argv.slice(2).map(resolveUserPath);
  if (rest.length) throw new UserError('Usage: npm run fixture [-- FOLDER]');
  if (!existsSync(join(source, 'scripts', 'start.mjs')))
    throw new UserError(`${source} is not the folder of a version's source.`);
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));

  await prepareProjects([TOOLS, CMS], { builds: false });
  console.log('Recording a site (an earlier version is installed and built first)');
  return runStep(npmCommand('exec', '--', 'playwright', 'test', '--config=tests/fixtures'), {
    cwd: ROOT,
    env: { ...createToolEnv(), FIXTURE_SOURCE: source },
  });
});
