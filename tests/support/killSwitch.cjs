// kill.spec.ts preloads this into the CMS: a request with the header `x-kill-at: n` kills the CMS before its n-th SQL statement.
const { createRequire } = require('node:module');
const { Server } = require('node:http');
const { join } = require('node:path');

const Database = createRequire(join(process.cwd(), 'package.json'))('better-sqlite3');
let statementsLeft = 0;

const { emit } = Server.prototype;
/**
 * @this {import("node:http").Server}
 * @param {string} event
 * @param {unknown[]} values
 */
Server.prototype.emit = function (event, ...values) {
  if (event === 'request') {
    const [request] = /** @type {[import('node:http').IncomingMessage]} */ (values);
    statementsLeft = Number(request.headers['x-kill-at'] ?? 0);
  }
  return Reflect.apply(emit, this, [event, ...values]);
};

const { prepare } = Database.prototype;
Database.prototype.prepare = function (/** @type {string} */ sql) {
  statementsLeft -= 1;
  if (statementsLeft === 0) process.kill(process.pid, 'SIGKILL');
  return prepare.call(this, sql);
};
