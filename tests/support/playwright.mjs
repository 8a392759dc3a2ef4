import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { npmCommand } from '../../scripts/shared/npmCommand.mjs';
import { createToolEnv } from '../../scripts/shared/processSettings.mjs';
import { ROOT } from '../../scripts/shared/project.mjs';
import { runStep } from '../../scripts/shared/steps.mjs';

/** @typedef {{ file: string, specs: { tests: { results: { duration: number }[] }[] }[], suites?: Suite[] }} Suite */
/** @typedef {{ stats: { expected: number, unexpected: number, skipped: number }, config: { rootDir: string }, suites: Suite[] }} Report */

/** @type {Report} */
const NO_TESTS = {
  stats: { expected: 0, unexpected: 0, skipped: 0 },
  config: { rootDir: ROOT },
  suites: [],
};

/**
 * Runs Playwright's tests and counts the results; a test that did not run counts as failed. Appends the seconds of each file to the
 * file TEST_DURATIONS, if that is set.
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
  const { stats, config, suites } = readReport(reportFile);
  const { expected, unexpected, skipped } = stats;
  rmSync(folder, { recursive: true, force: true });
  const { TEST_DURATIONS } = process.env;
  if (TEST_DURATIONS)
    appendFileSync(TEST_DURATIONS, suites.map((suite) => formatDuration(config.rootDir, suite)).join(''));
  const notPassed = unexpected + skipped;
  const isEmpty = expected === 0 && !args.includes('--pass-with-no-tests');
  const failed = exitCode !== 0 || notPassed > 0 || isEmpty ? Math.max(notPassed, 1) : 0;
  const counts = `${expected} passed, ${unexpected} failed, ${skipped} not run`;
  return {
    passed: expected,
    failed,
    summary: `${failed ? 'FAILED' : 'passed'} (${counts})`,
  };
}

/** @returns {Report} */
function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Playwright exited before it wrote a report; its exit code already marks the run as failed.
    return NO_TESTS;
  }
}

/** Formats how many seconds all tests of a file took. */
const formatDuration = (/** @type {string} */ folder, /** @type {Suite} */ suite) =>
  `${(sumDurations(suite) / 1000).toFixed(1)} s  ${relative(ROOT, resolve(folder, suite.file))}\n`;

/** @returns {number} milliseconds */
function sumDurations(/** @type {Suite} */ { specs, suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results);
  return [...results.map(({ duration }) => duration), ...suites.map(sumDurations)].reduce((a, b) => a + b, 0);
}
