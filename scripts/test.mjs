// `npm test`: installs what is missing, then runs every check there is and counts what did not run as failed.
import './shared/node-version.mjs';
import { findChromium } from './shared/chromium.mjs';
import { exitCodeOf, onStop, runCommand } from './shared/command.mjs';
import { describeBudget, listDurations, measure } from './shared/durations.mjs';
import { runPlaywright } from './shared/playwright.mjs';
import { build, CMS, countSteps, install, TOOLS, WEB } from './shared/prepare.mjs';
import { ROOT } from './shared/settings.mjs';
import { npm, runStep, stopSteps } from './shared/steps.mjs';

await runCommand(async () => {
  onStop((signal) => void stopSteps().then(() => process.exit(exitCodeOf(signal))));

  /** @type {import('./shared/durations.mjs').Duration[]} */
  const durations = [];
  const say = countSteps(8);
  const chromium = await measure(durations, 'Installing and building', async () => {
    for (const project of [TOOLS, CMS, WEB]) await install(project, say);
    for (const project of [CMS, WEB]) await build(project, say);
    return findChromium();
  });
  say(`The browser is ${chromium}`);

  const began = performance.now();
  say('Checking format, lint, types and units');
  const checkCode = await measure(durations, 'Format, lint, types, units', () =>
    runStep(npm('run', 'check'), { cwd: ROOT }),
  );
  say('Running the CMS contract and end-to-end tests');
  const tests = await measure(durations, 'CMS contract and end-to-end', () => runPlaywright(chromium));
  const budget = describeBudget(performance.now() - began);
  const failed = (checkCode ? 1 : 0) + tests.failed;
  console.log(`
Duration of each part
${listDurations(durations)}

Slowest tests
${listDurations(tests.slowest)}

Format, lint, types, units    ${checkCode ? 'FAILED' : 'passed'}
CMS contract and end-to-end   ${tests.line}
Time budget                   ${budget}
${tests.passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
