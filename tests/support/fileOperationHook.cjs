// restore.spec.ts preloads this into the backup command. It counts the operations that change files, and the statements that are
// sent to Postgres. OPERATIONS is a file to which it writes them, one a line. It kills the process before the operation with the
// number KILL_AT. Before each operation that matches the regular expression STOP_AT, it prints "stopped" and stops the process
// until SIGCONT.
const fs = require('node:fs');
const promises = require('node:fs/promises');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const { OPERATIONS, KILL_AT, STOP_AT, DATABASE_URL } = process.env;
const stopAt = STOP_AT ? new RegExp(STOP_AT) : undefined;
const { appendFileSync, writeSync } = fs;
let count = 0;

/** @param {string} description */
function beforeOperation(description) {
  count += 1;
  if (OPERATIONS) appendFileSync(OPERATIONS, `${description.replaceAll('\n', ' ')}\n`);
  if (KILL_AT === String(count)) process.kill(process.pid, 'SIGKILL');
  if (stopAt?.test(description)) {
    writeSync(1, 'stopped\n');
    process.kill(process.pid, 'SIGSTOP');
  }
}

/**
 * @param {object} target
 * @param {string} name
 * @param {(args: unknown[]) => string} formatArguments
 */
function hook(target, name, formatArguments) {
  const original = Reflect.get(target, name);
  Reflect.set(
    target,
    name,
    /** @this {unknown} */
    function (/** @type {unknown[]} */ ...args) {
      beforeOperation(`${name} ${formatArguments(args)}`);
      return Reflect.apply(original, this, args);
    },
  );
}

const describePaths = (/** @type {unknown[]} */ args) =>
  args.filter((value) => typeof value === 'string').join(' ');
for (const name of ['copyFile', 'link', 'mkdir', 'mkdtemp', 'rename', 'rm', 'utimes'])
  hook(promises, name, describePaths);
hook(promises, 'writeFile', ([path]) => String(path));
// `tar` unpacks synchronously.
hook(fs, 'writeSync', () => '');

if (DATABASE_URL) {
  const { Client } = createRequire(join(process.cwd(), 'package.json'))('pg');
  hook(Client.prototype, 'query', ([query]) =>
    typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text')),
  );
}
