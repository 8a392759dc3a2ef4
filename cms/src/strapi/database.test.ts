import { expect, test, vi } from 'vitest';
import { exitOf, fakeStrapi } from '../../testing/fakes';
import { requireDatabase } from './database';

const check = (raw: () => Promise<unknown>, client = 'postgres') =>
  requireDatabase(fakeStrapi({ db: { dialect: { client }, connection: { raw } } }));
const fail = (message: string, code?: string) => () =>
  Promise.reject(Object.assign(new Error(message), code && { code }));

test('accepts a Postgres database whose user may create tables', async () => {
  await expect(check(async () => ({ rows: [{ can_create: true }] }))).resolves.toBeUndefined();
});

test('sends no query to SQLite', async () => {
  const raw = vi.fn();
  await check(raw, 'sqlite');
  expect(raw).not.toHaveBeenCalled();
});

test.each([[[{ can_create: false }]], [[]]])(
  'ends the start without a restart when the privilege is %j',
  async (rows) => {
    expect(await exitOf(() => check(async () => ({ rows })))).toEqual({
      code: 78,
      line: "The CMS can't start: the user in DATABASE_URL may not create tables: make this user the owner of the database.",
    });
  },
);

test.each([
  ['password authentication failed', '28P01'],
  ['The server does not support SSL connections', undefined],
])('ends the start without a restart after “%s” (%s)', async (message, code) => {
  const reason = code ? `${code} ${message}` : message;
  expect(await exitOf(() => check(fail(message, code)))).toEqual({
    code: 78,
    line: `The CMS can't start: the database of DATABASE_URL refuses the connection (${reason}).`,
  });
});

test.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
  ['Connection terminated unexpectedly', undefined],
])('ends the process for a restart after “%s” (%s)', async (message, code) => {
  const { code: exitCode, line } = await exitOf(() => check(fail(message, code)));
  expect(exitCode).toBe(1);
  expect(line).toBe(
    `The CMS can't start yet: the database does not answer (${code ? `${code} ` : ''}${message}).`,
  );
});
