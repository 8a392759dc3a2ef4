import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT } from '../../scripts/shared/project.mjs';
import { createStepEnv, runStep } from '../../scripts/shared/steps.mjs';

/** @typedef {{ name: string, startTime: number, endTime: number }} File */
/** @typedef {{ numPassedTests: number, numTotalTests: number, success: boolean, testResults: File[] }} Report */

/** @type {Report} */
const NO_TESTS = { numPassedTests: 0, numTotalTests: 0, success: false, testResults: [] };

/**
 * Runs the tests that have Strapi in their process, and counts the results; a test that did not run counts as failed. Appends the
 * seconds of each file to the file TEST_DURATIONS, if that is set.
 * @param {{ database: 'sqlite' | 'postgres', args: string[] }} options the database, and additional arguments for `vitest run`
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTestsInCms({ database, args }) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const reportFile = join(folder, 'report.json');
  const exitCode = await runStep(
    [
      process.execPath,
      join(ROOT, 'web', 'node_modules', 'vitest', 'vitest.mjs'),
      ...[
        'run',
        '--project=in the CMS*',
        `--reporter=${process.stdout.isTTY ? 'default' : 'minimal'}`,
        '--reporter=json',
      ],
      `--outputFile.json=${reportFile}`,
      ...args,
    ],
    { cwd: ROOT, env: { ...createStepEnv(), TEST_DATABASE: database } },
  );
  const { numPassedTests, numTotalTests, success, testResults } = readReport(reportFile);
  rmSync(folder, { recursive: true, force: true });
  const { TEST_DURATIONS } = process.env;
  if (TEST_DURATIONS) appendFileSync(TEST_DURATIONS, testResults.map(formatDuration).join(''));
  const failed = numTotalTests - numPassedTests;
  return { passed: numPassedTests, failed: exitCode !== 0 || !success ? Math.max(failed, 1) : 0 };
}

/** @returns {Report} */
function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Vitest exited before it wrote a report.
    return NO_TESTS;
  }
}

/** Formats how many seconds the tests of a file took. */
const formatDuration = (/** @type {File} */ { name, startTime, endTime }) =>
  `${((endTime - startTime) / 1000).toFixed(1)} s  ${relative(ROOT, name)}\n`;
