// `npm test`: installs what is missing, runs every check and test, and counts a test that did not run as failed.
// `npm run test:long`: runs the tests with the tags @long, which `npm test` leaves out, and @sampled, now with all their cases; and, if
// it has no arguments, the random histories with the tag @histories, now longer and on both databases.
// `npm test -- owner/` runs only the tests of some files, by a part of their paths; with other arguments, which are Playwright's, only
// its tests.

import { exitCodeForSignal, onStopRequest, runCommand } from '../scripts/shared/command.mjs';
import { npmCommand } from '../scripts/shared/npmCommand.mjs';
import { CMS, prepareProjects, TOOLS, WEB } from '../scripts/shared/prepare.mjs';
import { ROOT } from '../scripts/shared/project.mjs';
import { runStep, stopSteps } from '../scripts/shared/steps.mjs';
import { findChromium } from './support/chromium.mjs';
import { runPlaywright } from './support/playwright.mjs';
import { runTestsInCms } from './support/vitest.mjs';

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));
  const args = process.argv.slice(2);
  const isLong = args[0] === '--long';
  if (isLong) process.env.TEST_LONG = '1';
  if (isLong || args.includes('--project=postgres')) process.env.TEST_BOTH_DATABASES = '1';
  const playwrightArgs = args.slice(isLong ? 1 : 0);
  const isPostgres = playwrightArgs.includes('--project=postgres');
  /** Parts of paths, if there is nothing else. */
  const selectsFiles = playwrightArgs.every((arg) => !arg.startsWith('-'));
  const runsChecks = playwrightArgs.length === 0 && !isLong;
  const runsHistories = playwrightArgs.length === 0 && isLong;

  await prepareProjects([TOOLS]);
  // Before the steps that take minutes, because a browser may have to be installed or set by hand.
  const chromium = await findChromium();
  console.log(`Using the browser ${chromium}`);
  await prepareProjects([CMS, WEB]);

  let checkExitCode = 0;
  if (runsChecks) {
    console.log('Checking format, lint, types and units');
    const checks = await runStep(npmCommand('run', 'check'), { cwd: ROOT });
    const slowUnits = await runStep(npmCommand('run', 'units', '--', '--project=slow'), { cwd: ROOT });
    checkExitCode = checks || slowUnits;
  }
  /** @type {{ passed: number, failed: number }[]} */
  const results = [];
  if (runsHistories) {
    console.log('Running the long random histories, on SQLite and on Postgres');
    for (const database of /** @type {const} */ (['sqlite', 'postgres']))
      results.push(await runTestsInCms({ database, args: ['--testNamePattern=@histories'] }));
  }
  if (!isLong && selectsFiles) {
    console.log('Running the tests in the CMS');
    const options = ['--passWithNoTests', ...playwrightArgs];
    results.push(await runTestsInCms({ database: 'sqlite', args: options }));
  }
  if (runsChecks || isPostgres) {
    console.log('Running the tests in the CMS on Postgres');
    // What differs between the databases, or everything.
    const options = isPostgres ? [] : ['--testNamePattern=@postgres'];
    results.push(await runTestsInCms({ database: 'postgres', args: options }));
  }
  const title = isLong ? 'Long tests' : 'End-to-end tests';
  console.log(`Running the tests: ${title}`);
  const selection = isLong ? '--grep=@long|@sampled' : '--grep-invert=@long';
  // The selected files may be those of tests in the CMS.
  const mayBeNone = selectsFiles && !runsChecks && !isLong ? ['--pass-with-no-tests'] : [];
  const tests = await runPlaywright(chromium, selection, ...mayBeNone, ...playwrightArgs);
  results.push(tests);
  const sum = (/** @type {'passed' | 'failed'} */ name) =>
    results.reduce((total, result) => total + result[name], 0);
  const failed = (checkExitCode ? 1 : 0) + sum('failed');
  if (runsChecks) console.log(`\nFormat, lint, types, units    ${checkExitCode ? 'FAILED' : 'passed'}`);
  console.log(`${title.padEnd(27)}   ${tests.summary}\n${sum('passed')} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
