import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { createFirstAccounts } from './accounts';
import { isStrong } from './passwords';

const FIXED = 'api::homepage.homepage';
const OPEN = 'api::menu-side.menu-side';
const permission = (action: string, subject: string | null, fields?: string[]) => ({
  action: `plugin::content-manager.${action}`,
  subject,
  properties: fields ? { fields } : {},
  conditions: [],
});

/** Creates the first accounts of a site with so many administrators; returns what was changed, in order. */
async function createAccounts(administrators = 0, permissions: object[] = []) {
  const changes: [what: string, value?: object][] = [];
  const created: { password: string }[] = [];
  const queries: Record<string, object> = {
    'admin::user': {
      count: async () => administrators,
      deleteMany: async () => changes.push(['delete all users']),
    },
    'admin::role': { update: async () => ({ id: 2 }) },
    'admin::permission': { findMany: async () => permissions },
  };
  const services: Record<string, object> = {
    'admin::user': {
      create: async (user: { password: string }) => {
        changes.push(['create', user]);
        created.push(user);
      },
    },
    'admin::role': {
      getSuperAdmin: async () => ({ id: 1 }),
      assignPermissions: async (_id: number, assigned: object[]) => changes.push(['assign', assigned]),
    },
  };
  await createFirstAccounts(
    fakeStrapi({ db: { query: (uid: string) => queries[uid] }, service: (uid: string) => services[uid] }),
  );
  return { changes, created };
}

const { send } = process;
const printed = () => vi.mocked(console.log).mock.calls.map(([text]) => String(text));

beforeEach(() => {
  for (const name of ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'OWNER_EMAIL', 'OWNER_PASSWORD']) vi.stubEnv(name, '');
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  // The test runner, which is this process's parent, must not receive the sign-ins.
  process.send = undefined;
});
afterEach(() => {
  process.send = send;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('creates the owner and then the administrator with generated passwords, and prints them once', async () => {
  const { changes, created } = await createAccounts();
  expect(changes.map(([what]) => what)).toEqual(['delete all users', 'assign', 'create', 'create']);
  expect(created).toMatchObject([
    { email: 'owner@sciototable.example', roles: [2], isActive: true },
    { email: 'admin@sciototable.example', roles: [1], isActive: true },
  ]);
  expect(printed()).toHaveLength(1);
  const passwords = [...(printed()[0] ?? '').matchAll(/@sciototable\.example {2}(\S+)$/gm)].map(
    ([, text]) => text,
  );
  expect(passwords).toHaveLength(2);
  for (const password of passwords) expect(isStrong(password ?? '')).toBe(true);
  expect(passwords.reverse()).toEqual(created.map(({ password }) => password));
});

test('does not print passwords of the environment', async () => {
  vi.stubEnv('OWNER_EMAIL', ' Owner@Test.Example ');
  vi.stubEnv('OWNER_PASSWORD', 'Abcdefghijk1');
  const { changes } = await createAccounts();
  expect(changes).toContainEqual([
    'create',
    expect.objectContaining({ email: 'owner@test.example', password: 'Abcdefghijk1' }),
  ]);
  expect(printed()[0]).toContain('owner@test.example  (password from the environment)');
  expect(printed()[0]).not.toContain('Abcdefghijk1');
});

test('changes nothing when there is an administrator, even with invalid settings', async () => {
  vi.stubEnv('ADMIN_EMAIL', 'invalid');
  expect((await createAccounts(1)).changes).toEqual([]);
  expect(printed()).toEqual([]);
});

test.each([
  ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL is "admin", which is not an e-mail address.'],
  ['OWNER_EMAIL', 'a b@test.example', 'OWNER_EMAIL is "a b@test.example", which is not an e-mail address.'],
  ['OWNER_EMAIL', 'a@b', 'OWNER_EMAIL is "a@b", which is not an e-mail address.'],
  ['OWNER_EMAIL', 'ADMIN@sciototable.example', 'ADMIN_EMAIL and OWNER_EMAIL must differ.'],
  ['OWNER_PASSWORD', 'Abcdefghij1', 'OWNER_PASSWORD is too weak: use at least 12 characters'],
  ['ADMIN_PASSWORD', 'abcdefghijk1', 'ADMIN_PASSWORD is too weak'],
])('rejects the %s %j before it changes anything', async (name, value, message) => {
  vi.stubEnv(name, value);
  await expect(createAccounts()).rejects.toThrow(message);
});

test('the owner may neither change the layout nor add or delete fixed records, nor move them', async () => {
  const fields = ['mainHeading', 'place', 'position'];
  const { changes } = await createAccounts(0, [
    permission('explorer.create', FIXED, fields),
    permission('explorer.delete', FIXED),
    permission('explorer.update', FIXED, fields),
    permission('explorer.read', FIXED, fields),
    permission('explorer.create', OPEN, fields),
    permission('explorer.update', OPEN, fields),
    permission('collection-types.configure-view', null),
    { action: 'plugin::upload.configure-view', subject: null, properties: {}, conditions: [] },
    { action: 'plugin::upload.read', subject: null, properties: {}, conditions: ['admin::is-creator'] },
  ]);
  expect(changes.find(([what]) => what === 'assign')?.[1]).toEqual([
    permission('explorer.update', FIXED, ['mainHeading']),
    permission('explorer.read', FIXED, fields),
    permission('explorer.create', OPEN, fields),
    permission('explorer.update', OPEN, fields),
    { action: 'plugin::upload.read', subject: null, properties: {}, conditions: ['admin::is-creator'] },
  ]);
});
