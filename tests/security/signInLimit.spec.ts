import { rmSync } from 'node:fs';
import { addAccount } from '../support/addAccount.ts';
import { accounts } from '../support/seededCopy.ts';
import { sendFrom } from '../support/sendFrom.ts';
import { expectSameRefusals } from '../support/signIns.ts';
import { expect, Stack, signIn, test } from '../support/stack.ts';

const { OWNER_EMAIL, OWNER_PASSWORD: PASSWORD } = accounts;
const OTHER_PASSWORD = 'Oak-Fire-1798-owner';

/** Behind an HTTPS proxy. All tests share it, so each uses its own addresses and accounts. */
let proxied: Stack;

test.beforeAll(async ({ copyData }) => {
  const { dataDir, databaseUrl } = await copyData();
  proxied = await Stack.start(dataDir, databaseUrl, { ADMIN_URL: 'https://admin.table.example' });
});

test.afterAll(async () => {
  await proxied.stop();
  rmSync(proxied.dataDir, { recursive: true });
});

interface Attempt {
  password?: string;
  /** The X-Forwarded-For header that the proxy sends to the CMS. */
  from: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Signs in behind the trusted proxy. */
const attempt = (email: unknown, { password = 'wrong', from, headers = {}, signal }: Attempt) =>
  fetch(`${proxied.cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ email, password }),
    ...(signal && { signal }),
  });

/** Signs in from an address of this machine that is not a trusted proxy's. */
const attemptFrom = (
  localAddress: string,
  { cms }: Stack,
  email: string,
  { password = 'wrong', from }: Attempt,
) =>
  sendFrom(localAddress, `${cms}/admin/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' },
    body: { email, password },
  });

/** The statuses of eleven wrong sign-ins that are counted as those of one address. */
const BLOCKED_AT_LAST = [...Array(10).fill(400), 429];

/** Signs in wrongly with eleven emails, one after the other, and returns the statuses. */
async function failElevenTimes(send: (email: string, turn: number) => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let turn = 1; turn <= 11; turn += 1)
    statuses.push((await send(`${turn}@elsewhere.example`, turn)).status);
  return statuses;
}

test.describe('counts failed sign-ins by', () => {
  test('the address that the proxy adds, not those that the client sends', async () => {
    const statuses = await failElevenTimes((email, turn) =>
      attempt(email, { from: `203.0.113.${turn}, 198.51.102.7` }),
    );
    expect(statuses).toEqual(BLOCKED_AT_LAST);
    const other = await attempt('other@test.example', { from: '203.0.113.1, 198.51.102.8' });
    expect(other.status).toBe(400);
  });

  test('the address of the connection behind a proxy that is not trusted', async () => {
    const statuses = await failElevenTimes((email, turn) =>
      attemptFrom('127.0.0.2', proxied, email, { from: `203.0.113.${turn}` }),
    );
    expect(statuses).toEqual(BLOCKED_AT_LAST);
    const forwarded = await attempt('forwarded@test.example', { from: '203.0.113.11' });
    expect(forwarded.status).toBe(400);
  });

  test('the address of the connection without a proxy', async ({ stack }) => {
    const statuses = await failElevenTimes((email, turn) =>
      attemptFrom('127.0.0.68', stack, email, { from: `203.0.113.${turn}` }),
    );
    expect(statuses).toEqual(BLOCKED_AT_LAST);
  });
});

test('warns once about a proxy that is not trusted', async () => {
  for (const from of ['203.0.113.21', '203.0.113.22'])
    await attemptFrom('127.0.0.4', proxied, 'nobody@test.example', { from });
  expect(proxied.log.match(/a reverse proxy that TRUSTED_PROXY does not contain/g)).toHaveLength(1);
});

test('rate-limits failed sign-ins without affecting active sessions', async () => {
  const attacker = '127.0.0.5';
  await addAccount(proxied, 'active@test.example');
  const token = await signIn(proxied.cms, 'active@test.example', PASSWORD);
  // All at once, with other emails, and with the route in another case.
  const guesses = Array.from({ length: 20 }, (_, index) =>
    sendFrom(attacker, `${proxied.cms}${index % 2 ? '/admin/login' : '/Admin/Login/'}`, {
      method: 'POST',
      body: { email: `${index}@elsewhere.example`, password: 'wrong' },
    }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);

  await test.step('every route that verifies a password or a token rejects the address', async () => {
    for (const [method, path] of [
      ['POST', '/admin/login'],
      ['POST', '/admin/register'],
      ['POST', '/admin/register-admin'],
      ['POST', '/admin/reset-password'],
      ['GET', '/admin/registration-info?registrationToken=x'],
    ] as const) {
      const body = { email: OWNER_EMAIL, password: PASSWORD };
      const options = { method, ...(method === 'POST' && { body }) };
      expect((await sendFrom(attacker, proxied.cms + path, options)).status, path).toBe(429);
    }
  });

  await test.step('who is signed in at this address stays signed in', async () => {
    const headers = { authorization: `Bearer ${token}` };
    expect((await sendFrom(attacker, `${proxied.cms}/admin/users/me`, { headers })).status).toBe(200);
  });
});

test('counts a wrong current password as a failed sign-in', async () => {
  const from = '127.0.0.6';
  await addAccount(proxied, 'profile@test.example');
  const token = await signIn(proxied.cms, 'profile@test.example', PASSWORD);
  const changeProfile = (body: object) =>
    sendFrom(from, `${proxied.cms}/admin/users/me`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  const changes = [{ email: 'thief@test.example' }, { password: OTHER_PASSWORD }];
  for (let count = 0; count < 5; count += 1)
    for (const change of changes)
      expect((await changeProfile({ ...change, currentPassword: `wrong ${count}` })).status).toBe(400);

  await test.step('the address can neither guess nor sign in any more', async () => {
    for (const change of changes) {
      const { status, text } = await changeProfile({ ...change, currentPassword: PASSWORD });
      expect(status).toBe(429);
      expect(JSON.parse(text).error.message).toMatch(/wrong too often/);
    }
    const login = { method: 'POST', body: { email: 'profile@test.example', password: PASSWORD } };
    expect((await sendFrom(from, `${proxied.cms}/admin/login`, login)).status).toBe(429);
  });

  await test.step('the rest of the profile has no limit', async () => {
    expect((await changeProfile({ firstname: 'Rosa' })).status).toBe(200);
  });
});

/** Signs in, and returns the cookie that marks the browser as known to the account. */
async function markBrowser(email: string, headers: Record<string, string> = {}): Promise<string> {
  const signedIn = await attempt(email, { password: PASSWORD, from: '192.0.2.1', headers });
  expect(signedIn.status).toBe(200);
  return signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith('known_browser_')) ?? '';
}

test('a sign-in marks the browser as known, with a cookie that no script and no other site can use', async () => {
  expect(await markBrowser(OWNER_EMAIL.toUpperCase())).toMatch(
    /^known_browser_[0-9a-f]{16}=\d{13}\.[\w-]{43}; path=\/admin; expires=[^;]+; samesite=strict; httponly$/,
  );
});

test('a sign-in by HTTPS limits the cookies to HTTPS', async () => {
  expect(await markBrowser(OWNER_EMAIL, { 'x-forwarded-proto': 'https' })).toMatch(/; secure;/);
});

test('a sign-in behind a proxy that is not trusted does not limit the cookies to HTTPS', async () => {
  const { status, headers } = await attemptFrom('127.0.0.7', proxied, OWNER_EMAIL, {
    password: PASSWORD,
    from: '203.0.113.20',
  });
  expect(status).toBe(200);
  const cookies = (headers['set-cookie'] ?? []).join('\n');
  expect(cookies).toMatch(/^known_browser_/m);
  expect(cookies).not.toMatch(/; secure/i);
});

test('while guesses at an account wait, only a known browser of its user signs in at once', async () => {
  const email = 'guessed@test.example';
  for (const account of [email, 'other-account@test.example']) await addAccount(proxied, account);
  const [name = '', value = ''] = (await markBrowser(email)).split(/[=;]/);
  const [, ofOther = ''] = (await markBrowser('other-account@test.example')).split(/[=;]/);
  const failed = Array.from({ length: 20 }, (_, index) => attempt(email, { from: `198.51.100.${index}` }));
  const statuses = (await Promise.all(failed)).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill(400));

  const guesses = new AbortController();
  const answers: string[] = [];
  const send = (label: string, options: Attempt) =>
    void attempt(email, { signal: guesses.signal, ...options }).then(
      ({ status }) => answers.push(`${label} ${status}`),
      () => {},
    );
  // One attempt is admitted each second, and at most ten wait, two from each address.
  for (const last of [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7]) send('guess', { from: `198.51.101.${last}` });
  await expect.poll(() => answers).toContain('guess 429');

  await test.step('a browser with a forged cookie waits', async () => {
    for (const forged of [
      `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
      ofOther,
      `9${value.slice(1)}`,
    ])
      send('forged', { password: PASSWORD, from: '192.0.2.2', headers: { cookie: `${name}=${forged}` } });
    const headers = { cookie: `${name}=${value}` };
    const known = await attempt(email, { password: PASSWORD, from: '192.0.2.2', headers });
    expect(known.status).toBe(200);
    expect(answers).not.toContain('forged 200');
  });

  await test.step('attempts whose client disconnects make room for another browser of the user', async () => {
    guesses.abort();
    const signInElsewhere = async () =>
      (await attempt(email, { password: PASSWORD, from: '192.0.2.3' })).status;
    // Each turn takes a second.
    await expect.poll(signInElsewhere, { timeout: 40_000 }).toBe(200);
  });
});

test('answers a sign-in whose email or password is not a string as it answers a wrong password', () =>
  expectSameRefusals(proxied.cms));
