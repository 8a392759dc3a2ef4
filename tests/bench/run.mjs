// `npm run bench [-- PART [ROUNDS]]`: builds the CMS and the site, then runs all parts of the benchmark or one of them.
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { exitCodeForSignal, onStopRequest, runCommand, UserError } from '../../scripts/shared/command.mjs';
import { npmCommand } from '../../scripts/shared/npmCommand.mjs';
import { CMS, prepareProjects, TOOLS, WEB } from '../../scripts/shared/prepare.mjs';
import { createToolEnv } from '../../scripts/shared/processSettings.mjs';
import { ROOT } from '../../scripts/shared/project.mjs';
import { runStep, stopSteps } from '../../scripts/shared/steps.mjs';
import { findChromium } from '../support/chromium.mjs';

const PARTS = ['pages', 'interactions', 'lighthouse', 'server', 'growth', 'start'];
/** The load average for each core above which other programs distort the results. */
const MAX_LOAD = 0.1;

await runCommand(async () => {
  const [part, rounds = ''] = process.argv.slice(2);
  if ((part && !PARTS.includes(part)) || (rounds && !(Number(rounds) > 0)))
    throw new UserError(`Usage: npm run bench [-- ${PARTS.join('|')} [ROUNDS]]`);
  const env = createToolEnv();
  const commands = ['openssl', ...(part && part !== 'server' ? [] : ['wrk'])];
  const missing = commands.filter((command) => spawnSync(command, ['-v'], { env, stdio: 'ignore' }).error);
  if (missing.length) throw new UserError(`The benchmark needs ${missing.join(' and ')}: install it.`);
  const load = (loadavg()[0] ?? 0) / cpus().length;
  if (load > MAX_LOAD)
    console.log(
      `The load average is ${load.toFixed(1)} per core: stop other programs, they distort the results.`,
    );
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));

  await prepareProjects([TOOLS]);
  await prepareProjects([CMS, WEB]);
  const chromium = await findChromium({ headlessShell: false });
  console.log(`Using the browser ${chromium}`);
  console.log('Measuring (all parts take about 45 minutes; do not use the machine meanwhile)');
  const files = part ? [`/${part}\\.bench\\.ts$`] : [];
  return runStep(npmCommand('exec', '--', 'playwright', 'test', '--config=tests/bench', ...files), {
    cwd: ROOT,
    // With any other NODE_ENV, Node loads React's slower development build.
    env: { ...env, NODE_ENV: 'production', CHROMIUM_PATH: chromium, BENCH_ROUNDS: rounds },
  });
});
