import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import configureDatabase from '../../config/database';
import { openSqlite } from './sqlite';

const folder = createDataFolder();

test('SQLite confirms a change only when it is on the disk, and a backup does not block changes', () => {
  vi.stubEnv('DATABASE_URL', '');
  const { connection } = configureDatabase();
  if (!('pool' in connection)) throw new Error('the database is not SQLite');
  const { pool } = connection;
  const database = openSqlite(join(folder, 'new.db'));
  // Cast: better-sqlite3's connection has this method too.
  pool.afterCreate(database as unknown as Parameters<typeof pool.afterCreate>[0], () => undefined);
  const ask = (name: string) => database.prepare(`PRAGMA ${name}`).all().map(Object.values);
  // FULL: with less, a power failure may lose changes in WAL mode.
  expect(ask('synchronous')).toEqual([[2]]);
  expect(ask('journal_mode')).toEqual([['wal']]);
  database.close();
});
