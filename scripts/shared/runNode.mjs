import { spawn } from 'node:child_process';
import { exitCodeForSignal, onStopRequest } from './command.mjs';

const STOP_WITH_PARENT = new URL('stopWithParent.mjs', import.meta.url).href;

/**
 * Runs a program of Node with the standard input and output of this process. It is stopped with this process, also when that is
 * killed.
 * @param {string} node the path of Node's executable
 * @param {string[]} args
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>} its exit code, as shells report it
 * @throws {Error} when it can't be started
 */
export function runNode(node, args, options) {
  const child = spawn(node, ['--import', STOP_WITH_PARENT, ...args], {
    ...options,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  onStopRequest((signal) => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? exitCodeForSignal(signal) : (code ?? 1)));
  });
}
