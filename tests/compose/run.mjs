// `npm run test:compose`: builds the images, starts the stack in containers, and tests what happens when these are stopped or killed.
// `npm run test:compose -- --long` also runs the tests with the tag @long, which build the images a second time.
import { spawnSync } from 'node:child_process';
import { exitCodeForSignal, onStopRequest, runCommand, UserError } from '../../scripts/shared/command.mjs';
import { prepareProjects, TOOLS } from '../../scripts/shared/prepare.mjs';
import { stopSteps } from '../../scripts/shared/steps.mjs';
import { findChromium } from '../support/chromium.mjs';
import { runPlaywright } from '../support/playwright.mjs';

const dockerSucceeds = (/** @type {string[]} */ ...args) => spawnSync('docker', args).status === 0;

/** @throws {UserError} when Docker with Compose is not running */
function requireDocker() {
  if (!dockerSucceeds('info') || !dockerSucceeds('compose', 'version'))
    throw new UserError(
      'Docker with Compose is not running: the containers were not tested.\n0 passed, 1 failed',
    );
}

await runCommand(async () => {
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));
  requireDocker();
  await prepareProjects([TOOLS]);
  const chromium = await findChromium();
  console.log('Building and testing the containers');
  const isLong = process.argv.includes('--long');
  const { passed, failed, summary } = await runPlaywright(
    chromium,
    '--config=tests/compose/playwright.config.ts',
    ...(isLong ? [] : ['--grep-invert=@long']),
  );
  console.log(`\nContainers   ${summary}\n${passed} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
