/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Prints what a process writes, each line behind the process's name.
 * @param {ChildProcess} child
 * @param {string} name
 */
export function printLines(child, name) {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    const print = (/** @type {string} */ line) => process.stdout.write(`${name} │ ${line}\n`);
    stream?.setEncoding('utf8');
    stream?.on('data', (/** @type {string} */ text) => {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      lines.forEach(print);
    });
    stream?.on('end', () => rest && print(rest));
  }
}
