// `npm run bench [-- pages|lighthouse|server]`: builds what is to be measured, then measures all of it or one part.
import '../../scripts/shared/node-version.mjs';
import { cpus } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { findChromium } from '../../scripts/shared/chromium.mjs';
import { exitCodeOf, onStop, runCommand, UserError } from '../../scripts/shared/command.mjs';
import { build, CMS, countSteps, install, TOOLS, WEB } from '../../scripts/shared/prepare.mjs';
import { ROOT } from '../../scripts/shared/settings.mjs';
import { npm, runStep, stopSteps } from '../../scripts/shared/steps.mjs';

const PARTS = ['pages', 'lighthouse', 'server'];
const MOST_BUSY = 0.1;

/** The share of the processor's time, from 0 to 1, that is in use over two seconds. */
async function processorUse() {
  const read = () => {
    const times = cpus().map(({ times }) => times);
    const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);
    return {
      idle: sum(times.map(({ idle }) => idle)),
      all: sum(times.flatMap((time) => Object.values(time))),
    };
  };
  const before = read();
  await after(2_000);
  const now = read();
  return 1 - (now.idle - before.idle) / (now.all - before.all);
}

await runCommand(async () => {
  const parts = process.argv.slice(2);
  if (!parts.every((part) => PARTS.includes(part)))
    throw new UserError(`Usage: npm run bench [-- ${PARTS.join('|')}]`);
  onStop((signal) => void stopSteps().then(() => process.exit(exitCodeOf(signal))));

  const say = countSteps(7);
  for (const project of [TOOLS, CMS, WEB]) await install(project, say);
  for (const project of [CMS, WEB]) await build(project, say);
  const chromium = await findChromium();
  say(`The browser is ${chromium}`);
  const use = await processorUse();
  if (use > MOST_BUSY)
    console.log(
      `Something else keeps the processor busy (${Math.round(use * 100)} %): stop it, or the figures mean little.`,
    );
  say('Measuring (a whole run takes about ten minutes: leave the machine alone for that long)');
  const files = parts.map((part) => `/${part}\\.bench\\.ts$`);
  return runStep(npm('exec', '--', 'playwright', 'test', '--config=tests/bench', ...files), {
    cwd: ROOT,
    // React has a slower build for every other NODE_ENV.
    env: { ...process.env, NODE_ENV: 'production', CHROMIUM_PATH: chromium },
  });
});
