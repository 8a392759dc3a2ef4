import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prefixOutput } from './processOutput.mjs';
import { createToolEnv } from './processSettings.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const EXIT_WITH_PARENT = fileURLToPath(new URL('exitWithParent.mjs', import.meta.url));
const STOP_TIMEOUT_MS = 5_000;

/** @type {Set<ChildProcess>} */
const runningSteps = new Set();
let isStopping = false;

/** The environment of this process without the settings; without a terminal, no colors. */
export const createStepEnv = () =>
  process.stdout.isTTY ? createToolEnv() : { ...createToolEnv(), NO_COLOR: '1' };

/**
 * @typedef {object} StepOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env] by default that of `createStepEnv`
 * @property {string} [name] prefix for each line of output; without it the step writes directly to the terminal
 * @property {number} [timeout] milliseconds after which the step is killed and counts as failed
 */

/**
 * Runs a command in its own process group and resolves to its exit code, or never if `stopSteps` ended it.
 * @param {string[]} command
 * @param {StepOptions} options
 * @returns {Promise<number>}
 */
export function runStep(command, { cwd, env = createStepEnv(), name, timeout }) {
  const output = name === undefined ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [EXIT_WITH_PARENT, ...command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (name !== undefined) prefixOutput(child, name);
  runningSteps.add(child);
  const timer = timeout && setTimeout(signalProcessGroup, timeout, child, 'SIGKILL');
  return new Promise((resolve) => {
    child.on('error', (error) => console.error(error.message));
    child.on('exit', () => signalProcessGroup(child, 'SIGKILL'));
    child.on('close', (code) => {
      clearTimeout(timer);
      runningSteps.delete(child);
      // A stopped step neither failed nor succeeded, so its promise stays pending and nothing runs after it.
      if (!isStopping) resolve(code ?? 1);
    });
  });
}

/** Ends every running step and its child processes; the promises of these steps never resolve. */
export async function stopSteps() {
  isStopping = true;
  await Promise.all(
    [...runningSteps].map((child) => {
      signalProcessGroup(child, 'SIGTERM');
      setTimeout(signalProcessGroup, STOP_TIMEOUT_MS, child, 'SIGKILL');
      return new Promise((resolve) => child.on('close', resolve));
    }),
  );
}

/**
 * Sends a signal to a process and to the group it leads; does nothing when the group is already gone.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function signalProcessGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has no process left.
  }
}
