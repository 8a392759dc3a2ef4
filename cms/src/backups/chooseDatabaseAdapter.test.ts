import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';

let dataFolder = '';

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'adapter-'));
  vi.stubEnv('DATA_DIR', dataFolder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataFolder, { recursive: true });
});

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
