import { randomUUID } from 'node:crypto';
import { runScript } from '../support/backups.ts';
import { startMailServer } from '../support/mailServer.ts';
import { NewBrowser } from '../support/newBrowser.ts';
import { openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { type Cms, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { freePort } from '../support/ports.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { databaseFile, readTables, withSqlite } from '../support/sqlite.ts';
import { type Page, signIn } from '../support/stack.ts';
import { entryPath } from '../support/undo.ts';

const { ADMIN_EMAIL, ADMIN_PASSWORD, OWNER_EMAIL, OWNER_PASSWORD } = accounts;
const PREVIEW =
  '/content-manager/preview/url/api::menu-side.menu-side?documentId=hand-cut-fries&status=draft';
/** A request that is answered with content of the files to those who may read them. */
const FILES = '/api/upload/files';

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

/** Sends JSON to a CMS. */
const post = (address: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Signs in as the administrator from a new browser, with everything that it then stores. */
async function openSession(address: string) {
  const deviceId = randomUUID();
  const credentials = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD, deviceId, rememberMe: true };
  const response = await post(address, '/admin/login', credentials);
  const { data }: { data: { token: string } } = await response.json();
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { token: data.token, cookie: cookies.join('; '), deviceId };
}

/** Everything with which somebody is signed in, or becomes so without a password. */
interface Credentials {
  session: Awaited<ReturnType<typeof openSession>>;
  signedOut: Awaited<ReturnType<typeof openSession>>;
  passwordLink: string;
  invitation: string;
  apiToken: string;
  preview: string;
}

/** Creates credentials of every kind for the CMS at an address; the session `signedOut` is still open. */
async function createCredentials(address: string, settings: Record<string, string>): Promise<Credentials> {
  const session = await openSession(address);
  const authorization = { authorization: `Bearer ${session.token}` };
  const invited = { email: 'invited@test.example', firstname: 'Invited', roles: [1] };
  const invitation = await (await post(address, '/admin/users', invited, authorization)).json();
  const token = { name: 'Program', description: '', type: 'full-access', lifespan: null };
  const apiToken = await (await post(address, '/admin/api-tokens', token, authorization)).json();
  const preview = await (await fetch(address + PREVIEW, { headers: authorization })).json();
  const [passwordLink = ''] = linksIn((await runPassword(settings, ADMIN_EMAIL)).stdout);
  return {
    session,
    signedOut: await openSession(address),
    passwordLink,
    invitation: invitation.data.registrationToken,
    apiToken: apiToken.data.accessKey,
    preview: new URLSearchParams(new URL(preview.data.url).hash.slice(1)).get('preview') ?? '',
  };
}

/** The status codes with which the CMS at an address answers requests with the credentials. */
async function useCredentials(address: string, credentials: Credentials): Promise<Record<string, number>> {
  const get = async (path: string, headers: Record<string, string>) =>
    (await fetch(address + path, { headers })).status;
  const { session, signedOut, passwordLink, invitation, apiToken, preview } = credentials;
  return {
    token: await get('/admin/users/me', { authorization: `Bearer ${session.token}` }),
    cookie: (await post(address, '/admin/access-token', {}, { cookie: session.cookie })).status,
    cookieOfSignedOut: (await post(address, '/admin/access-token', {}, { cookie: signedOut.cookie })).status,
    apiToken: await get(FILES, { authorization: `Bearer ${apiToken}` }),
    preview: await get('/api/menu-sides?status=draft', { 'x-preview-token': preview }),
    invitation: await get(`/admin/registration-info?registrationToken=${invitation}`, {}),
    // Last, because it ends the account's sessions.
    passwordLink: (await resetPassword(address, passwordLink, 'Oak-Fire-1799-admin')).status,
  };
}

const ENDED = {
  token: 401,
  cookie: 401,
  cookieOfSignedOut: 401,
  apiToken: 401,
  preview: 403,
  invitation: 400,
  passwordLink: 400,
};

/** Signs a session out. */
const signOut = (address: string, { token, deviceId }: Credentials['session']) =>
  post(address, '/admin/logout', { deviceId }, { authorization: `Bearer ${token}` });

interface RestoreFixtures {
  page: Page;
  scratch: string;
  startCms: typeof Cms.start;
}

/** Expects a restore of a site to end everything with which somebody was signed in when the backup was made. */
async function expectEndedSignIns(
  { page, scratch, startCms }: RestoreFixtures,
  DATABASE_URL: string,
): Promise<void> {
  const dataDir = copySeededData(`${scratch}/data`);
  const settings = { DATA_DIR: dataDir, DATABASE_URL };
  // The same port at both starts, so that the browser's page stays one of the CMS.
  const env = { DATABASE_URL, PORT: await freePort() };
  const address = `http://127.0.0.1:${env.PORT}`;
  const backup = `${scratch}/site.tar.gz`;
  const first = await startCms(dataDir, { env });
  await first.waitUntilReady();
  const credentials = await createCredentials(address, settings);
  await openAdmin(page, { cms: address });
  expect(runScript('backup', settings, [backup])).toMatchObject({ status: 0, stderr: '' });
  expect((await signOut(address, credentials.signedOut)).status).toBe(200);

  await test.step('before the restore, all are valid but the session that was signed out', async () => {
    // The link would end the others.
    const unused = { ...credentials, passwordLink: 'http://localhost/?code=none' };
    expect(await useCredentials(address, unused)).toEqual({
      token: 200,
      cookie: 200,
      cookieOfSignedOut: 401,
      apiToken: 200,
      preview: 200,
      invitation: 200,
      passwordLink: 400,
    });
    await first.kill();
  });

  const restored = runScript('restore', settings, [backup, 'replace']);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  await test.step('the restore tells that everyone must sign in again, and whom to invite again', () => {
    expect(restored.stdout).toMatch(/^Everyone has to sign in again\b/m);
    expect(restored.stdout).toMatch(/invite them again: invited@test\.example\.$/m);
  });

  const second = await startCms(dataDir, { env });
  await second.waitUntilReady();
  await test.step('after the restore, none is valid', async () =>
    expect(await useCredentials(address, credentials)).toEqual(ENDED));

  await test.step('an admin that was open asks to sign in, and then shows the content of the backup', async () => {
    await page.getByRole('link', { name: 'Words and menu' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await submitSignInForm(page);
    await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
    await page.goto(`${address}/admin${entryPath('homepage', 'home-story-1')}`);
    await expect(page.getByRole('heading', { name: 'Home: first story block' })).toBeVisible();
  });

  await test.step('after the restore, the passwords are those of the backup', async () => {
    expect(second.output).not.toContain('First sign-ins');
    expect(await signIn(address, ADMIN_EMAIL, ADMIN_PASSWORD)).toBeTruthy();
    expect(await signIn(address, OWNER_EMAIL, OWNER_PASSWORD)).toBeTruthy();
  });
}

test('SQLite: a restore ends every session, link and token of the backup', ({ page, scratch, startCms }) =>
  expectEndedSignIns({ page, scratch, startCms }, ''));

// The sign-ins are removed from the backup before it is restored into either database.
test('Postgres: a restore ends every session, link and token of the backup', {
  tag: '@long',
}, async ({ page, scratch, startCms, postgres, seededDatabase }) => {
  await postgres.run(`CREATE DATABASE sign_ins TEMPLATE ${seededDatabase}`);
  await expectEndedSignIns({ page, scratch, startCms }, postgres.address('sign_ins'));
});

// A start of which this is proved is in firstStart.spec.ts.
test('a restore makes the next start print a link for an account whose first link was not used', ({
  scratch,
}) => {
  const dataDir = copySeededData(`${scratch}/data`);
  const file = databaseFile(dataDir);
  withSqlite(file, (connection) => {
    const code = 'a'.repeat(40);
    connection
      .prepare('UPDATE admin_users SET password = NULL, reset_password_token = ? WHERE email = ?')
      .run(code, OWNER_EMAIL);
  });
  const backup = `${scratch}/site.tar.gz`;
  expect(runScript('backup', { DATA_DIR: dataDir }, [backup])).toMatchObject({ status: 0, stderr: '' });
  const restored = runScript('restore', { DATA_DIR: dataDir }, [backup, 'replace']);
  expect(restored.stdout).toMatch(/^The next start prints a link for each account\b/m);
  const { admin_users, strapi_core_store_settings: settings } = readTables(file);
  expect(admin_users).toContainEqual(
    expect.objectContaining({ email: OWNER_EMAIL, password: null, reset_password_token: null }),
  );
  expect(settings).toContainEqual(
    expect.objectContaining({ key: 'app_first_sign_ins_unprinted', value: 'true' }),
  );
});

test('a restore makes every browser new', async ({ scratch, startCms }) => {
  const mailServer = await startMailServer();
  const dataDir = copySeededData(`${scratch}/data`);
  const env = { SMTP_URL: mailServer.url, PORT: await freePort() };
  const browser = new NewBrowser(`http://127.0.0.1:${env.PORT}`);
  const backup = `${scratch}/site.tar.gz`;
  const first = await startCms(dataDir, { env });
  await first.waitUntilReady();
  await browser.signInWithCode(mailServer, OWNER_EMAIL, OWNER_PASSWORD);
  expect(runScript('backup', { DATA_DIR: dataDir }, [backup])).toMatchObject({ status: 0 });
  expect((await browser.signIn(OWNER_EMAIL, OWNER_PASSWORD)).status).toBe(200);
  await first.stop();
  expect(runScript('restore', { DATA_DIR: dataDir }, [backup, 'replace'])).toMatchObject({ status: 0 });
  await (await startCms(dataDir, { env })).waitUntilReady();
  await browser.signInWithCode(mailServer, OWNER_EMAIL, OWNER_PASSWORD);
  await mailServer.close();
});
