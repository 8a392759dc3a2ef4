import { createInterface } from 'node:readline';
import { format } from 'node:util';
import { formatLogLine, logAsJson } from '../../cms/src/shared/jsonLogs.ts';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

let isJson = false;

/** From now on, writes what this process logs as one JSON object for each line, with the same keys as the CMS and the site. */
export function startJsonLogs() {
  isJson = true;
  logAsJson('start', process, format);
}

/**
 * Prints each line that a child process writes: with its name in front, or as JSON, which the CMS and the site write themselves.
 * @param {ChildProcess} child
 * @param {string} name
 */
export function prefixOutput(child, name) {
  const print = (/** @type {string} */ line) => {
    const jsonLine = line.startsWith('{') ? line : formatLogLine('info', name, line);
    process.stdout.write(`${isJson ? jsonLine : `${name} │ ${line}`}\n`);
  };
  for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', print);
}
