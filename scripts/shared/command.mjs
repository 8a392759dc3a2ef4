import { constants } from 'node:os';

const PARENT_CHECK_INTERVAL_MS = 500;

/** An error the user can fix: only its message is printed, without a stack trace. */
export class UserError extends Error {}

/** @typedef {'SIGINT' | 'SIGTERM' | 'SIGHUP'} StopSignal */

/** Returns the exit code with which shells report that a signal ended a command. */
export const exitCodeForSignal = (/** @type {NodeJS.Signals} */ signal) => 128 + constants.signals[signal];

/**
 * Runs a command and ends the process with the exit code it resolves to, or with 1 after an error.
 * @param {() => Promise<number>} command
 */
export async function runCommand(command) {
  // A closed terminal or pipe must not interrupt the shutdown.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  try {
    process.exit(await command());
  } catch (error) {
    console.error(error instanceof UserError ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/**
 * Calls `stop` once: when a signal asks this process to stop, or when the npm process that started it has ended.
 * @param {(signal: StopSignal) => void} stop
 */
export function onStopRequest(stop) {
  let isStopRequested = false;
  const requestStop = (/** @type {StopSignal} */ signal) => {
    // Ctrl-C sends SIGINT twice: from the terminal, and from npm, which forwards it.
    if (isStopRequested) return;
    isStopRequested = true;
    stop(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => requestStop(signal));

  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && requestStop('SIGTERM'), PARENT_CHECK_INTERVAL_MS).unref();
}
