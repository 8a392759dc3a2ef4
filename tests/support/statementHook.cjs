// kill.spec.ts preloads this into the CMS. It runs before each SQL statement that follows a request with one of two headers:
// `x-copy-to: folder` copies the database files into the folders 1, 2, 3, … of that folder: what a kill at that moment leaves.
// `x-kill-at: n` kills the CMS before the n-th statement.
const { fstatSync, mkdirSync, openSync, readSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { Server } = require('node:http');
const { join } = require('node:path');

const Database = createRequire(join(process.cwd(), 'package.json'))('better-sqlite3');
const databaseFolder = join(process.env.DATA_DIR ?? '', 'cms');
let statements = 0;
/** @type {import('node:http').IncomingHttpHeaders} */
let headers = {};

const { emit } = Server.prototype;
/**
 * @this {import("node:http").Server}
 * @param {string} event
 * @param {unknown[]} values
 */
Server.prototype.emit = function (event, ...values) {
  if (event === 'request') {
    const [request] = /** @type {[import('node:http').IncomingMessage]} */ (values);
    headers = request.headers;
    statements = 0;
  }
  return Reflect.apply(emit, this, [event, ...values]);
};

/**
 * The descriptors of the database files. They stay open, because a process that closes a file loses its own locks on it,
 * which SQLite relies on.
 * @type {Map<string, number>}
 */
const descriptors = new Map();

function copyDatabaseTo(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ['strapi.db', 'strapi.db-wal', 'strapi.db-shm']) {
    const descriptor = descriptors.get(name) ?? openSync(join(databaseFolder, name), 'r');
    descriptors.set(name, descriptor);
    const bytes = Buffer.alloc(fstatSync(descriptor).size);
    readSync(descriptor, bytes, 0, bytes.length, 0);
    writeFileSync(join(folder, name), bytes);
  }
}

const { prepare } = Database.prototype;
Database.prototype.prepare = function (/** @type {string} */ sql) {
  statements += 1;
  if (headers['x-copy-to']) copyDatabaseTo(join(String(headers['x-copy-to']), String(statements)));
  if (headers['x-kill-at'] === String(statements)) process.kill(process.pid, 'SIGKILL');
  return prepare.call(this, sql);
};
