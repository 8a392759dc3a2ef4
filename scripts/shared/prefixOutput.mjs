import { formatOutputLine } from './jsonLogs.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Prints each line that a child process writes, in the format of the log.
 * @param {ChildProcess} child
 * @param {string} name
 */
export function prefixOutput(child, name) {
  for (const stream of [child.stdout, child.stderr]) {
    let incompleteLine = '';
    const print = (/** @type {string} */ line) => process.stdout.write(`${formatOutputLine(name, line)}\n`);
    stream?.setEncoding('utf8');
    stream?.on('data', (/** @type {string} */ text) => {
      const lines = (incompleteLine + text).split(/\r?\n/);
      incompleteLine = lines.pop() ?? '';
      lines.forEach(print);
    });
    stream?.on('end', () => incompleteLine && print(incompleteLine));
  }
}
