// `npm test`: installs what is missing, then runs every check there is and counts what did not run as failed.
import './node-version.mjs';
import { findChromium } from './chromium.mjs';
import { exitCodeOf, onStop, runCommand } from './command.mjs';
import { runPlaywright } from './playwright.mjs';
import { build, CMS, countSteps, install, TOOLS, WEB } from './prepare.mjs';
import { ROOT } from './settings.mjs';
import { npm, runStep, stopSteps } from './steps.mjs';

await runCommand(async () => {
  onStop((signal) => void stopSteps().then(() => process.exit(exitCodeOf(signal))));

  const say = countSteps(8);
  for (const project of [TOOLS, CMS, WEB]) await install(project, say);
  for (const project of [CMS, WEB]) await build(project, say);
  const chromium = await findChromium();
  say(`The browser is ${chromium}`);

  say('Checking format, lint, types and units');
  const checkCode = await runStep(npm('run', 'check'), { cwd: ROOT });
  say('Running the CMS contract and end-to-end tests');
  const tests = await runPlaywright(chromium);
  const failed = (checkCode ? 1 : 0) + tests.failed;
  console.log(`
Format, lint, types, units    ${checkCode ? 'FAILED' : 'passed'}
CMS contract and end-to-end   ${tests.line}
${tests.passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
