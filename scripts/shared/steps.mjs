import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printLines } from './printLines.mjs';

const EXIT_WITH_PARENT = fileURLToPath(new URL('exitWithParent.mjs', import.meta.url));
const GRACE = 5_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopping = false;

/**
 * @typedef {object} StepOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [name] prints the output behind this name; without it the command writes to the terminal itself
 * @property {number} [timeout] milliseconds after which the command counts as failed
 */

/**
 * Runs a command in its own process group and resolves to its exit code.
 * @param {string[]} command
 * @param {StepOptions} options
 * @returns {Promise<number>}
 */
export function runStep(command, { cwd, env = process.env, name, timeout }) {
  const out = name === undefined ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [EXIT_WITH_PARENT, ...command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', out, out, 'ipc'],
  });
  if (name !== undefined) printLines(child, name);
  running.add(child);
  const timer = timeout && setTimeout(signalGroup, timeout, child, 'SIGKILL');
  return new Promise((resolve) => {
    child.on('error', (error) => console.error(error.message));
    child.on('exit', () => signalGroup(child, 'SIGKILL'));
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      // A step that was stopped has neither failed nor succeeded: nothing may follow it.
      if (!stopping) resolve(code ?? 1);
    });
  });
}

/** Ends every running step and all it has started; none of them resolves any more. */
export async function stopSteps() {
  stopping = true;
  await Promise.all(
    [...running].map((child) => {
      signalGroup(child, 'SIGTERM');
      setTimeout(signalGroup, GRACE, child, 'SIGKILL');
      return new Promise((resolve) => child.on('close', resolve));
    }),
  );
}

/**
 * Signals a process and everything in the group it leads; a group that is gone already is fine.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No process is left in it.
  }
}

/**
 * The command line that runs npm: the very npm that runs this script, else the one on the path.
 * @param {string[]} args
 * @returns {string[]}
 */
export function npm(...args) {
  const script = process.env.npm_execpath;
  // Other package managers set the variable too, to themselves.
  return script?.endsWith('npm-cli.js') ? [process.execPath, script, ...args] : ['npm', ...args];
}
