import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand } from './npmCommand.mjs';
import { createToolEnv } from './processSettings.mjs';
import { ROOT } from './settings.mjs';
import { runStep } from './steps.mjs';

/** @typedef {{ expected: number, unexpected: number, skipped: number }} Stats */

/** @type {Stats} */
const NO_TESTS = { expected: 0, unexpected: 0, skipped: 0 };

/**
 * Runs Playwright's tests and counts the results; a test that did not run counts as failed.
 * @param {string} chromium the path of the browser
 * @param {string[]} args additional arguments for `playwright test`
 * @returns {Promise<{ passed: number, failed: number, summary: string }>}
 */
export async function runPlaywright(chromium, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const reportFile = join(folder, 'report.json');
  // Playwright sets FORCE_COLOR for its workers, and Node warns of both.
  const { NO_COLOR: _, ...env } = createToolEnv();
  const exitCode = await runStep(
    npmCommand('exec', '--', 'playwright', 'test', '--forbid-only', '--reporter=list,json', ...args),
    {
      cwd: ROOT,
      env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
    },
  );
  const { expected, unexpected, skipped } = readStats(reportFile);
  rmSync(folder, { recursive: true, force: true });
  const notPassed = unexpected + skipped;
  const failed = exitCode !== 0 || notPassed > 0 || expected === 0 ? Math.max(notPassed, 1) : 0;
  const counts = `${expected} passed, ${unexpected} failed, ${skipped} not run`;
  return {
    passed: expected,
    failed,
    summary: `${failed ? 'FAILED' : 'passed'} (${counts})`,
  };
}

/** @returns {Stats} */
function readStats(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).stats;
  } catch {
    // Playwright exited before it wrote a report; its exit code already marks the run as failed.
    return NO_TESTS;
  }
}
