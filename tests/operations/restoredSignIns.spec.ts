import { randomUUID } from 'node:crypto';
import { runScript } from '../support/backups.ts';
import { openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { type Cms, copySeededData, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { accounts, freePort, signIn } from '../support/stack.ts';

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

/** Creates credentials of every kind; the session `signedOut` is still open. */
async function createCredentials({ address }: Cms, settings: Record<string, string>): Promise<Credentials> {
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

/** The status codes with which a CMS answers requests with the credentials. */
async function useCredentials({ address }: Cms, credentials: Credentials): Promise<Record<string, number>> {
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

for (const database of ['SQLite', 'Postgres'] as const) {
  test(`${database}: a restore ends every session, link and token that was valid when the backup was made, and no password`, async ({
    postgres,
    seededDatabase,
    scratch,
    startCms,
  }) => {
    const dataDir = copySeededData(`${scratch}/data`);
    if (database === 'Postgres') await postgres.run(`CREATE DATABASE sign_ins TEMPLATE ${seededDatabase}`);
    const DATABASE_URL = database === 'Postgres' ? postgres.address('sign_ins') : '';
    const settings = { DATA_DIR: dataDir, DATABASE_URL };
    const env = { DATABASE_URL };
    const first = await startCms(dataDir, { env });
    await first.waitUntilReady();
    const credentials = await createCredentials(first, settings);
    const backup = `${scratch}/site.tar.gz`;
    expect(runScript('backup', settings, [backup])).toMatchObject({ status: 0, stderr: '' });
    const { token, deviceId } = credentials.signedOut;
    const signOut = await post(
      first.address,
      '/admin/logout',
      { deviceId },
      { authorization: `Bearer ${token}` },
    );
    expect(signOut.status).toBe(200);
    const { passwordLink: _, ...before } = await useCredentials(first, {
      ...credentials,
      passwordLink: 'http://localhost/?code=none',
    });
    expect(before).toEqual({
      token: 200,
      cookie: 200,
      cookieOfSignedOut: 401,
      apiToken: 200,
      preview: 200,
      invitation: 200,
    });
    await first.kill();

    const restored = runScript('restore', settings, [backup, 'replace']);
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    const second = await startCms(dataDir, { env });
    await second.waitUntilReady();
    expect(second.output).not.toContain('First sign-ins');
    expect(await useCredentials(second, credentials)).toEqual(ENDED);
    expect(await signIn(second.address, ADMIN_EMAIL, ADMIN_PASSWORD)).toBeTruthy();
    expect(await signIn(second.address, OWNER_EMAIL, OWNER_PASSWORD)).toBeTruthy();
    expect(restored.stdout).toContain('Everyone has to sign in again.');
    expect(restored.stdout).toContain('invite them again: invited@test.example.');
  });
}

test('the start after a restore prints a new link for an account whose first link was not used', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(`${scratch}/data`);
  withSqlite(databaseFile(dataDir), (connection) => {
    const code = 'a'.repeat(40);
    connection
      .prepare('UPDATE admin_users SET password = NULL, reset_password_token = ? WHERE email = ?')
      .run(code, OWNER_EMAIL);
  });
  const backup = `${scratch}/site.tar.gz`;
  expect(runScript('backup', { DATA_DIR: dataDir }, [backup])).toMatchObject({ status: 0, stderr: '' });
  const restored = runScript('restore', { DATA_DIR: dataDir }, [backup, 'replace']);
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  expect(cms.output).toContain(`Administrator: ${ADMIN_EMAIL}  (has a password)`);
  const [link = ''] = linksIn(cms.output);
  expect((await resetPassword(cms.address, link, OWNER_PASSWORD)).status).toBe(200);
  expect(restored.stdout).toContain('The next start prints a link for each account without a password.');
  await cms.kill();

  const next = await startCms(dataDir);
  await next.waitUntilReady();
  expect(next.output).not.toContain('First sign-ins');
});

test('an admin that is open during a restore shows the sign-in page, and then the content of the backup', async ({
  page,
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(`${scratch}/data`);
  const PORT = await freePort();
  const address = `http://127.0.0.1:${PORT}`;
  const first = await startCms(dataDir, { env: { PORT } });
  await first.waitUntilReady();
  await openAdmin(page, { cms: address });
  const backup = `${scratch}/site.tar.gz`;
  expect(runScript('backup', { DATA_DIR: dataDir }, [backup])).toMatchObject({ status: 0, stderr: '' });
  await first.kill();
  expect(runScript('restore', { DATA_DIR: dataDir }, [backup, 'replace'])).toMatchObject({ status: 0 });
  const second = await startCms(dataDir, { env: { PORT } });
  await second.waitUntilReady();

  await page.getByRole('link', { name: 'Words and menu' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await submitSignInForm(page);
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
  await page.goto(`${address}/admin/content-manager/collection-types/api::homepage.homepage/home-story-1`);
  await expect(page.getByRole('heading', { name: 'Home: first story block' })).toBeVisible();
});
