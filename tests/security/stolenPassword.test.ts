import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { cms } from '../support/cms.ts';
import { codesFor, NewBrowser } from '../support/mailedCodes.ts';
import { administrator } from '../support/owner.ts';
import { accounts } from '../support/seededCopy.ts';

const { OWNER_PASSWORD: PASSWORD } = accounts;

/** The routes for signed-in accounts that set a password or an e-mail, or end sessions. */
const ACCOUNT_ROUTES = [
  'PUT /admin/users/me',
  'PUT /admin/users/:id',
  'POST /admin/users',
  'DELETE /admin/users/:id',
  'POST /admin/users/batch-delete',
  'DELETE /admin/users/me/sessions',
  'DELETE /admin/users/me/sessions/:sessionId',
  'POST /admin/logout',
];

const mailServer = { mails: cms.mails ?? [] };
/** The limits of an account stay in memory: each test has another one. */
let accountCount = 0;
let email = '';
beforeEach(async () => {
  accountCount += 1;
  email = `robbed-${accountCount}@test.example`;
  await administrator.addAccount(email);
});

const createBrowser = () => new NewBrowser(cms.url, cms.createAddress());

/** Expects a sign-in to give no session. */
function expectNoSession(answer: { headers: object; text: string }, name: string): void {
  expect(JSON.stringify(answer.headers), name).not.toContain('strapi_admin_refresh=ey');
  expect(answer.text, name).not.toContain('"token"');
}

test('gives no session on any route of the CMS', async () => {
  const credentials = { email, password: PASSWORD, username: email, identifier: email };
  const body = { ...credentials, userInfo: credentials, code: '', currentPassword: PASSWORD };
  for (const { method, path } of cms.listRoutes()) {
    if (method === 'GET') continue;
    const target = path.replaceAll(/:\w+/g, '1').replaceAll(/\(.*?\)/g, '');
    // From many addresses, so that no limit answers before the route does.
    for (const headers of [undefined, { authorization: `Basic ${btoa(`${email}:${PASSWORD}`)}` }])
      expectNoSession(await createBrowser().send(method, target, body, headers), `${method} ${path}`);
  }
  expect(codesFor(mailServer, email)).toHaveLength(0);
});

test('gives no session in any other way of sending it', async () => {
  const [login, credentials] = ['/admin/login', { email, password: PASSWORD }];
  const other = createBrowser();
  await administrator.addAccount('own@test.example');
  await other.signInWithCode(mailServer, 'own@test.example', PASSWORD);
  const [known = ''] = [...other.cookies].filter(([name]) => name.startsWith('known_browser')).flat();
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 16);
  const forge = (token = '') => ({ cookie: `known_browser_${hash}=${token}; sign_in_browser=x` });
  const year = Date.now() + 365 * 24 * 60 * 60 * 1000;
  const codes: unknown[] = [
    null,
    '',
    0,
    true,
    [],
    {},
    { $ne: null },
    ['000000'],
    { toString: 1 },
    '0'.repeat(400_000),
  ];
  const tricks: [path: string, body: object, headers?: Record<string, string>][] = [
    ['/Admin/Login/', credentials],
    ['//admin/login', credentials],
    ['/admin/%6cogin', credentials],
    [`/admin/login?email=${email}&password=${PASSWORD}`, {}],
    [`/admin/login?code=000000&email=${email}`, credentials],
    [login, { ...credentials, email: email.toUpperCase() }],
    [login, { ...credentials, email: ` ${email}` }],
    [login, { ...credentials, email: [email] }],
    ...codes.map((code): [string, object] => [login, { ...credentials, code }]),
    [login, JSON.parse(`{"email":"${email}","password":"${PASSWORD}","__proto__":{"isKnown":true}}`)],
    [login, { ...credentials, deviceId: '00000000-0000-4000-8000-000000000000', rememberMe: true }],
    [login, credentials, { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' }],
    [login, credentials, { 'x-http-method-override': 'PUT' }],
    [login, credentials, forge()],
    [login, credentials, forge(known)],
    [login, credentials, forge(other.cookies.get(known))],
    [login, credentials, forge(`${year}.${'A'.repeat(43)}`)],
    [login, credentials, { cookie: 'strapi_admin_refresh=x; jwtToken=x' }],
    ['/admin/access-token', credentials],
    ['/admin/register-admin', { ...credentials, firstname: 'Mallory' }],
    ['/admin/reset-password', { password: PASSWORD, resetPasswordToken: null }],
    ['/admin/register', { registrationToken: null, userInfo: { ...credentials, firstname: 'Mallory' } }],
  ];
  for (const [path, body, headers] of tricks)
    expectNoSession(
      await createBrowser().send('POST', path, body, headers),
      `${path} ${JSON.stringify(headers)}`,
    );
});

test('every route that sets a password or an e-mail, or ends sessions, is known', () => {
  const routes = cms.listRoutes().filter(({ method }) => method !== 'GET');
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  const ofAccounts = names.filter((name) => /^\S+ \/admin\/(users|logout)(\/|$)/.test(name));
  expect(ofAccounts.sort()).toEqual([...ACCOUNT_ROUTES].sort());
});

test('a code is mailed for the right password in a new browser, and works once', async () => {
  const browser = createBrowser();
  await browser.signInWithCode(mailServer, email, PASSWORD);
  const [code, ...others] = codesFor(mailServer, email);
  expect(others).toEqual([]);
  expect(mailServer.mails.at(-1)?.text).toMatch(/If that was not you, somebody knows your password/);
  // A known browser needs none, also after an update.
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
  expect(codesFor(mailServer, email)).toHaveLength(1);
  // The same browser again, but without the cookie that makes it known.
  for (const name of browser.cookies.keys()) if (name !== 'sign_in_browser') browser.cookies.delete(name);
  const { status, message } = await browser.signIn(email, PASSWORD, code);
  expect([status, message]).toEqual([400, expect.stringMatching(/no code that works any more/)]);
});

test('works for its account and in its browser only', async () => {
  await administrator.addAccount('theirs@test.example');
  const browser = createBrowser();
  await browser.signIn(email, PASSWORD);
  const [code] = codesFor(mailServer, email);
  const other = createBrowser();
  await other.signIn(email, PASSWORD);
  for (const [name, tried] of [
    ['another account', browser.signIn('theirs@test.example', PASSWORD, code)],
    ['another browser', other.signIn(email, PASSWORD, code)],
    ['a browser without cookies', createBrowser().signIn(email, PASSWORD, code)],
    ['another password', browser.signIn(email, `${PASSWORD}-2`, code)],
  ] as const)
    expect((await tried).status, name).toBe(400);
  expect((await browser.signIn(email, PASSWORD, code)).status).toBe(200);
});

test('a code ends after five wrong ones, also when many are tried at once from many addresses', async () => {
  const thief = createBrowser();
  await thief.signIn(email, PASSWORD);
  const [code = ''] = codesFor(mailServer, email);
  const guesses = Array.from({ length: 20 }, (_, index) => {
    const guesser = createBrowser();
    for (const [name, value] of thief.cookies) guesser.cookies.set(name, value);
    return guesser.signIn(email, PASSWORD, String((Number(code) + 1 + index) % 1e6).padStart(6, '0'));
  });
  const messages = (await Promise.all(guesses)).map(({ message }) => message);
  expect(messages.filter((message) => message?.startsWith('This is not the code'))).toHaveLength(5);
  expect((await thief.signIn(email, PASSWORD, code)).status).not.toBe(200);
});

test('a code is mailed ten times a day for one account, and the link to choose a password still is', async () => {
  for (let count = 0; count < 10; count += 1) await createBrowser().signIn(email, PASSWORD);
  const { status, message } = await createBrowser().signIn(email, PASSWORD);
  expect([status, message]).toEqual([429, expect.stringMatching(/Wait 24 hours/)]);
  expect(codesFor(mailServer, email)).toHaveLength(10);
  expect((await createBrowser().send('POST', '/admin/forgot-password', { email })).status).toBe(204);
  await expect.poll(() => mailServer.mails.filter(({ to }) => to.includes(email))).toHaveLength(11);
});

test('signing out everywhere makes every browser new again', async () => {
  const [here, there] = [createBrowser(), createBrowser()];
  const token = await here.signInWithCode(mailServer, email, PASSWORD);
  await there.signInWithCode(mailServer, email, PASSWORD);
  const signOut = (path: string, session: string) =>
    here.send('DELETE', `/admin/users/me/sessions${path}`, undefined, { authorization: `Bearer ${session}` });
  // On the other devices: this one stays known.
  expect((await signOut('?keepCurrent=true', token)).status).toBe(200);
  expect((await there.signIn(email, PASSWORD)).name).toBe('CodeRequiredError');
  const { status, token: latest = '' } = await here.signIn(email, PASSWORD);
  expect(status).toBe(200);
  // Everywhere: this one is new too.
  expect((await signOut('', latest)).status).toBe(200);
  expect((await here.signIn(email, PASSWORD)).name).toBe('CodeRequiredError');
});

test('who changes the own e-mail with a typing error still signs in with the same browser', async () => {
  const browser = createBrowser();
  const authorization = `Bearer ${await browser.signInWithCode(mailServer, email, PASSWORD)}`;
  const change = { email: 'wrogn@test.example', currentPassword: PASSWORD };
  expect((await browser.send('PUT', '/admin/users/me', change, { authorization })).status).toBe(200);
  expect((await browser.signIn('wrogn@test.example', PASSWORD)).status).toBe(200);
});

test('a code that can’t be mailed is told at once, and the code is not in the log', async () => {
  const rejected = 'rejected@test.example';
  await administrator.addAccount(rejected);
  const log = vi.spyOn(cms.strapi.log, 'error').mockReturnValue(cms.strapi.log);
  const { status, message } = await createBrowser().signIn(rejected, PASSWORD);
  expect([status, message]).toEqual([400, expect.stringMatching(/could not be sent.*npm run password/)]);
  expect(log.mock.calls).toEqual([['The mail with a code was not sent (EENVELOPE 550 RCPT TO).']]);
  log.mockRestore();
});
