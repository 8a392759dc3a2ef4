import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import * as auditLog from '../auditLog/auditLog';
import { createFirstAccounts, reportFirstSignIns } from './firstAccounts';

interface User {
  email: string;
  password?: string;
  resetPasswordToken?: string;
  resetPasswordTokenExpiresAt?: Date;
}

/** Creates the first accounts of a site with so many administrators; returns what was changed, in order. */
async function createAccounts(administrators = 0) {
  const changes: [what: string, value?: object][] = [];
  const created: User[] = [];
  let isUnprinted: unknown = null;
  const queries: Record<string, object> = {
    'admin::user': {
      count: async () => administrators,
      deleteMany: async () => changes.push(['delete all users']),
      findMany: async () => created.map((user, id) => ({ ...user, id })).reverse(),
      update: async ({ where, data }: { where: { id: number }; data: object }) =>
        Object.assign(created[where.id] ?? {}, data),
    },
    'admin::role': { update: async () => ({ id: 2 }) },
    'admin::permission': { findMany: async () => [] },
  };
  const services: Record<string, object> = {
    'admin::user': {
      create: async (user: User) => {
        changes.push(['create', user]);
        created.push(user);
      },
    },
    'admin::role': {
      getSuperAdmin: async () => ({ id: 1 }),
      assignPermissions: async (_id: number, assigned: object[]) => changes.push(['assign', assigned]),
    },
  };
  const strapi = fakeStrapi({
    db: { query: (uid: string) => queries[uid] },
    service: (uid: string) => services[uid],
    store: () => ({
      get: async () => isUnprinted,
      set: async ({ value }: { value: unknown }) => {
        isUnprinted = value;
      },
    }),
  });
  await createFirstAccounts(strapi);
  return { changes, created, report: () => reportFirstSignIns(strapi) };
}

const { send } = process;
const printed = () => vi.mocked(console.log).mock.calls.map(([text]) => String(text));
/** The tokens of the links in a text. */
const tokensIn = (text = '') =>
  [...text.matchAll(/ {2}https:\/\/admin\.test\.example\/admin\/auth\/reset-password\?code=(\w{40})$/gm)].map(
    ([, token]) => token,
  );

beforeEach(() => {
  for (const name of ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'OWNER_EMAIL', 'OWNER_PASSWORD']) vi.stubEnv(name, '');
  vi.stubEnv('ADMIN_URL', 'https://admin.test.example/');
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  vi.spyOn(auditLog, 'recordLine').mockResolvedValue();
  // The test runner, which is this process's parent, must not receive the sign-ins.
  process.send = undefined;
});
afterEach(() => {
  process.send = send;
  vi.restoreAllMocks();
});

test('creates the owner and then the administrator without a password, and prints a link for each once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T00:00:00Z') });
  const { changes, created, report } = await createAccounts();
  expect(changes.map(([what]) => what)).toEqual(['delete all users', 'assign', 'create', 'create']);
  expect(created).toMatchObject([
    { email: 'owner@sciototable.example', roles: [2], isActive: true },
    { email: 'admin@sciototable.example', roles: [1], isActive: true },
  ]);
  for (const user of created) expect(user).not.toHaveProperty('password');
  expect(printed()).toEqual([]);

  await report();
  await report();
  expect(printed()).toHaveLength(1);
  expect(tokensIn(printed()[0])).toHaveLength(2);
  expect(tokensIn(printed()[0]).reverse()).toEqual(created.map((user) => user.resetPasswordToken));
  for (const { resetPasswordTokenExpiresAt } of created)
    expect(resetPasswordTokenExpiresAt).toEqual(new Date('2026-06-02T00:00:00Z'));
});

test('sends the links to the supervisor again at every start until it has printed them', async () => {
  const sent: unknown[] = [];
  process.send = (message: unknown) => sent.push(message) > 0;
  const listen = vi.spyOn(process, 'on').mockReturnValue(process);
  const { created, report } = await createAccounts();
  await report();
  await report();
  const latest = (role: string, email: string, token?: string) => ({
    role,
    email,
    link: `https://admin.test.example/admin/auth/reset-password?code=${token}`,
  });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({
    type: 'sign-ins',
    signIns: [
      latest('Administrator', 'admin@sciototable.example', created[1]?.resetPasswordToken),
      latest('Owner', 'owner@sciototable.example', created[0]?.resetPasswordToken),
    ],
  });
  const [event, receive] = listen.mock.lastCall ?? [];
  expect(event).toBe('message');
  receive?.({ type: 'sign-ins printed' });
  await report();
  expect(sent).toHaveLength(2);
  expect(printed()).toEqual([]);
});

test('changes nothing when there is an administrator, even with invalid settings', async () => {
  vi.stubEnv('ADMIN_EMAIL', 'invalid');
  const { changes, report } = await createAccounts(1);
  await report();
  expect(changes).toEqual([]);
  expect(printed()).toEqual([]);
});

test.each([
  ['OWNER_EMAIL', 'a@b', 'OWNER_EMAIL is "a@b", which is not an e-mail address.'],
  ['OWNER_EMAIL', 'ADMIN@sciototable.example', 'ADMIN_EMAIL and OWNER_EMAIL must differ.'],
  ['OWNER_PASSWORD', 'Abcdefghij1', 'OWNER_PASSWORD is too weak: use at least 12 characters'],
])('rejects the %s %j before it changes anything', async (name, value, message) => {
  vi.stubEnv(name, value);
  await expect(createAccounts()).rejects.toThrow(message);
});
