import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slowestTests } from './durations.mjs';
import { ROOT } from './settings.mjs';
import { npm, runStep } from './steps.mjs';

/** @typedef {{ expected: number, unexpected: number, flaky: number, skipped: number }} Stats */
/** @typedef {{ stats: Stats, suites: import('./durations.mjs').Suite[] }} Report */

/** @type {Report} */
const NONE = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, suites: [] };
const SLOWEST = 10;

/**
 * Runs Playwright's tests and counts them.
 * @param {string} chromium the browser's path
 * @param {string[]} args beside those of every run
 * @returns {Promise<{ passed: number, failed: number, line: string, slowest: import('./durations.mjs').Duration[] }>} a test that
 * did not run is one that failed
 */
export async function runPlaywright(chromium, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const file = join(folder, 'report.json');
  const code = await runStep(
    npm('exec', '--', 'playwright', 'test', '--forbid-only', '--reporter=list,json', ...args),
    {
      cwd: ROOT,
      env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const { stats, suites } = readReport(file);
  const { expected, unexpected, flaky, skipped } = stats;
  rmSync(folder, { recursive: true, force: true });
  // One that passed on its second try is named above and counted apart.
  const notPassed = unexpected + skipped;
  const failed = code !== 0 || notPassed > 0 || expected === 0 ? Math.max(notPassed, 1) : 0;
  const counts = `${expected} passed, ${unexpected} failed, ${flaky} at the second try, ${skipped} not run`;
  return {
    passed: expected,
    failed,
    line: `${failed ? 'FAILED' : 'passed'} (${counts})`,
    slowest: slowestTests(suites, SLOWEST),
  };
}

/** @returns {Report} */
function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Playwright ended before it could count: its exit code says so too.
    return NONE;
  }
}
