// `npm test`: installs what is missing, runs every check and test, and counts a test that did not run as failed.
// `npm test -- owner` runs only the end-to-end tests of one folder or file in tests/.
import './shared/requireNode.mjs';
import { findChromium } from './shared/chromium.mjs';
import { exitCodeForSignal, onStopRequest, runCommand } from './shared/command.mjs';
import { describeTimeBudget, formatDurations, measureDuration } from './shared/durations.mjs';
import { runPlaywright } from './shared/playwright.mjs';
import { buildProject, CMS, createStepLogger, installPackages, TOOLS, WEB } from './shared/prepare.mjs';
import { ROOT } from './shared/settings.mjs';
import { npmCommand, runStep, stopSteps } from './shared/steps.mjs';
import { findTestFiles } from './shared/testFiles.mjs';

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));
  const testFiles = process.argv.slice(2).flatMap(findTestFiles);
  const runsEverything = testFiles.length === 0;

  /** @type {import('./shared/durations.mjs').Duration[]} */
  const durations = [];
  const logStep = createStepLogger(runsEverything ? 8 : 7);
  const chromium = await measureDuration(durations, 'Installing and building', async () => {
    await installPackages(TOOLS, logStep);
    // Before the steps that take minutes, because a browser may have to be installed or set by hand.
    const executable = await findChromium();
    logStep(`Using the browser ${executable}`);
    for (const project of [CMS, WEB]) await installPackages(project, logStep);
    for (const project of [CMS, WEB]) await buildProject(project, logStep);
    return executable;
  });

  const startTime = performance.now();
  let checkExitCode = 0;
  if (runsEverything) {
    logStep('Checking format, lint, types and units');
    checkExitCode = await measureDuration(durations, 'Format, lint, types, units', () =>
      runStep(npmCommand('run', 'check'), { cwd: ROOT }),
    );
  }
  logStep(
    `Running the CMS contract and end-to-end tests${runsEverything ? '' : ` in ${testFiles.length} files`}`,
  );
  const tests = await measureDuration(durations, 'CMS contract and end-to-end', () =>
    runPlaywright(chromium, ...testFiles),
  );
  const failed = (checkExitCode ? 1 : 0) + tests.failed;
  console.log(`
Duration of each part
${formatDurations(durations)}

Slowest tests
${formatDurations(tests.slowest)}
`);
  if (runsEverything) {
    console.log(`Format, lint, types, units    ${checkExitCode ? 'FAILED' : 'passed'}`);
    console.log(`Time budget                   ${describeTimeBudget(performance.now() - startTime)}`);
  }
  console.log(`CMS contract and end-to-end   ${tests.summary}\n${tests.passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
