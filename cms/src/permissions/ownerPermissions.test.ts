import { join } from 'node:path';
import { Database } from '@strapi/database';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { fakeStrapi } from '../../testing/fakes';
import { grantNewFields, recordKnownFields } from './ownerPermissions';

const FIXED = 'api::homepage.homepage';
const OPEN = 'api::menu-side.menu-side';
const explorer = (action: string) => `plugin::content-manager.explorer.${action}`;
const permission = (action: string, subject: string | null, fields?: string[]) => ({
  action: explorer(action),
  actionParameters: {},
  subject,
  properties: fields ? { fields } : {},
  conditions: [],
});

/** Calls `grantNewFields` and returns what it assigns to the owner's role, and what it stores. */
async function grant(options: {
  known: Record<string, string[]> | null;
  current: Record<string, string[]>;
  permissions: object[];
  hasRole?: boolean;
}) {
  const { known, current, permissions, hasRole = true } = options;
  const assignPermissions = vi.fn();
  const set = vi.fn();
  const queries: Record<string, object> = {
    'admin::role': { findOne: async () => (hasRole ? { id: 2 } : null) },
    'admin::permission': { findMany: async () => permissions },
  };
  const services: Record<string, object> = {
    'admin::role': { assignPermissions },
    'admin::permission': {
      actionProvider: { values: () => [{ section: 'contentTypes' }, { section: 'plugins' }] },
    },
    'admin::content-type': {
      getNestedFields: ({ uid }: { uid: string }) => [...(current[uid] ?? [])],
      getPermissionsWithNestedFields: (actions: object[]) =>
        Object.entries(current).flatMap(([uid, fields]) =>
          actions.flatMap(() => [
            ...['create', 'read', 'update'].map((action) => permission(action, uid, fields)),
            ...['delete', 'publish'].map((action) => permission(action, uid)),
          ]),
        ),
    },
  };
  await grantNewFields(
    fakeStrapi({
      contentTypes: Object.fromEntries(['admin::user', ...Object.keys(current)].map((uid) => [uid, { uid }])),
      components: {},
      store: () => ({ get: async () => known, set }),
      service: (uid: string) => services[uid],
      db: { query: (uid: string) => queries[uid], transaction: (run: () => Promise<void>) => run() },
    }),
  );
  return { assigned: assignPermissions.mock.calls[0], stored: set.mock.calls[0]?.[0].value };
}

test('the owner gets new fields with the permissions that she has for their type, and not the place of a record', async () => {
  const current = {
    [FIXED]: ['heading', 'place', 'position', 'text'],
    [OPEN]: ['name', 'position', 'spice'],
  };
  const { assigned, stored } = await grant({
    known: { [FIXED]: ['heading'], [OPEN]: ['name'] },
    current,
    permissions: [
      permission('read', FIXED, ['heading']),
      permission('update', FIXED, ['heading']),
      permission('publish', FIXED),
      permission('update', OPEN, ['name']),
      permission('read', null),
    ],
  });
  expect(assigned).toEqual([
    2,
    [
      permission('read', FIXED, ['heading', 'place', 'position', 'text']),
      permission('update', FIXED, ['heading', 'text']),
      permission('publish', FIXED),
      permission('update', OPEN, ['name', 'position', 'spice']),
      permission('read', null),
    ],
  ]);
  expect(stored).toEqual(current);
});

test('what an administrator has taken away or granted stays', async () => {
  const permissions = [
    { ...permission('update', FIXED, ['position']), conditions: ['admin::is-creator'] },
    permission('delete', FIXED),
  ];
  const { assigned } = await grant({
    known: { [FIXED]: ['heading', 'position'], [OPEN]: ['name'] },
    current: { [FIXED]: ['heading', 'position', 'text'], [OPEN]: ['name', 'spice'] },
    permissions,
  });
  expect(assigned).toEqual([
    2,
    [
      { ...permission('update', FIXED, ['position', 'text']), conditions: ['admin::is-creator'] },
      permission('delete', FIXED),
    ],
  ]);
});

test('the owner gets a new type as in a new installation', async () => {
  const { assigned } = await grant({
    known: {},
    current: { [FIXED]: ['heading', 'position'] },
    permissions: [permission('publish', OPEN)],
  });
  expect(assigned).toMatchObject([
    2,
    [
      permission('publish', OPEN),
      { action: explorer('read'), subject: FIXED, properties: { fields: ['heading', 'position'] } },
      { action: explorer('update'), subject: FIXED, properties: { fields: ['heading'] } },
      { action: explorer('publish'), subject: FIXED },
    ],
  ]);
  expect(assigned?.[1]).toHaveLength(4);
});

test('changes nothing when no field is new', async () => {
  const { assigned, stored } = await grant({
    known: { [OPEN]: ['name'], [FIXED]: ['heading', 'text'] },
    current: { [FIXED]: ['text', 'heading'], [OPEN]: ['name'] },
    permissions: [],
  });
  expect([assigned, stored]).toEqual([undefined, undefined]);
});

test.each([
  ['on the first start, whose role has all of them', { known: null }],
  ['when an administrator has deleted the role', { known: {}, hasRole: false }],
])('only stores the fields %s', async (_, options) => {
  const current = { [OPEN]: ['name'] };
  const { assigned, stored } = await grant({ current, permissions: [], ...options });
  expect([assigned, stored]).toEqual([undefined, current]);
});

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
      action: explorer(action),
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
