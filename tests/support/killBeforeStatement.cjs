// Tests preload this into the CMS: it kills the process before the first SQL statement that matches KILL_BEFORE, on
// SQLite and on Postgres.
const { createRequire } = require('node:module');
const { join } = require('node:path');

const requireFromCms = createRequire(join(process.cwd(), 'package.json'));
const pattern = new RegExp(process.env.KILL_BEFORE ?? '');

/**
 * @param {Record<string, Function>} prototype
 * @param {'prepare' | 'query'} method
 */
function killIn(prototype, method) {
  const original = prototype[method] ?? (() => undefined);
  /** @param {[string | { text?: string }, ...unknown[]]} values */
  prototype[method] = function (...values) {
    const [query] = values;
    const sql = typeof query === 'string' ? query : query.text;
    if (sql && pattern.test(sql)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(original, this, values);
  };
}

killIn(requireFromCms('better-sqlite3').prototype, 'prepare');
killIn(requireFromCms('pg').Client.prototype, 'query');
