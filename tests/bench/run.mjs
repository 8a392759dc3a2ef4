// `npm run bench [-- pages|lighthouse|server]`: builds the CMS and the site, then runs all parts of the benchmark or one of them.
import '../../scripts/shared/requireNode.mjs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../../scripts/shared/chromium.mjs';
import { exitCodeForSignal, onStopRequest, runCommand, UserError } from '../../scripts/shared/command.mjs';
import {
  buildProject,
  CMS,
  createStepLogger,
  installPackages,
  TOOLS,
  WEB,
} from '../../scripts/shared/prepare.mjs';
import { ROOT } from '../../scripts/shared/settings.mjs';
import { npmCommand, runStep, stopSteps } from '../../scripts/shared/steps.mjs';

const PARTS = ['pages', 'lighthouse', 'server'];
/** The CPU load, from 0 to 1, above which other programs distort the results. */
const MAX_CPU_LOAD = 0.1;
const CPU_SAMPLE_MS = 2_000;

/** The idle time and the total time of all cores since the machine started, in milliseconds. */
function readCpuTimes() {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (/** @type {number[]} */ values) => values.reduce((total, value) => total + value, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.flatMap((time) => Object.values(time))),
  };
}

/** Measures the CPU load of the machine, from 0 to 1, over two seconds. */
async function measureCpuLoad() {
  const before = readCpuTimes();
  await sleep(CPU_SAMPLE_MS);
  const after = readCpuTimes();
  return 1 - (after.idle - before.idle) / (after.total - before.total);
}

await runCommand(async () => {
  const parts = process.argv.slice(2);
  if (!parts.every((part) => PARTS.includes(part)))
    throw new UserError(`Usage: npm run bench [-- ${PARTS.join('|')}]`);
  onStopRequest((signal) => void stopSteps().then(() => process.exit(exitCodeForSignal(signal))));

  const logStep = createStepLogger(7);
  for (const project of [TOOLS, CMS, WEB]) await installPackages(project, logStep);
  for (const project of [CMS, WEB]) await buildProject(project, logStep);
  const chromium = await findChromium();
  logStep(`Using the browser ${chromium}`);
  const cpuLoad = await measureCpuLoad();
  if (cpuLoad > MAX_CPU_LOAD)
    console.log(
      `Other programs use ${Math.round(cpuLoad * 100)} % of the CPU: stop them, because they distort the results.`,
    );
  logStep('Measuring (all parts take about ten minutes; do not use the machine meanwhile)');
  const files = parts.map((part) => `/${part}\\.bench\\.ts$`);
  return runStep(npmCommand('exec', '--', 'playwright', 'test', '--config=tests/bench', ...files), {
    cwd: ROOT,
    // With any other NODE_ENV, Node loads React's slower development build.
    env: { ...process.env, NODE_ENV: 'production', CHROMIUM_PATH: chromium },
  });
});
