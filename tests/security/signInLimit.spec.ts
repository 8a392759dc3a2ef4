import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { expectSameRefusals } from '../support/signIns.ts';
import { accounts, expect, Stack, test } from '../support/stack.ts';

/** Behind an HTTPS proxy. All tests share it, so each uses its own addresses and accounts. */
let stack: Stack;

test.beforeAll(async ({ copyData }) => {
  const { dataDir, databaseUrl } = await copyData();
  stack = await Stack.start(dataDir, databaseUrl, { ADMIN_URL: 'https://admin.table.example' });
});

test.afterAll(async () => {
  await stack.stop();
  rmSync(stack.dataDir, { recursive: true });
});

interface Attempt {
  password?: string;
  /** The X-Forwarded-For header that the proxy sends to the CMS. */
  from: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const attempt = (stack: Stack, email: unknown, { password = 'wrong', from, headers = {}, signal }: Attempt) =>
  fetch(`${stack.cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ email, password }),
    ...(signal && { signal }),
  });

test('counts failed sign-ins by the address that the proxy adds, not by those that the client sends', async () => {
  const statuses: number[] = [];
  for (let turn = 1; turn <= 11; turn += 1) {
    const from = `203.0.113.${turn}, 198.51.102.7`;
    statuses.push((await attempt(stack, `${turn}@test.example`, { from })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  const other = await attempt(stack, 'other@test.example', { from: '203.0.113.1, 198.51.102.8' });
  expect(other.status).toBe(400);
});

/** Signs in from an address of this machine that is not a trusted proxy's. */
async function attemptFrom(localAddress: string, email: string, { password = 'wrong', from }: Attempt) {
  const outgoing = request(`${stack.cms}/admin/login`, {
    method: 'POST',
    localAddress,
    agent: false,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'x-forwarded-proto': 'https' },
  });
  outgoing.end(JSON.stringify({ email, password }));
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  response?.resume();
  return { status: response?.statusCode, cookies: (response?.headers['set-cookie'] ?? []).join('\n') };
}

test('counts failed sign-ins by the connection’s address when no trusted proxy sent the forwarded one, and warns once', async () => {
  const statuses: unknown[] = [];
  for (let turn = 1; turn <= 11; turn += 1) {
    const { status } = await attemptFrom('127.0.0.2', `${turn}@elsewhere.example`, {
      from: `203.0.113.${turn}`,
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
  const forwarded = await attempt(stack, 'forwarded@test.example', { from: '203.0.113.11' });
  expect(forwarded.status).toBe(400);
  expect(stack.log.match(/a reverse proxy that TRUSTED_PROXY does not contain/g)).toHaveLength(1);
});

test('signs the owner in behind a proxy that is not trusted, with cookies that are not limited to HTTPS', async () => {
  const { OWNER_EMAIL: owner, OWNER_PASSWORD: password } = accounts;
  const { status, cookies } = await attemptFrom('127.0.0.3', owner, { password, from: '203.0.113.20' });
  expect(status).toBe(200);
  expect(cookies).toMatch(/^known_browser_/m);
  expect(cookies).not.toMatch(/; secure/i);
});

test('delays guesses at one account from many addresses, while a known browser of its owner signs in at once', async () => {
  const { OWNER_EMAIL: owner, OWNER_PASSWORD: password } = accounts;
  const signedIn = await attempt(stack, owner.toUpperCase(), { password, from: '192.0.2.1' });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.getSetCookie().find((text) => text.startsWith('known_browser_')) ?? '';
  expect(cookie).toMatch(
    /^known_browser_[0-9a-f]{16}=\d{13}\.[\w-]{43}; path=\/admin; expires=[^;]+; samesite=strict; httponly$/,
  );
  const overHttps = await attempt(stack, owner, {
    password,
    from: '192.0.2.1',
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(overHttps.headers.getSetCookie().join('\n')).toMatch(/known_browser_.*; secure;/);
  const ofAdmin = await attempt(stack, accounts.ADMIN_EMAIL, {
    password: accounts.ADMIN_PASSWORD,
    from: '192.0.2.1',
  });
  const [name, value = ''] = cookie.split(';', 1).join('').split('=');
  const forged = [
    `${name}=${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
    `${name}=${(ofAdmin.headers.getSetCookie().find((text) => text.startsWith('known_browser_')) ?? '').split(/[=;]/)[1]}`,
    `${name}=9${value.slice(1)}`,
  ];

  const emails = [owner, 'nobody@test.example'];
  for (const email of emails) {
    const failed = Array.from({ length: 20 }, (_, index) =>
      attempt(stack, email, { from: `198.51.100.${index}` }),
    );
    const statuses = (await Promise.all(failed)).map(({ status }) => status);
    expect(statuses, email).toEqual(Array(20).fill(400));
  }

  // One attempt is admitted each second, and at most ten wait, two from each address.
  const guesses = new AbortController();
  const answers: string[] = [];
  const send = (label: string, email: string, options: Attempt) =>
    attempt(stack, email, { signal: guesses.signal, ...options }).then(
      ({ status }) => answers.push(`${label} ${status}`),
      () => {},
    );
  for (const email of emails) {
    for (const last of [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7])
      void send(email, email, { from: `198.51.101.${last}` });
    await expect.poll(() => answers).toContain(`${email} 429`);
  }
  for (const cookie of forged)
    void send('forged', owner, { password, from: '192.0.2.2', headers: { cookie } });
  const knownBrowser = await attempt(stack, owner, {
    password,
    from: '192.0.2.2',
    headers: { cookie: `${name}=${value}` },
  });
  expect(knownBrowser.status).toBe(200);
  expect(answers).not.toContain('forged 200');
  expect(answers.filter((answer) => answer.endsWith(' 400')).length).toBeLessThan(22);

  // Disconnected attempts free their places in the queue, so another browser of the owner gets its turn.
  guesses.abort();
  const signInStatus = (email: string) => async () =>
    (await attempt(stack, email, { password, from: '192.0.2.3' })).status;
  // Each turn takes a second.
  const TURNS = { timeout: 40_000 };
  await expect.poll(signInStatus(owner), TURNS).toBe(200);
  await expect.poll(signInStatus('nobody@test.example'), TURNS).toBe(400);
});

test('answers a sign-in whose email or password is not a string as it answers a wrong password', () =>
  expectSameRefusals(stack.cms));
