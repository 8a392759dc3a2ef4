import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { protectPasswordRoutes } from './passwordRoutes';

/** Returns a function that sends a request to a route, which answers with the error; its result is the message. */
function setUp() {
  const create = (method: string, path: string) => ({
    method,
    path,
    config: { middlewares: [] as Core.MiddlewareHandler[] },
  });
  const routes = [
    ...['/reset-password', '/register', '/register-admin'].map((path) => create('POST', path)),
    ...['/users/me', '/users/:id'].map((path) => create('PUT', path)),
  ];
  protectPasswordRoutes(fakeStrapi({ admin: { routes: { admin: { routes } } } }));
  return async (path: string, error: Error) => {
    const middlewares = routes.find((route) => route.path === path)?.config.middlewares ?? [];
    const context = fakeContext({ request: { body: {} } });
    const run = async (index: number): Promise<unknown> => {
      const middleware = middlewares[index];
      if (!middleware) throw error;
      return middleware(context, () => run(index + 1) as Promise<void>);
    };
    return run(0).catch(({ message }: Error) => message);
  };
}

test.each([
  ['', 'Ask whoever looks after the site for a new one.'],
  ['smtp://mail.example', 'Go back to the sign-in and press “Forgot your password?” to get a new one.'],
])('with the SMTP_URL %j, tells the user of an invalid link: %s', async (smtpUrl, advice) => {
  vi.stubEnv('SMTP_URL', smtpUrl);
  const send = setUp();
  const sentence = `This link has been used or is too old. ${advice}`;
  for (const message of [undefined, 'This reset password token has expired'])
    expect(await send('/reset-password', new errors.ApplicationError(message))).toBe(sentence);
  for (const error of [
    new errors.ValidationError('Missing'),
    new errors.RateLimitError('Wait'),
    new Error('Down'),
  ])
    expect(await send('/reset-password', error)).toBe(error.message);
  expect(await send('/users/me', new errors.ApplicationError('Other'))).toBe('Other');
});
