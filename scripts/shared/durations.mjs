/** The longest time for all checks and tests, in minutes, on two idle cores with everything installed and built. */
const BUDGET_MINUTES = 10;

/** @typedef {{ title: string, milliseconds: number }} Duration */

/** @typedef {{ specs?: { title: string, tests: { projectName: string, results: { duration: number }[] }[] }[], suites?: Suite[], title: string }} Suite */

/**
 * Finds the slowest tests in a Playwright report, slowest first.
 * @param {Suite[]} suites
 * @param {number} count
 * @returns {Duration[]}
 */
export function findSlowestTests(suites, count) {
  return listTestDurations(suites)
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count);
}

/**
 * @param {Suite[]} suites
 * @returns {Duration[]}
 */
function listTestDurations(suites, path = '') {
  return suites.flatMap(({ title, specs = [], suites: nestedSuites = [] }) => [
    ...specs.flatMap(({ title: specTitle, tests }) =>
      tests.map(({ projectName, results }) => ({
        title: `${projectName} › ${path}${title} › ${specTitle}`,
        milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...listTestDurations(nestedSuites, `${path}${title} › `),
  ]);
}

/** Formats a duration as "4 min 05 s", or as "12.3 s" below one minute. */
export function formatDuration(/** @type {number} */ milliseconds) {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const wholeSeconds = Math.round(seconds);
  return `${Math.floor(wholeSeconds / 60)} min ${String(wholeSeconds % 60).padStart(2, '0')} s`;
}

/**
 * Runs a function and adds its duration to a list, also when it fails.
 * @template Result
 * @param {Duration[]} durations
 * @param {string} title
 * @param {() => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function measureDuration(durations, title, run) {
  const startTime = performance.now();
  try {
    return await run();
  } finally {
    durations.push({ title, milliseconds: performance.now() - startTime });
  }
}

/**
 * Formats durations as one line each, with aligned times.
 * @param {Duration[]} durations
 */
export const formatDurations = (durations) =>
  durations
    .map(({ title, milliseconds }) => `${formatDuration(milliseconds).padStart(12)}  ${title}`)
    .join('\n');

/**
 * Compares the duration of all checks and tests with the time budget. A busy machine may exceed it, so that is not a failure.
 * @param {number} milliseconds
 */
export function describeTimeBudget(milliseconds) {
  const result = milliseconds > BUDGET_MINUTES * 60_000 ? 'EXCEEDED: shorten the slowest tests' : 'kept';
  return `${result} (${formatDuration(milliseconds)} of at most ${BUDGET_MINUTES} min)`;
}
