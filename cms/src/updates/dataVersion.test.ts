import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '@strapi/database';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { exitOf, fakeStrapi } from '../../testing/fakes';
import * as updateBackup from '../backups/updateBackup';
import { isOlder } from '../environment/isOlder';
import { checkDataVersion, refuseUpdate, storeFirstDataVersion } from './dataVersion';

const TABLE = 'strapi_core_store_settings';
const createUpdateBackup = vi.spyOn(updateBackup, 'createUpdateBackup');

const folder = createDataFolder();
let database: Database;
const sync = vi.fn();
const log = { info: vi.fn() };
const strapi = () =>
  fakeStrapi({
    db: { connection: database.connection, dialect: { client: 'sqlite' }, schema: { sync } },
    log,
  });
const backup = (name: string) => join(folder, 'backups', name);

/** Creates Strapi's core store with some values. */
async function createStore(values: Record<string, unknown> = {}) {
  await database.connection.schema.createTable(TABLE, (table) => {
    table.increments('id');
    for (const name of ['key', 'value', 'type']) table.string(name);
  });
  for (const [key, value] of Object.entries(values))
    await database.connection(TABLE).insert({ key, value: JSON.stringify(value), type: 'object' });
}
const storeVersion = (version: unknown) => createStore({ scioto_table_version: version });

async function readStored(): Promise<unknown> {
  const rows = await database.connection(TABLE).where({ key: 'scioto_table_version' });
  expect(rows.length).toBeLessThan(2);
  return rows[0] && { ...JSON.parse(rows[0].value), type: rows[0].type };
}

beforeEach(() => {
  database = new Database({
    connection: {
      client: 'sqlite',
      connection: { filename: join(folder, 'strapi.db') },
      useNullAsDefault: true,
    },
    settings: { migrations: { dir: folder } },
  });
  vi.stubEnv('VERSION', '1.2.0');
  createUpdateBackup.mockImplementation(async (_, to) => `before-${to}`);
});
afterEach(async () => {
  await database.destroy();
});

test.each([
  ['1.9.0', '1.10.0', true],
  ['2.0.0', '1.10.10', false],
])('isOlder(%s, %s) is %s', (version, other, expected) => {
  expect(isOlder(version, other)).toBe(expected);
});

test('a first start makes no backup and stores its version', async () => {
  await checkDataVersion(strapi());
  await createStore();
  await checkDataVersion(strapi());
  await storeFirstDataVersion(strapi());
  await storeFirstDataVersion(strapi());
  expect(await readStored()).toEqual({ type: 'object', version: '1.2.0' });
  expect(createUpdateBackup).not.toHaveBeenCalled();
});

test.each([
  ['1.1.0', { scioto_table_version: { version: '1.1.0', backup: 'before-1.1.0' } }],
  ['1.0', { app_seed_progress: { complete: true } }],
])('ten starts of a newer version on data of version %s make one backup', async (from, values) => {
  await createStore(values);
  for (let start = 0; start < 10; start += 1) {
    await checkDataVersion(strapi());
    await storeFirstDataVersion(strapi());
  }
  expect(createUpdateBackup.mock.calls).toEqual([[from, '1.2.0']]);
  expect(await readStored()).toEqual({ type: 'object', version: '1.2.0', backup: 'before-1.2.0' });
  expect(log.info.mock.calls).toEqual([
    [`Updating from version ${from} to 1.2.0; the data as it was before is in ${backup('before-1.2.0')}`],
  ]);
});

test('a backup that fails ends the start, and the next start tries again', async () => {
  await storeVersion({ version: '1.1.0' });
  createUpdateBackup.mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
  expect(await exitOf(() => checkDataVersion(strapi()))).toEqual({
    code: 78,
    line: "The CMS can't start: the backup before the update from version 1.1.0 to 1.2.0 failed (ENOSPC: no space left on device). \
Nothing was changed: fix this and start again, or start version 1.1.0 again.",
  });
  expect(await readStored()).toEqual({ type: 'object', version: '1.1.0' });
  await checkDataVersion(strapi());
  expect(await readStored()).toMatchObject({ version: '1.2.0' });
});

test('older code refuses to start, and names the backup of the update if there is one', async () => {
  const version = { version: '1.10.0', backup: 'before-1.10.0' };
  await storeVersion(version);
  expect(await exitOf(() => checkDataVersion(strapi()))).toEqual({
    code: 78,
    line: "The CMS can't start: this is version 1.2.0, but version 1.10.0 has used the data. \
Start version 1.10.0 or newer, or restore a backup of version 1.2.0 or older (docs/updates.md).",
  });
  expect(await readStored()).toEqual({ type: 'object', ...version });
  mkdirSync(backup('before-1.10.0'), { recursive: true });
  expect((await exitOf(() => checkDataVersion(strapi()))).line).toContain(
    `restore ${backup('before-1.10.0')}, the data as it was before the update (docs/updates.md).`,
  );
});

test.each(['', '1.0.0-rc.1'])('compares and stores nothing when VERSION is %j', async (version) => {
  vi.stubEnv('VERSION', version);
  await storeVersion({ version: '1.10.0' });
  await checkDataVersion(strapi());
  await database.connection(TABLE).delete();
  await storeFirstDataVersion(strapi());
  expect(await readStored()).toBeUndefined();
  expect(createUpdateBackup).not.toHaveBeenCalled();
});

test('a failed first start names no backup', async () => {
  expect(await exitOf(() => refuseUpdate(strapi(), 'seed record "tab-home": faulty.'))).toEqual({
    code: 78,
    line: `The CMS can't start: seed record "tab-home": faulty.`,
  });
});
