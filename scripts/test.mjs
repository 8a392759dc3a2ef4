// `npm test`: installs what is missing, then runs every check there is and counts what did not run as failed.
import './node-version.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { exitCodeOf, onStop, runCommand } from './command.mjs';
import { build, CMS, countSteps, install, TOOLS, WEB } from './prepare.mjs';
import { ROOT } from './settings.mjs';
import { npm, runStep, stopSteps } from './steps.mjs';

/** @typedef {{ expected: number, unexpected: number, flaky: number, skipped: number }} Stats */

const NONE = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };

/** Runs Playwright's tests and counts them. */
async function runPlaywright(/** @type {string} */ chromium) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const file = join(folder, 'report.json');
  const code = await runStep(
    npm('exec', '--', 'playwright', 'test', '--forbid-only', '--reporter=list,json'),
    {
      cwd: ROOT,
      env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const stats = readStats(file);
  rmSync(folder, { recursive: true, force: true });
  return { code, stats };
}

/** @returns {Stats} */
function readStats(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).stats;
  } catch {
    // Playwright ended before it could count: its exit code says so too.
    return NONE;
  }
}

await runCommand(async () => {
  onStop((signal) => void stopSteps().then(() => process.exit(exitCodeOf(signal))));

  const say = countSteps(8);
  for (const project of [TOOLS, CMS, WEB]) await install(project, say);
  for (const project of [CMS, WEB]) await build(project, say);
  const chromium = await findChromium();
  say(`The browser is ${chromium}`);

  say('Checking format, lint, types and units');
  const checkCode = await runStep(npm('run', 'check'), { cwd: ROOT });
  say('Running the CMS contract and end-to-end tests');
  const { code, stats } = await runPlaywright(chromium);

  // A test that was skipped did not run. One that passed on its second try is named above and counted apart.
  const notPassed = stats.unexpected + stats.skipped;
  const playwrightFailed = code !== 0 || notPassed > 0 || stats.expected === 0;
  const failed = (checkCode ? 1 : 0) + (playwrightFailed ? Math.max(notPassed, 1) : 0);
  const { expected, unexpected, flaky, skipped } = stats;
  console.log(`
Format, lint, types, units    ${checkCode ? 'FAILED' : 'passed'}
CMS contract and end-to-end   ${playwrightFailed ? 'FAILED' : 'passed'} \
(${expected} passed, ${unexpected} failed, ${flaky} at the second try, ${skipped} not run)
${expected} passed, ${failed} failed`);
  return failed ? 1 : 0;
});
