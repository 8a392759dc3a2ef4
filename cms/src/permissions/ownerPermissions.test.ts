import { join } from 'node:path';
import { Database } from '@strapi/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { fakeStrapi } from '../../testing/fakes';
import { recordKnownFields } from './ownerPermissions';

const OPEN = 'api::menu-side.menu-side';

const folder = createTemporaryFolder();
let database: Database;

beforeEach(() => {
  database = new Database({
    connection: {
      client: 'sqlite',
      connection: { filename: join(folder, 'strapi.db') },
      useNullAsDefault: true,
    },
    settings: { migrations: { dir: folder } },
  });
});
afterEach(async () => {
  await database.destroy();
});

test('records once which fields the content types had before the update', async () => {
  const { connection } = database;
  const strapi = fakeStrapi({ db: { connection } });
  const readStored = async () =>
    (await connection('strapi_core_store_settings').where({ key: 'app_owner_fields' })).map(({ value }) =>
      JSON.parse(value),
    );
  await recordKnownFields(strapi);
  await connection.schema.createTable('strapi_core_store_settings', (table) => {
    table.increments('id');
    for (const name of ['key', 'value', 'type']) table.string(name);
  });
  await connection.schema.createTable('admin_permissions', (table) => {
    for (const name of ['action', 'subject', 'properties']) table.string(name);
  });
  // An interrupted first start has no permissions yet.
  await recordKnownFields(strapi);
  expect(await readStored()).toEqual([]);

  const add = (action: string, subject: string, fields: string[]) =>
    connection('admin_permissions').insert({
      action: `plugin::content-manager.explorer.${action}`,
      subject,
      properties: JSON.stringify({ fields }),
    });
  await add('read', OPEN, ['name']);
  await add('read', OPEN, ['name', 'description']);
  await add('update', OPEN, ['other']);
  await add('read', 'admin::user', ['email']);
  await recordKnownFields(strapi);
  await add('read', OPEN, ['new']);
  await recordKnownFields(strapi);
  expect(await readStored()).toEqual([{ [OPEN]: ['description', 'name'] }]);
});
