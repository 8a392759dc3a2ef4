// `npm run test:compose`: builds the stack in containers, and runs the tests against it that need no more than its addresses,
// and those that stop and kill its parts.
import './shared/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { findChromium } from './shared/chromium.mjs';
import { exitCodeOf, onStop, runCommand, UserError } from './shared/command.mjs';
import { listDurations } from './shared/durations.mjs';
import { runPlaywright } from './shared/playwright.mjs';
import { countSteps, install, TOOLS } from './shared/prepare.mjs';
import { stopSteps } from './shared/steps.mjs';

const answers = (/** @type {string[]} */ ...args) => spawnSync('docker', args).status === 0;

/** @throws {UserError} when there is no engine with Compose */
function findEngine() {
  if (!answers('info') || !answers('compose', 'version'))
    throw new UserError(
      'Docker with Compose does not run here: the containers were not tested.\n0 passed, 1 failed',
    );
}

await runCommand(async () => {
  onStop((signal) => void stopSteps().then(() => process.exit(exitCodeOf(signal))));
  const say = countSteps(3);
  findEngine();
  say('Docker runs');
  await install(TOOLS, say);
  say('Building the containers and testing them');
  const { passed, failed, line, slowest } = await runPlaywright(
    await findChromium(),
    '--config=tests/compose/playwright.config.ts',
  );
  console.log(
    `\nSlowest tests\n${listDurations(slowest)}\n\nContainers   ${line}\n${passed} passed, ${failed} failed`,
  );
  return failed ? 1 : 0;
});
