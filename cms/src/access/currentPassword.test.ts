import type { Core } from '@strapi/strapi';
import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import * as auditLog from '../auditLog/auditLog';
import { requireCurrentPassword } from './currentPassword';

vi.spyOn(auditLog, 'recordFailure').mockResolvedValue();

const OWNER = 'owner@test.example';
const MISSING = 'Type your current password here to change your e-mail address or your password.';
const WRONG = 'This is not your current password.';
const OWN_ACCOUNT =
  'Change your own e-mail address or password in your profile, which asks for your current password.';

/** Returns a function that sends a change of the account 2, which is the own one, and the emails of counted guesses. */
function setUp() {
  const own: Core.MiddlewareHandler = (_, next) => next();
  const routes = ['/users/me', '/users/:id'].map((path) => ({
    method: 'PUT',
    path,
    config: { middlewares: [own] },
  }));
  const guesses: string[] = [];
  requireCurrentPassword(
    fakeStrapi({
      admin: { routes: { admin: { routes } } },
      service: () => ({ validatePassword: async (typed: string) => typed === 'right' }),
    }),
    (_, email, attempt) => {
      guesses.push(email);
      return attempt();
    },
  );
  const send = async (path: string, body: unknown, id = '2') => {
    const context = fakeContext({
      request: { body },
      params: { id },
      state: { user: { id: 2, email: OWNER, password: 'hash' } },
    });
    const check = routes.find((route) => route.path === path)?.config.middlewares.at(-1);
    return Promise.resolve(check?.(context, async () => {})).then(
      () => 'passed',
      (error: Error) => error.message,
    );
  };
  return { send, guesses };
}

test.each([{ email: [OWNER] }, { password: 'Abcdefghijk1' }])(
  'accepts the change %j with the current password only',
  async (change) => {
    const { send, guesses } = setUp();
    for (const currentPassword of [undefined, null, '', 1, {}])
      expect(await send('/users/me', { ...change, currentPassword })).toBe(MISSING);
    expect(guesses).toEqual([]);
    expect(await send('/users/me', { ...change, currentPassword: 'wrong' })).toBe(WRONG);
    expect(await send('/users/me', { ...change, currentPassword: 'right' })).toBe('passed');
    expect(guesses).toEqual([OWNER, OWNER]);
  },
);

test('refuses a change of the own email or password by the route for the accounts of others', async () => {
  const { send } = setUp();
  for (const change of [{ email: 'new@test.example' }, { password: 'Abcdefghijk1' }]) {
    for (const id of ['2', '02', '2.0', '0_2', '+2'])
      expect(await send('/users/:id', change, id), id).toBe(OWN_ACCOUNT);
    expect(await send('/users/:id', change, '3')).toBe('passed');
  }
  expect(await send('/users/:id', { email: OWNER, firstname: 'Rosa', isActive: true })).toBe('passed');
});
