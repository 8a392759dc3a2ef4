import { constants } from 'node:os';

/** Something the reader can put right: its message, one line, is all that is shown. */
export class UserError extends Error {}

/** @typedef {'SIGINT' | 'SIGTERM' | 'SIGHUP'} StopSignal */

/** The exit code by which a shell knows that a signal ended the command. */
export const exitCodeOf = (/** @type {StopSignal} */ signal) => 128 + constants.signals[signal];

/**
 * Runs a whole command and ends the process with the exit code it resolves to.
 * @param {() => Promise<number>} command
 */
export async function runCommand(command) {
  // A closed terminal or pipe must not cut the stopping short.
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
 * Calls back once, when a signal asks this process to stop or when the npm above it is gone.
 * @param {(signal: StopSignal) => void} stop
 */
export function onStop(stop) {
  let asked = false;
  const ask = (/** @type {StopSignal} */ signal) => {
    // Ctrl-C reaches this process twice: from the terminal and from npm, which passes it on.
    if (asked) return;
    asked = true;
    stop(signal);
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => ask(signal));

  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && ask('SIGTERM'), 500).unref();
}
