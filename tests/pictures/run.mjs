// `npm run pictures`: builds the CMS and the site, and takes the pictures of the documents from a seeded site.

import { exitCodeForSignal, onStopRequest, runCommand } from '../../scripts/shared/command.mjs';
import { npmCommand } from '../../scripts/shared/npmCommand.mjs';
import { CMS, prepareProjects, TOOLS, WEB } from '../../scripts/shared/prepare.mjs';
import { createToolEnv } from '../../scripts/shared/processSettings.mjs';
import { ROOT } from '../../scripts/shared/project.mjs';
import { runStep, stopSteps } from '../../scripts/shared/steps.mjs';
import { findChromium } from '../support/chromium.mjs';

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));
  await prepareProjects([TOOLS]);
  await prepareProjects([CMS, WEB]);
  const env = { ...createToolEnv(), CHROMIUM_PATH: await findChromium({ headlessShell: true }) };
  return runStep(npmCommand('exec', '--', 'playwright', 'test', '--config=tests/pictures'), {
    cwd: ROOT,
    env,
  });
});
