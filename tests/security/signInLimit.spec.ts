import { createRequire } from 'node:module';
import { accounts, expect, type Stack, test } from '../support/stack.ts';

// The CMS is a CommonJS package, so an ES import does not find the names it exports.
const require = createRequire(import.meta.url);
const {
  FailureCounter,
}: typeof import('../../cms/src/access/failureCounter.ts') = require('../../cms/src/access/failureCounter.ts');
const {
  getNetworkAddress,
}: typeof import('../../cms/src/access/networkAddress.ts') = require('../../cms/src/access/networkAddress.ts');

test('counts IPv6 addresses by their /64 network, and IPv4 addresses one by one', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:db8:0001:0002:0:0:0:1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::7:6:5:4:3', '2001:db8:0:7'],
    ['2001:db8:0:7::9', '2001:db8:0:7'],
    ['1::', '1:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1:2%eth0', 'fe80:0:0:0'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['', 'unknown'],
    ['x'.repeat(10_000), 'unknown'],
  ] as const)
    expect(getNetworkAddress(address), address).toBe(network);
});

test.describe('the failure counter', () => {
  let time = 0;
  const counter = (keys = 3) =>
    new FailureCounter({ maxFailures: 2, windowMs: 100, maxKeys: keys }, () => time);
  const fail = (failures: InstanceType<typeof FailureCounter>, key: string, times: number) => {
    for (let count = 0; count < times; count += 1) failures.add(key);
  };

  test.beforeEach(() => {
    time = 0;
  });

  test('blocks a key at its limit until the window ends', () => {
    const failures = counter();
    fail(failures, 'a', 1);
    time = 40;
    expect(failures.remainingBlockMs('a')).toBe(0);
    fail(failures, 'a', 1);
    expect(failures.remainingBlockMs('a')).toBe(60);
    expect(failures.remainingBlockMs('b')).toBe(0);
    time = 100;
    expect(failures.remainingBlockMs('a')).toBe(0);
    fail(failures, 'a', 1);
    expect(failures.remainingBlockMs('a')).toBe(0);
  });

  test('does not count a failure that was removed', () => {
    const failures = counter();
    failures.add('a')();
    fail(failures, 'a', 1);
    const removeFailure = failures.add('a');
    expect(failures.remainingBlockMs('a')).toBe(100);
    removeFailure();
    expect(failures.remainingBlockMs('a')).toBe(0);
  });

  test('a failure that is removed late does not lower the count of the next window', () => {
    const failures = counter();
    const removeFailure = failures.add('a');
    time = 100;
    fail(failures, 'a', 2);
    removeFailure();
    expect(failures.remainingBlockMs('a')).toBe(100);
  });

  test('removes expired keys before any other', () => {
    const failures = counter();
    fail(failures, 'expired and blocked', 2);
    time = 50;
    fail(failures, 'a', 1);
    fail(failures, 'b', 1);
    time = 100;
    fail(failures, 'new', 1);
    for (const key of ['a', 'b', 'new']) {
      fail(failures, key, 1);
      expect(failures.remainingBlockMs(key), key).toBeGreaterThan(0);
    }
  });

  test('removes the oldest key that is not blocked, and keeps blocked keys, when it is full', () => {
    const failures = counter();
    fail(failures, 'blocked', 2);
    fail(failures, 'old', 1);
    fail(failures, 'newer', 1);
    fail(failures, 'newest', 1);
    fail(failures, 'newer', 1);
    expect(failures.remainingBlockMs('blocked')).toBe(100);
    expect(failures.remainingBlockMs('newer')).toBe(100);
    fail(failures, 'old', 1);
    expect(failures.remainingBlockMs('old')).toBe(0);
  });

  test('removes the block that ends first when all keys are blocked', () => {
    const failures = counter();
    for (const key of ['a', 'b', 'c', 'd']) {
      fail(failures, key, 2);
      time += 1;
    }
    expect(['a', 'b', 'c', 'd'].map((key) => failures.remainingBlockMs(key) > 0)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
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

test.describe('behind an HTTPS proxy', () => {
  test.use({ settings: { ADMIN_URL: 'https://admin.table.example' } });

  test('counts failed sign-ins by the address that the proxy adds, not by those that the client sends', async ({
    ownStack: stack,
  }) => {
    const statuses: number[] = [];
    for (let turn = 1; turn <= 11; turn += 1) {
      const from = `203.0.113.${turn}, 198.51.100.7`;
      statuses.push((await attempt(stack, `${turn}@test.example`, { from })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const other = await attempt(stack, 'other@test.example', { from: '203.0.113.1, 198.51.100.8' });
    expect(other.status).toBe(400);
  });

  test('delays guesses at one account from many addresses, while a known browser of its owner signs in at once', async ({
    ownStack: stack,
  }) => {
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
    await expect.poll(signInStatus(owner)).toBe(200);
    await expect.poll(signInStatus('nobody@test.example')).toBe(400);
  });
});

test('answers a sign-in whose email or password is not a string as it answers a wrong password', {
  tag: '@both',
}, async ({ ownStack: stack }) => {
  const { OWNER_EMAIL: owner, OWNER_PASSWORD: password } = accounts;
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${stack.cms}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return `${response.status} ${await response.text()}`;
  };
  const refused = await send('/admin/login', { email: owner, password: 'wrong' });
  expect(refused).toContain('400');
  const wrong: [path: string, body: unknown][] = [
    ['/admin/login', { email: owner, password: 1 }],
    ['/admin/login', { email: [owner], password }],
    [`/admin/login?email=${owner}&password=${password}`, {}],
    ['/admin/login', { email: `${owner}\0`, password }],
    ['/admin/login', { email: { $gt: '' }, password: { $gt: '' } }],
    ['/admin/login', []],
    ['/admin/login', { email: 'x'.repeat(900_000), password }],
  ];
  for (const [path, body] of wrong) expect(await send(path, body), path).toBe(refused);
});
