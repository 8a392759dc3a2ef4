import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { protectPasswordRoutes } from './passwordRoutes';

const PATHS = ['/reset-password', '/register', '/register-admin', '/users/me', '/users/:id'];
const RULE = /^This password is too weak: use at least 12 characters /;

const HOUR_MS = 60 * 60 * 1000;
/** When the link with a token ends. */
const LINKS: Record<string, Date | undefined> = {
  printed: new Date(Date.now() + 24 * HOUR_MS),
  ahead: new Date(Date.now() + 39 * HOUR_MS),
};

/** Returns a function that sends a request to a route, which answers with the error; its result is the message. */
function setUp(limit: Core.MiddlewareHandler = (_, next) => next()) {
  const routes = PATHS.flatMap((path) => [
    { method: 'GET', path, config: { middlewares: [] } },
    { method: path.startsWith('/users') ? 'PUT' : 'POST', path, config: { middlewares: [limit] } },
  ]);
  const db = {
    query: () => ({
      findOne: async ({ where }: { where: { resetPasswordToken: string } }) => ({
        resetPasswordTokenExpiresAt: LINKS[where.resetPasswordToken],
      }),
    }),
  };
  protectPasswordRoutes(fakeStrapi({ admin: { routes: { admin: { routes } } }, db }));
  return async (path: string, body: unknown, error?: Error) => {
    const context = fakeContext({ request: { body } });
    const route = routes.find((candidate) => candidate.path === path && candidate.method !== 'GET');
    const handle = async () => {
      if (error) throw error;
    };
    const run = (index: number): Promise<unknown> =>
      Promise.resolve(route?.config.middlewares[index]?.(context, () => run(index + 1)) ?? handle());
    return run(0).then(
      () => 'passed',
      ({ message }: Error) => message,
    );
  };
}

test.each(PATHS)('requires a strong password at %s', async (path) => {
  const send = setUp();
  for (const password of ['Abcdefghij1', ''])
    for (const body of [
      { password },
      { userInfo: { password } },
      { password, userInfo: { password: 'Abcdefghijk1' } },
    ])
      expect(await send(path, body), JSON.stringify(body)).toMatch(RULE);
  for (const body of [{ password: 'Abcdefghijk1' }, { userInfo: { password: 'Abcdefghijk1' } }])
    expect(await send(path, body)).toBe('passed');
});

test('leaves requests without a password to Strapi', async () => {
  const send = setUp();
  for (const body of [undefined, null, 'text', {}, { password: null }, { password: 1 }, { userInfo: null }])
    expect(await send('/users/me', body), JSON.stringify(body)).toBe('passed');
});

test('a weak password does not reach the limit of sign-ins', async () => {
  const limit = vi.fn<Core.MiddlewareHandler>((_, next) => next());
  const send = setUp(limit);
  await send('/reset-password', { password: 'weak' });
  expect(limit).not.toHaveBeenCalled();
});

test.each([
  ['', 'Ask whoever looks after the site for a new one.'],
  ['smtp://mail.example', 'Go back to the sign-in and press “Forgot your password?” to get a new one.'],
])('with the SMTP_URL %j, tells the user of an invalid link: %s', async (smtpUrl, advice) => {
  vi.stubEnv('SMTP_URL', smtpUrl);
  const send = setUp();
  const sentence = `This link has been used or is too old. ${advice}`;
  for (const message of [undefined, 'This reset password token has expired'])
    expect(await send('/reset-password', {}, new errors.ApplicationError(message))).toBe(sentence);
  for (const error of [
    new errors.ValidationError('Missing'),
    new errors.RateLimitError('Wait'),
    new Error('Down'),
  ])
    expect(await send('/reset-password', {}, error)).toBe(error.message);
  expect(await send('/users/me', {}, new errors.ApplicationError('Other'))).toBe('Other');
});

test('rejects a link that ends later than any link, and leaves the others to Strapi', async () => {
  const send = setUp();
  for (const resetPasswordToken of ['printed', 'unknown', '', 'a\0b', 1, undefined])
    expect(await send('/reset-password', { resetPasswordToken })).toBe('passed');
  expect(await send('/reset-password', { resetPasswordToken: 'ahead' })).toMatch(
    /^This link has been used or is too old\. /,
  );
});
