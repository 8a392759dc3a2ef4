import { expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';

const dataFolder = createDataFolder();

test('chooses SQLite in the data folder without DATABASE_URL', async () => {
  vi.stubEnv('DATABASE_URL', '');
  expect(await chooseDatabaseAdapter()).toMatchObject({ location: dataFolder, name: 'SQLite' });
});

test.each([
  ['postgres://table:Secret-1797@db.example:6543/site?sslmode=require', 'db.example:6543/site'],
  ['postgres://table@%2Frun%2Fpostgresql/site', '%2Frun%2Fpostgresql/site'],
])('chooses Postgres for %s, and names it without user and password', async (url, name) => {
  vi.stubEnv('DATABASE_URL', url);
  expect(await chooseDatabaseAdapter()).toMatchObject({ location: 'the database of DATABASE_URL', name });
});
