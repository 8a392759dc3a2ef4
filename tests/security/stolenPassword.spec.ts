import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { addAccount } from '../support/addAccount.ts';
import { listRoutes } from '../support/listRoutes.ts';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import { codesFor, NewBrowser, signInWithCode } from '../support/newBrowser.ts';
import { accounts } from '../support/seededCopy.ts';
import { sendFrom } from '../support/sendFrom.ts';
import { expect, Stack, test } from '../support/stack.ts';

const { OWNER_EMAIL, OWNER_PASSWORD: PASSWORD } = accounts;

/** The routes that anyone can ask at the admin, and what each does with an account. */
const OPEN_ROUTES = new Map([
  ['POST /admin/login', 'creates a session'],
  ['POST /admin/register', 'creates a session, and sets a password, by an invitation'],
  ['POST /admin/register-admin', 'creates a session for the first administrator'],
  ['POST /admin/reset-password', 'creates a session, and sets a password, by a link'],
  ['POST /admin/access-token', 'renews a session by its cookie'],
  ['POST /admin/forgot-password', 'mails a link'],
]);
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

/** A site that sends mails. All tests share it, so each uses accounts and addresses of its own. */
let stack: Stack;
let mailServer: MailServer;

test.beforeAll(async ({ copyData }) => {
  mailServer = await startMailServer();
  const { dataDir, databaseUrl } = await copyData();
  const started = await Stack.start(dataDir, databaseUrl, { SMTP_URL: mailServer.url });
  stack = started.withToken(await signInWithCode(started.cms, mailServer));
});

test.afterAll(async () => {
  await stack.stop();
  await mailServer.close();
  rmSync(stack.dataDir, { recursive: true });
});

/** Expects a sign-in to give no session. */
function expectNoSession(answer: { headers: object; text: string }, name: string): void {
  expect(JSON.stringify(answer.headers), name).not.toContain('strapi_admin_refresh=ey');
  expect(answer.text, name).not.toContain('"token"');
}

test.describe('a stolen password @both', () => {
  test('gives no session on any route of the CMS', async () => {
    const email = 'stolen@test.example';
    await addAccount(stack, email);
    const routes = (await listRoutes()).filter(({ method }) => method !== 'GET');
    const credentials = { email, password: PASSWORD, username: email, identifier: email };
    const body = { ...credentials, userInfo: credentials, code: '', currentPassword: PASSWORD };
    // From many addresses, so that no limit answers before the route does.
    for (const [index, { method, path }] of routes.entries()) {
      const browser = new NewBrowser(stack.cms, `127.0.1.${index % 250}`);
      const target = path.replaceAll(/:\w+/g, '1').replaceAll(/\(.*?\)/g, '');
      const basic = `Basic ${btoa(`${email}:${PASSWORD}`)}`;
      for (const headers of [undefined, { authorization: basic }])
        expectNoSession(await browser.send(method, target, body, headers), `${method} ${path}`);
    }
    expect(codesFor(mailServer, email)).toHaveLength(0);
  });

  test('gives no session in any other way of sending it', async () => {
    const email = 'tricked@test.example';
    await addAccount(stack, email);
    const [login, credentials] = ['/admin/login', { email, password: PASSWORD }];
    const other = new NewBrowser(stack.cms, '127.0.5.250');
    await addAccount(stack, 'own@test.example');
    await other.signInWithCode(mailServer, 'own@test.example', PASSWORD);
    const [known = ''] = [...other.cookies].filter(([name]) => name.startsWith('known_browser')).flat();
    const hash = createHash('sha256').update(email).digest('hex').slice(0, 16);
    const forge = (token = '') => ({ cookie: `known_browser_${hash}=${token}; sign_in_browser=x` });
    const year = Date.now() + 365 * 24 * 60 * 60 * 1000;
    const tricks: [path: string, body: unknown, headers?: Record<string, string>][] = [
      ['/Admin/Login/', credentials],
      ['//admin/login', credentials],
      ['/admin/login/', credentials],
      ['/admin/%6cogin', credentials],
      [`/admin/login?email=${email}&password=${PASSWORD}`, {}],
      [`/admin/login?code=000000&email=${email}`, credentials],
      [login, { ...credentials, email: email.toUpperCase() }],
      [login, { ...credentials, email: ` ${email}` }],
      [login, { ...credentials, email: [email] }],
      ...[
        null,
        '',
        0,
        true,
        [],
        {},
        { $ne: null },
        ['000000'],
        { toString: 1, valueOf: 1 },
        '0'.repeat(400_000),
      ].map((code): [string, unknown] => [login, { ...credentials, code }]),
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
    for (const [index, [path, body, headers]] of tricks.entries()) {
      const url = stack.cms + path;
      const answer = await sendFrom(`127.0.5.${index}`, url, {
        method: 'POST',
        body,
        ...(headers && { headers }),
      });
      expectNoSession(answer, `${path} ${JSON.stringify(headers)}`);
    }
  });

  test('is followed by a code that the account gets by mail', async () => {
    const email = 'robbed@test.example';
    await addAccount(stack, email);
    const thief = new NewBrowser(stack.cms, '127.0.2.1');
    expectNoSession(await thief.send('POST', '/admin/login', { email, password: PASSWORD }), email);
    expect(codesFor(mailServer, email)).toHaveLength(1);
    expect(mailServer.mails.at(-1)?.text).toMatch(/If that was not you, somebody knows your password/);
  });
});

test('every route that gives a session, or sets a password or an e-mail, is known', async () => {
  const routes = await listRoutes();
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  const ofAccounts = names.filter((name) => /^(?!GET )\S+ \/admin\/(users|logout)(\/|$)/.test(name));
  expect(ofAccounts.sort()).toEqual([...ACCOUNT_ROUTES].sort());
  const open: string[] = [];
  for (const [index, { method, path }] of routes.entries()) {
    if (method === 'GET' || !path.startsWith('/admin/')) continue;
    const browser = new NewBrowser(stack.cms, `127.0.3.${index % 250}`);
    const { text } = await browser.send(method, path.replaceAll(/:\w+/g, '1'), {});
    // What Strapi answers to those who are not signed in.
    if (!text.includes('Missing or invalid credentials')) open.push(`${method} ${path}`);
  }
  expect(open.sort()).toEqual([...OPEN_ROUTES.keys()].sort());
});

test.describe('a code @both', () => {
  test('works once', async () => {
    const email = 'once@test.example';
    await addAccount(stack, email);
    const browser = new NewBrowser(stack.cms, '127.0.2.2');
    await browser.signInWithCode(mailServer, email, PASSWORD);
    const [code] = codesFor(mailServer, email);
    // The same browser again, but without the cookie that makes it known.
    for (const name of browser.cookies.keys()) if (name !== 'sign_in_browser') browser.cookies.delete(name);
    const { status, message } = await browser.signIn(email, PASSWORD, code);
    expect([status, message]).toEqual([400, expect.stringMatching(/no code that works any more/)]);
  });

  test('works for its account and in its browser only', async () => {
    const [mine, theirs] = ['mine@test.example', 'theirs@test.example'];
    for (const email of [mine, theirs]) await addAccount(stack, email);
    const browser = new NewBrowser(stack.cms, '127.0.2.3');
    await browser.signIn(mine, PASSWORD);
    const [code] = codesFor(mailServer, mine);
    const other = new NewBrowser(stack.cms, '127.0.2.4');
    await other.signIn(mine, PASSWORD);
    for (const [name, tried] of [
      ['another account', browser.signIn(theirs, PASSWORD, code)],
      ['another browser', other.signIn(mine, PASSWORD, code)],
      ['a browser without cookies', new NewBrowser(stack.cms, '127.0.2.5').signIn(mine, PASSWORD, code)],
      ['another password', browser.signIn(mine, `${PASSWORD}-2`, code)],
    ] as const)
      expect((await tried).status, name).toBe(400);
    expect((await browser.signIn(mine, PASSWORD, code)).status).toBe(200);
  });

  test('ends after five wrong ones, also when 1,000 are tried at once', async () => {
    const email = 'guessed@test.example';
    await addAccount(stack, email);
    const thief = new NewBrowser(stack.cms, '127.0.2.6');
    await thief.signIn(email, PASSWORD);
    const [code = ''] = codesFor(mailServer, email);
    const guesses = Array.from({ length: 1_000 }, (_, index) => {
      // Another address for each ten, so that the limit of an address does not end the attack.
      const guesser = new NewBrowser(stack.cms, `127.0.4.${1 + (index % 250)}`);
      for (const [name, value] of thief.cookies) guesser.cookies.set(name, value);
      return guesser.signIn(email, PASSWORD, String((Number(code) + 1 + index) % 1e6).padStart(6, '0'));
    });
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ token }) => token)).toEqual([]);
    const tried = answers.filter(({ message }) =>
      message?.startsWith('This is not the code for this browser'),
    );
    expect(tried).toHaveLength(5);
    const { status, token } = await thief.signIn(email, PASSWORD, code);
    expect([status === 200, token]).toEqual([false, undefined]);
  });

  test('is mailed ten times a day for one account, and the link to choose a password still is', async () => {
    const email = 'flooded@test.example';
    await addAccount(stack, email);
    for (let count = 0; count < 10; count += 1)
      await new NewBrowser(stack.cms, '127.0.2.7').signIn(email, PASSWORD);
    const { status, message } = await new NewBrowser(stack.cms, '127.0.2.7').signIn(email, PASSWORD);
    expect([status, message]).toEqual([429, expect.stringMatching(/Wait 24 hours/)]);
    expect(codesFor(mailServer, email)).toHaveLength(10);
    const asked = await new NewBrowser(stack.cms, '127.0.2.7').send('POST', '/admin/forgot-password', {
      email,
    });
    expect(asked.status).toBe(204);
    await expect.poll(() => mailServer.mails.filter(({ to }) => to.includes(email))).toHaveLength(11);
  });
});

test('signing out everywhere makes every browser new again @both', async () => {
  const email = 'everywhere@test.example';
  await addAccount(stack, email);
  const [here, there] = [new NewBrowser(stack.cms, '127.0.2.8'), new NewBrowser(stack.cms, '127.0.2.8')];
  const token = await here.signInWithCode(mailServer, email, PASSWORD);
  await there.signInWithCode(mailServer, email, PASSWORD);
  const signOut = (path: string, session = token) =>
    here.send('DELETE', `/admin/users/me/sessions${path}`, undefined, { authorization: `Bearer ${session}` });

  await test.step('on the other devices, this one stays known', async () => {
    expect((await signOut('?keepCurrent=true')).status).toBe(200);
    expect((await there.signIn(email, PASSWORD)).name).toBe('CodeRequiredError');
    expect((await here.signIn(email, PASSWORD)).status).toBe(200);
  });

  await test.step('everywhere, this one is new too', async () => {
    const { token: latest } = await here.signIn(email, PASSWORD);
    expect((await signOut('', latest)).status).toBe(200);
    expect((await here.signIn(email, PASSWORD)).name).toBe('CodeRequiredError');
  });
});

test('who changes the own e-mail with a typing error still signs in with the same browser', async () => {
  await addAccount(stack, 'right@test.example');
  const browser = new NewBrowser(stack.cms, '127.0.2.9');
  const token = await browser.signInWithCode(mailServer, 'right@test.example', PASSWORD);
  const change = { email: 'wrogn@test.example', currentPassword: PASSWORD };
  const { status } = await browser.send('PUT', '/admin/users/me', change, {
    authorization: `Bearer ${token}`,
  });
  expect(status).toBe(200);
  expect((await browser.signIn('wrogn@test.example', PASSWORD)).status).toBe(200);
});

test('a code that can’t be mailed is told at once, and the code is not in the log', async () => {
  const email = 'rejected@test.example';
  await addAccount(stack, email);
  const { status, message } = await new NewBrowser(stack.cms, '127.0.2.10').signIn(email, PASSWORD);
  expect([status, message]).toEqual([400, expect.stringMatching(/could not be sent.*npm run password/)]);
  await expect.poll(() => stack.log).toMatch(/The mail with a code was not sent \(EENVELOPE 550 RCPT TO\)/);
  expect(stack.log).not.toMatch(/\b\d{6}\b.*code|code\b.*\b\d{6}\b|rejected@test/);
});

test('the owner of a known browser signs in without a code, as before the update', async () => {
  const browser = new NewBrowser(stack.cms, '127.0.2.11');
  await browser.signInWithCode(mailServer, OWNER_EMAIL, PASSWORD);
  const mails = codesFor(mailServer, OWNER_EMAIL).length;
  expect((await browser.signIn(OWNER_EMAIL, PASSWORD)).status).toBe(200);
  expect(codesFor(mailServer, OWNER_EMAIL)).toHaveLength(mails);
});
