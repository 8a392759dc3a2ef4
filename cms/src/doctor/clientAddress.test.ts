import { expect, test, vi } from 'vitest';
import { fakeSecrets } from '../../testing/fakeSecrets';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { createDoctorToken, revealClientAddress } from './clientAddress';

fakeSecrets();

/** Sends a request with a token to the route and returns the context. */
function ask(token: string) {
  const headers: Record<string, string> = {
    'x-doctor-token': token,
    'x-forwarded-for': '192.0.2.1, 198.51.100.7',
  };
  const routes = vi.fn();
  revealClientAddress(fakeStrapi({ server: { routes } }));
  const [{ method, path, handler }] = routes.mock.calls[0]?.[0] ?? [];
  expect([method, path]).toEqual(['GET', '/client-address']);
  const notFound = vi.fn();
  const context = fakeContext({
    get: (name: string) => headers[name] ?? '',
    request: { ip: '198.51.100.7', secure: true },
    state: {},
    notFound,
    body: undefined,
  });
  handler(context);
  return { body: context.body, isFound: notFound.mock.calls.length === 0, headers: context.sentHeaders };
}

test('answers the doctor with the address, the header and the scheme that the CMS has', () => {
  expect(ask(createDoctorToken())).toEqual({
    isFound: true,
    body: {
      address: '198.51.100.7',
      hasUntrustedProxy: false,
      forwardedFor: '192.0.2.1, 198.51.100.7',
      isSecure: true,
    },
    headers: { 'cache-control': 'no-store' },
  });
});

test.each(['', 'guessed', '9999999999999.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
  'answers a request with the token “%s” as a path that doesn’t exist',
  (token) => {
    expect(ask(token)).toEqual({ isFound: false, body: undefined, headers: {} });
  },
);
