import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { type Connection, openSqlite, withSqlite } from '../environment/sqlite';
import { createSqliteAdapter } from './sqliteAdapter';

const folder = createTemporaryFolder();
let file = '';
const open: Connection[] = [];

/** Opens the database as the CMS does. */
function openCmsConnection(): Connection {
  const connection = openSqlite(file);
  connection.prepare('PRAGMA journal_mode = WAL').all();
  open.push(connection);
  return connection;
}
const readNames = (database: string) =>
  withSqlite(database, (connection) => connection.prepare('SELECT name FROM dishes').all());

beforeEach(() => {
  mkdirSync(join(folder, 'cms'));
  mkdirSync(join(folder, 'copy'));
  file = join(folder, 'cms', 'strapi.db');
});
afterEach(() => {
  for (const connection of open.splice(0)) connection.close();
});

test('is in use while another connection is open, even an idle one', async () => {
  const adapter = createSqliteAdapter(file);
  expect(await adapter.isInUse()).toBe(false);
  const connection = openCmsConnection();
  connection.prepare('CREATE TABLE dishes (name)').run();
  expect(await adapter.isInUse()).toBe(true);
  connection.close();
  expect(await adapter.isInUse()).toBe(false);
});

test('writes the write-ahead log of a killed CMS into the file when it checks whether a CMS uses it', async () => {
  const connection = openCmsConnection();
  connection.prepare('CREATE TABLE dishes (name)').run();
  connection.prepare("INSERT INTO dishes VALUES ('Fries')").run();
  // What a kill leaves: copies, because this process can't leave its own files behind without closing them.
  const left = new Map(
    readdirSync(join(folder, 'cms')).map((name) => [name, readFileSync(join(folder, 'cms', name))]),
  );
  expect([...left.keys()]).toContain('strapi.db-wal');
  file = join(folder, 'copy', 'strapi.db');
  for (const [name, bytes] of left) writeFileSync(join(folder, 'copy', name), bytes);
  expect(await createSqliteAdapter(file).isInUse()).toBe(false);
  expect(readdirSync(join(folder, 'copy'))).not.toContain('strapi.db-wal');
  expect(readNames(file)).toEqual([{ name: 'Fries' }]);
});

test('takes a snapshot with the content of the write-ahead log, and fails when there is no database', async () => {
  const snapshot = join(folder, 'copy', 'snapshot.db');
  const adapter = createSqliteAdapter(file);
  await expect(adapter.snapshot(snapshot)).rejects.toThrow('unable to open database file');
  const connection = openCmsConnection();
  connection.prepare('CREATE TABLE dishes (name)').run();
  connection.prepare("INSERT INTO dishes VALUES ('Fries')").run();
  await adapter.snapshot(snapshot);
  expect(readdirSync(join(folder, 'copy'))).toEqual(['snapshot.db']);
  expect(readNames(snapshot)).toEqual([{ name: 'Fries' }]);
});
