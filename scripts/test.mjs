// `npm test`: installs what is missing, runs every check and test, and counts a test that did not run as failed.
import './shared/requireNode.mjs';
import { findChromium } from './shared/chromium.mjs';
import { exitCodeForSignal, onStopRequest, runCommand } from './shared/command.mjs';
import { describeTimeBudget, formatDurations, measureDuration } from './shared/durations.mjs';
import { runPlaywright } from './shared/playwright.mjs';
import { buildProject, CMS, createStepLogger, installPackages, TOOLS, WEB } from './shared/prepare.mjs';
import { ROOT } from './shared/settings.mjs';
import { npmCommand, runStep, stopSteps } from './shared/steps.mjs';

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));

  /** @type {import('./shared/durations.mjs').Duration[]} */
  const durations = [];
  const logStep = createStepLogger(8);
  const chromium = await measureDuration(durations, 'Installing and building', async () => {
    for (const project of [TOOLS, CMS, WEB]) await installPackages(project, logStep);
    for (const project of [CMS, WEB]) await buildProject(project, logStep);
    return findChromium();
  });
  logStep(`Using the browser ${chromium}`);

  const startTime = performance.now();
  logStep('Checking format, lint, types and units');
  const checkExitCode = await measureDuration(durations, 'Format, lint, types, units', () =>
    runStep(npmCommand('run', 'check'), { cwd: ROOT }),
  );
  logStep('Running the CMS contract and end-to-end tests');
  const tests = await measureDuration(durations, 'CMS contract and end-to-end', () =>
    runPlaywright(chromium),
  );
  const budget = describeTimeBudget(performance.now() - startTime);
  const failed = (checkExitCode ? 1 : 0) + tests.failed;
  console.log(`
Duration of each part
${formatDurations(durations)}

Slowest tests
${formatDurations(tests.slowest)}

Format, lint, types, units    ${checkExitCode ? 'FAILED' : 'passed'}
CMS contract and end-to-end   ${tests.summary}
Time budget                   ${budget}
${tests.passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
