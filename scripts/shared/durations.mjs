/** The longest that checks and tests together may take, in minutes, on two idle cores with everything installed and built. */
const BUDGET_MINUTES = 20;

/** @typedef {{ title: string, milliseconds: number }} Duration */

/** @typedef {{ specs?: { title: string, tests: { projectName: string, results: { duration: number }[] }[] }[], suites?: Suite[], title: string }} Suite */

/**
 * The tests of a Playwright report that took longest, slowest first; every try counts.
 * @param {Suite[]} suites
 * @param {number} count
 * @returns {Duration[]}
 */
export function slowestTests(suites, count) {
  return listTests(suites)
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, count);
}

/**
 * @param {Suite[]} suites
 * @returns {Duration[]}
 */
function listTests(suites, path = '') {
  return suites.flatMap(({ title, specs = [], suites: nested = [] }) => [
    ...specs.flatMap(({ title: name, tests }) =>
      tests.map(({ projectName, results }) => ({
        title: `${projectName} › ${path}${title} › ${name}`,
        milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...listTests(nested, `${path}${title} › `),
  ]);
}

/** Such as "4 min 05 s", or "12.3 s" below a minute. */
export function formatDuration(/** @type {number} */ milliseconds) {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/**
 * Runs a part of a command and adds its duration to a list.
 * @template Result
 * @param {Duration[]} durations
 * @param {string} title
 * @param {() => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function measure(durations, title, run) {
  const began = performance.now();
  try {
    return await run();
  } finally {
    durations.push({ title, milliseconds: performance.now() - began });
  }
}

/**
 * One line for each duration, the times aligned.
 * @param {Duration[]} durations
 */
export const listDurations = (durations) =>
  durations
    .map(({ title, milliseconds }) => `${formatDuration(milliseconds).padStart(12)}  ${title}`)
    .join('\n');

/**
 * Compares the duration of the checks and tests with their budget. A busy machine may exceed it, so that is not a failure.
 * @param {number} milliseconds
 */
export function describeBudget(milliseconds) {
  const state = milliseconds > BUDGET_MINUTES * 60_000 ? 'EXCEEDED: shorten the slowest tests' : 'kept';
  return `${state} (${formatDuration(milliseconds)} of at most ${BUDGET_MINUTES} min)`;
}
