import { afterEach, expect, test } from 'vitest';
import { cms } from '../support/cms.ts';
import { administrator, Owner } from '../support/owner.ts';
import { accounts } from '../support/seededCopy.ts';

const { OWNER_EMAIL, OWNER_PASSWORD: PASSWORD } = accounts;
/** The address of a trusted proxy. */
const PROXY = '127.0.0.1';

interface Attempt {
  password?: string;
  /** The X-Forwarded-For header that a proxy sends to the CMS. */
  forwarded?: string;
  headers?: Record<string, string>;
}

const attempt = (
  from: string,
  email: string,
  { password = 'wrong', forwarded, headers = {} }: Attempt = {},
) =>
  cms.requestFrom(from, 'POST', '/admin/login', {
    body: { email, password },
    headers: { ...headers, ...(forwarded && { 'x-forwarded-for': forwarded }) },
  });

/** Makes the CMS one behind an HTTPS proxy, as with an ADMIN_URL that begins with https. */
const setBehindProxy = (isBehindProxy: boolean) => {
  cms.strapi.server.app.proxy = isBehindProxy;
};
afterEach(() => setBehindProxy(false));

test.each([
  ['the address that a trusted proxy adds, not those that the client sends', true, PROXY, ', 198.51.102.7'],
  ['the address of the connection behind a proxy that is not trusted', true, cms.createAddress(), ''],
  ['the address of the connection without a proxy', false, cms.createAddress(), ''],
])('counts failed sign-ins by %s', async (_, isBehindProxy, from, added) => {
  setBehindProxy(isBehindProxy);
  const statuses: number[] = [];
  for (let turn = 1; turn <= 11; turn += 1)
    statuses.push(
      (await attempt(from, `${turn}@elsewhere.example`, { forwarded: `203.0.113.${turn}${added}` })).status,
    );
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  const other = isBehindProxy ? PROXY : cms.createAddress();
  expect((await attempt(other, 'other@test.example', { forwarded: '203.0.113.11' })).status).toBe(400);
});

test('rate-limits failed sign-ins without affecting active sessions', async () => {
  const attacker = cms.createAddress();
  const active = new Owner('active@test.example');
  await administrator.addAccount(active.email);
  await active.readMenu();
  // All at once, with other emails, and with the route in another case.
  const guesses = Array.from({ length: 20 }, (_, index) =>
    cms.requestFrom(attacker, 'POST', index % 2 ? '/admin/login' : '/Admin/Login/', {
      body: { email: `${index}@elsewhere.example`, password: 'wrong' },
    }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);

  // Every route that verifies a password or a token rejects the address.
  for (const [method, path] of [
    ['POST', '/admin/login'],
    ['POST', '/admin/register'],
    ['POST', '/admin/register-admin'],
    ['POST', '/admin/reset-password'],
    ['GET', '/admin/registration-info?registrationToken=x'],
  ] as const) {
    const body = method === 'POST' ? { email: OWNER_EMAIL, password: PASSWORD } : undefined;
    expect((await cms.requestFrom(attacker, method, path, { body })).status, path).toBe(429);
  }

  // Who is signed in at this address stays signed in, but can't guess the password either.
  const changeProfile = (body: object) =>
    cms.requestFrom(attacker, 'PUT', '/admin/users/me', { body, email: active.email });
  expect((await changeProfile({ firstname: 'Rosa' })).status).toBe(200);
  const guess = await changeProfile({ email: 'thief@test.example', currentPassword: PASSWORD });
  expect([guess.status, guess.text]).toEqual([429, expect.stringMatching(/wrong too often/)]);
});

test('a sign-in marks the browser as known, with a cookie that no script, no other site and no plain HTTP can use', async () => {
  const readCookie = async (from: string, headers: Record<string, string>) => {
    const options = { password: PASSWORD, forwarded: '192.0.2.1', headers };
    const { headers: received } = await attempt(from, OWNER_EMAIL.toUpperCase(), options);
    return received['set-cookie']?.find((cookie) => cookie.startsWith('known_browser_'));
  };
  setBehindProxy(true);
  const https = { 'x-forwarded-proto': 'https' };
  expect(await readCookie(PROXY, https)).toMatch(
    /^known_browser_[0-9a-f]{16}=\d{13}\.[\w-]{43}; path=\/admin; expires=[^;]+; samesite=strict; secure; httponly$/,
  );
  expect(await readCookie(PROXY, {})).toMatch(/^known_browser_((?!secure).)*$/);
  // A proxy that is not trusted can say anything.
  expect(await readCookie(cms.createAddress(), https)).toMatch(/^known_browser_((?!secure).)*$/);
});
