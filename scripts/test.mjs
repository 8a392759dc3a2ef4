// `npm test`: installs what is missing, runs every check and test, and counts a test that did not run as failed.
// `npm run test:long`: runs the tests with the tags @long, which `npm test` leaves out, and @sampled, now with all their cases.
// `npm test -- owner` runs only the end-to-end tests of one folder or file in tests/; so does `npm run test:long -- owner`.
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
  const names = process.argv.slice(2);
  const isLong = names[0] === '--long';
  if (isLong) process.env.TEST_LONG = '1';
  const testFiles = names.slice(isLong ? 1 : 0).flatMap(findTestFiles);
  const runsChecks = testFiles.length === 0 && !isLong;

  /** @type {import('./shared/durations.mjs').Duration[]} */
  const durations = [];
  const logStep = createStepLogger(runsChecks ? 8 : 7);
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
  if (runsChecks) {
    logStep('Checking format, lint, types and units');
    checkExitCode = await measureDuration(durations, 'Format, lint, types, units', () =>
      runStep(npmCommand('run', 'check'), { cwd: ROOT }),
    );
  }
  const title = isLong ? 'Long tests' : 'CMS contract and end-to-end';
  logStep(`Running the tests${testFiles.length ? ` in ${testFiles.length} files` : ''}: ${title}`);
  const selection = isLong ? '--grep=@long|@sampled' : '--grep-invert=@long';
  const tests = await measureDuration(durations, title, () =>
    runPlaywright(chromium, selection, ...testFiles),
  );
  const failed = (checkExitCode ? 1 : 0) + tests.failed;
  console.log(`
Duration of each part
${formatDurations(durations)}

Slowest tests
${formatDurations(tests.slowest)}
`);
  if (runsChecks) {
    console.log(`Format, lint, types, units    ${checkExitCode ? 'FAILED' : 'passed'}`);
    console.log(`Time budget                   ${describeTimeBudget(performance.now() - startTime)}`);
  }
  console.log(`${title.padEnd(27)}   ${tests.summary}\n${tests.passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
