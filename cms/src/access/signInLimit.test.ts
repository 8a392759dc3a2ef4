import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { markKnownBrowser } from './knownBrowser';
import { limitSignIns } from './signInLimit';

vi.mock('../auditLog/auditLog', () => ({ recordFailure: vi.fn() }));
vi.mock('../environment/secrets', () => ({ readSecrets: () => ({ adminJwt: 'a'.repeat(43) }) }));
// The original is not replaced by fake timers.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

/** The routes that verify a password or a token, and those that change accounts. */
const ROUTES = [
  { method: 'POST', path: '/login' },
  { method: 'POST', path: '/register' },
  { method: 'POST', path: '/register-admin' },
  { method: 'GET', path: '/registration-info' },
  { method: 'POST', path: '/reset-password' },
  { method: 'PUT', path: '/users/me' },
  { method: 'PUT', path: '/users/:id' },
];
const MINUTE_MS = 60_000;
const OWNER = 'owner@test.example';

type Middleware = Core.MiddlewareHandler;
interface Route {
  method: string;
  path: string;
  config?: { middlewares?: Middleware[] };
}

/** Returns a function that sends a sign-in, and the emails whose password was hashed or compared. */
function setUp() {
  const routes: Route[] = ROUTES.map((route) => ({ ...route }));
  const compared: string[] = [];
  const hashPassword = vi.fn(async () => 'hash');
  const strapi = fakeStrapi({
    admin: { routes: { admin: { routes } } },
    store: () => ({ get: async () => null }),
    db: {
      connection: { schema: { hasTable: async () => false } },
      query: () => ({
        findOne: async ({ where }: { where: { email: string } }) =>
          where.email === OWNER ? { password: 'hash' } : null,
      }),
    },
    service: () => ({
      hashPassword,
      validatePassword: async (password: string) => password === 'right',
    }),
  });
  limitSignIns(strapi);
  const openJar = (jar: Map<string, string>) => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string) => jar.set(name, value),
  });
  /** Makes a browser known to the owner's account. */
  const remember = (jar: Map<string, string>) =>
    markKnownBrowser(strapi, fakeContext({ request: {}, cookies: openJar(jar) }), OWNER);
  /** Sends a sign-in; the result is 'signed in' or an error message. */
  async function signIn({
    from = '192.0.2.1',
    email = OWNER,
    password = 'wrong',
    jar = new Map<string, string>(),
    respond,
  }: {
    from?: string;
    email?: unknown;
    password?: unknown;
    jar?: Map<string, string>;
    respond?: () => Promise<void>;
  } = {}) {
    const context = fakeContext({
      request: { ip: from, body: { email, password }, secure: false },
      cookies: openJar(jar),
    });
    const compare = async () => {
      compared.push(String(email));
      if (respond) return respond();
      if (password !== 'right') throw new errors.ApplicationError('Invalid credentials');
    };
    const middlewares = routes.find(({ path }) => path === '/login')?.config?.middlewares ?? [];
    const run = (index: number): Promise<unknown> =>
      Promise.resolve(middlewares[index]?.(context, () => run(index + 1)) ?? compare());
    const result = await run(0).then(
      () => 'signed in',
      (error: Error) => error.message,
    );
    return { result, retryAfter: context.sentHeaders['Retry-After'] };
  }
  /** Sends a change of the owner's email with a current password; the result is 'changed' or an error message. */
  async function changeEmail(currentPassword: string, from = '192.0.2.1') {
    const context = fakeContext({
      request: { ip: from, body: { email: 'new@test.example', currentPassword } },
      cookies: { get: () => undefined },
      state: { user: { id: 2, email: OWNER, password: 'hash' } },
    });
    const [check] = routes.find(({ path }) => path === '/users/me')?.config?.middlewares ?? [];
    return Promise.resolve(check?.(context, async () => {})).then(
      () => 'changed',
      (error: Error) => error.message,
    );
  }
  return { compared, hashPassword, remember, signIn, changeEmail };
}

const WRONG = 'The email or the password is not right.';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));

test('blocks an address after ten failures until five minutes after the first one', async () => {
  const { signIn } = setUp();
  for (let count = 0; count < 9; count += 1) expect((await signIn()).result).toBe(WRONG);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await signIn({ email: 'other@test.example' });
  expect(await signIn({ password: 'right' })).toEqual({
    result: 'That was wrong too often. Wait 4 minutes, then try again.',
    retryAfter: '240',
  });
  expect((await signIn({ password: 'right', from: '192.0.2.2' })).result).toBe('signed in');
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS - 1);
  expect(await signIn({ password: 'right' })).toEqual({
    result: 'That was wrong too often. Wait 1 minute, then try again.',
    retryAfter: '1',
  });
  await vi.advanceTimersByTimeAsync(1);
  expect((await signIn({ password: 'right' })).result).toBe('signed in');
});

test('counts the addresses of an IPv6 /64 network together', async () => {
  const { signIn } = setUp();
  for (let count = 1; count <= 10; count += 1) await signIn({ from: `2001:db8::${count}` });
  expect((await signIn({ from: '2001:db8::ffff' })).result).toContain('too often');
  expect((await signIn({ from: '2001:db8:0:1::1' })).result).toBe(WRONG);
});

test('counts neither successes nor server errors', async () => {
  const { signIn } = setUp();
  for (let count = 0; count < 30; count += 1) {
    await signIn({ password: 'right' });
    await signIn({ respond: () => Promise.reject(new Error('the database is down')) });
  }
  expect((await signIn()).result).toBe(WRONG);
});

test.each([
  [undefined, 'wrong'],
  [OWNER, 1],
  [{ $gt: '' }, { $gt: '' }],
  [`${OWNER}\0`, 'wrong'],
])(
  'answers the email %j and the password %j like a wrong password, without a query',
  async (email, password) => {
    const { compared, signIn } = setUp();
    // A default parameter replaces undefined.
    for (let count = 0; count < 10; count += 1)
      expect((await signIn({ email: email ?? null, password })).result).toBe(WRONG);
    expect(compared).toEqual([]);
    expect((await signIn()).result).toContain('too often');
  },
);

test('hashes the password for an email without an account, so that it takes as long as a comparison', async () => {
  const { hashPassword, signIn } = setUp();
  await signIn({ email: OWNER.toUpperCase() });
  expect(hashPassword).not.toHaveBeenCalled();
  await signIn({ email: 'nobody@test.example' });
  expect(hashPassword).toHaveBeenCalledExactlyOnceWith('wrong');
});

test.each([OWNER, 'nobody@test.example'])(
  'after twenty failures, %s is tried once a second',
  async (email) => {
    const { compared, signIn } = setUp();
    for (let last = 1; last <= 20; last += 1)
      expect((await signIn({ email, from: `192.0.2.${last}` })).result).toBe(WRONG);
    compared.length = 0;
    // Accounts ignore case.
    for (const from of ['198.51.100.1', '198.51.100.2']) void signIn({ email: email.toUpperCase(), from });
    for (const [ms, count] of [
      [999, 0],
      [1, 1],
      [999, 1],
      [1, 2],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(compared).toHaveLength(count);
    }
    expect((await signIn({ email: 'other@test.example', from: '198.51.100.3' })).result).toBe(WRONG);
  },
);

test('while an account is slowed down, at most ten attempts wait, and a known browser does not', async () => {
  const { remember, signIn } = setUp();
  const jar = new Map<string, string>();
  await remember(jar);
  for (let last = 1; last <= 20; last += 1) await signIn({ from: `192.0.2.${last}` });

  const waiting = Array.from({ length: 11 }, (_, last) => signIn({ from: `198.51.100.${last}` }));
  expect(await signIn({ password: 'right', from: '198.51.100.99' })).toEqual({
    result: expect.stringContaining('too many tries to sign in with this email'),
    retryAfter: '60',
  });
  expect((await signIn({ password: 'right', from: '198.51.100.99', jar })).result).toBe('signed in');
  await vi.advanceTimersByTimeAsync(11_000);
  expect((await Promise.all(waiting)).map(({ result }) => result)).toEqual(Array(11).fill(WRONG));
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect((await signIn({ password: 'right', from: '198.51.100.99' })).result).toBe('signed in');
});

test('counts wrong current passwords and failed sign-ins of an account together', async () => {
  const { compared, signIn, changeEmail } = setUp();
  for (let last = 1; last <= 10; last += 1) {
    expect(await changeEmail('wrong', `192.0.2.${last}`)).toBe('This is not your current password.');
    expect((await signIn({ from: `198.51.100.${last}` })).result).toBe(WRONG);
  }
  compared.length = 0;
  const [change, attempt] = [changeEmail('right', '192.0.2.99'), signIn({ from: '192.0.2.98' })];
  await vi.advanceTimersByTimeAsync(1999);
  expect(await change).toBe('changed');
  expect(compared).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect((await attempt).result).toBe(WRONG);
});
