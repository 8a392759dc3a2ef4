import { join } from 'node:path';
import { startMailServer } from '../support/mailServer.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { copySeededData, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { accounts, signIn } from '../support/stack.ts';

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

const { ADMIN_EMAIL, ADMIN_PASSWORD, OWNER_EMAIL, OWNER_PASSWORD } = accounts;
const NEW_EMAIL = 'hearth@test.example';
const NEW_PASSWORD = 'Oak-Fire-1798-owner';
const MISSING = 'Type your current password here to change your e-mail address or your password.';
const WRONG = 'This is not your current password.';

/** Returns a function that sends requests of somebody who is signed in to an account. */
async function signInTo(cms: string, email: string, password: string) {
  const token = await signIn(cms, email, password);
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${cms}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // No content-type: an answer without a body.
    const { data, error } = response.headers.has('content-type') ? await response.json() : {};
    return { status: response.status, data, error };
  };
}

const refusal = (message: string) => ({
  status: 400,
  error: { name: 'ValidationError', details: { errors: [{ path: ['currentPassword'], message }] } },
});

test('changing the email of an account needs its current password, ends its password links, and is mailed to the previous address', async ({
  scratch,
  startCms,
}) => {
  const mailServer = await startMailServer();
  const dataDir = copySeededData(join(scratch, 'data'));
  const cms = await startCms(dataDir, { env: { SMTP_URL: mailServer.url } });
  await cms.waitUntilReady();
  const asOwner = await signInTo(cms.address, OWNER_EMAIL, OWNER_PASSWORD);
  const { stdout } = await runPassword({ DATA_DIR: dataDir, DATABASE_URL: '' }, OWNER_EMAIL);
  const [link = ''] = linksIn(stdout);

  for (const email of [NEW_EMAIL, NEW_EMAIL.toUpperCase()]) {
    for (const currentPassword of [undefined, null, ''])
      expect(await asOwner('PUT', '/admin/users/me', { email, currentPassword })).toMatchObject(
        refusal(MISSING),
      );
    for (const currentPassword of ['wrong', ADMIN_PASSWORD])
      expect(await asOwner('PUT', '/admin/users/me', { email, currentPassword })).toMatchObject(
        refusal(WRONG),
      );
  }
  expect((await asOwner('GET', '/admin/users/me')).data.email).toBe(OWNER_EMAIL);
  expect(mailServer.mails).toEqual([]);

  for (const profile of [
    { firstname: 'Rosa' },
    { firstname: 'Rosa', preferedLanguage: 'en', email: OWNER_EMAIL },
    { email: OWNER_EMAIL.toUpperCase() },
  ])
    expect((await asOwner('PUT', '/admin/users/me', profile)).status, JSON.stringify(profile)).toBe(200);

  const changed = await asOwner('PUT', '/admin/users/me', {
    email: 'Hearth@Test.Example',
    currentPassword: OWNER_PASSWORD,
  });
  expect(changed).toMatchObject({ status: 200, data: { email: NEW_EMAIL, firstname: 'Rosa' } });
  await expect.poll(() => mailServer.mails).toHaveLength(1);
  const [mail] = mailServer.mails;
  expect(mail?.to).toEqual([OWNER_EMAIL]);
  expect(mail?.text).toMatch(/^Subject: Your e-mail address for the website was changed\r$/m);
  expect(mail?.text).not.toContain(NEW_EMAIL);
  expect((await resetPassword(cms.address, link, NEW_PASSWORD)).status).toBe(400);
  expect(await signIn(cms.address, NEW_EMAIL, OWNER_PASSWORD)).toBeTruthy();

  await mailServer.close();
  const back = { email: OWNER_EMAIL, currentPassword: OWNER_PASSWORD };
  expect((await asOwner('PUT', '/admin/users/me', back)).status).toBe(200);
  await expect.poll(() => cms.output).toMatch(/The mail about a changed account was not sent \(\S.*\)\./);
  for (const email of [OWNER_EMAIL, NEW_EMAIL]) expect(cms.output).not.toContain(email);
});

test('counts a wrong current password as a failed sign-in, and leaves the rest of the profile unlimited', async ({
  scratch,
  startCms,
}) => {
  const cms = await startCms(copySeededData(join(scratch, 'data')));
  await cms.waitUntilReady();
  const asOwner = await signInTo(cms.address, OWNER_EMAIL, OWNER_PASSWORD);
  for (let count = 0; count < 5; count += 1)
    for (const change of [{ email: NEW_EMAIL }, { password: NEW_PASSWORD }])
      expect(
        await asOwner('PUT', '/admin/users/me', { ...change, currentPassword: `wrong ${count}` }),
      ).toMatchObject(refusal(WRONG));
  for (const change of [{ email: NEW_EMAIL }, { password: NEW_PASSWORD }])
    expect(
      await asOwner('PUT', '/admin/users/me', { ...change, currentPassword: OWNER_PASSWORD }),
    ).toMatchObject({
      status: 429,
      error: { message: expect.stringMatching(/^That was wrong too often\. /) },
    });
  const login = await fetch(`${cms.address}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER_EMAIL, password: OWNER_PASSWORD }),
  });
  expect(login.status).toBe(429);
  expect((await asOwner('PUT', '/admin/users/me', { firstname: 'Rosa' })).status).toBe(200);
});

test('an administrator who sets a password or blocks or deletes an account ends its sessions and previews', async ({
  scratch,
  startCms,
}) => {
  const mailServer = await startMailServer();
  const dataDir = copySeededData(join(scratch, 'data'));
  const cms = await startCms(dataDir, { env: { SMTP_URL: mailServer.url } });
  await cms.waitUntilReady();
  const asAdmin = await signInTo(cms.address, ADMIN_EMAIL, ADMIN_PASSWORD);
  const { data: administrator } = await asAdmin('GET', '/admin/users/me');
  const { results } = (await asAdmin('GET', '/admin/users')).data;
  const owner = results.find(({ email }: { email: string }) => email === OWNER_EMAIL);
  const path = `/admin/users/${owner.id}`;

  /** Opens a session and a preview of the owner; returns a function that reads whether both still work. */
  const openSession = async (password: string) => {
    const asOwner = await signInTo(cms.address, OWNER_EMAIL, password);
    const { data } = await asOwner(
      'GET',
      '/content-manager/preview/url/api::menu-side.menu-side?documentId=hand-cut-fries&status=draft',
    );
    const preview = new URLSearchParams(new URL(data.url).hash.slice(1)).get('preview') ?? '';
    return async () => {
      const state = await fetch(`${cms.address}/api/preview-state`, {
        headers: { 'x-preview-token': preview },
      });
      return [(await asOwner('GET', '/admin/users/me')).status, state.status];
    };
  };
  const ENDED = [401, 403];

  const beforePassword = await openSession(OWNER_PASSWORD);
  expect(await beforePassword()).toEqual([200, 200]);
  const { stdout } = await runPassword({ DATA_DIR: dataDir, DATABASE_URL: '' }, OWNER_EMAIL);
  expect((await asAdmin('PUT', path, { password: NEW_PASSWORD })).status).toBe(200);
  expect(await beforePassword()).toEqual(ENDED);
  expect((await resetPassword(cms.address, linksIn(stdout)[0] ?? '', 'Oak-Fire-1799-owner')).status).toBe(
    400,
  );
  await expect.poll(() => mailServer.mails).toHaveLength(1);
  expect(mailServer.mails[0]?.to).toEqual([OWNER_EMAIL]);
  expect(mailServer.mails[0]?.text).toMatch(/^Subject: Your password for the website was changed\r$/m);

  const beforeBlock = await openSession(NEW_PASSWORD);
  expect((await asAdmin('PUT', path, { firstname: 'Rosa', isActive: true })).status).toBe(200);
  expect(await beforeBlock()).toEqual([200, 200]);
  expect((await asAdmin('PUT', path, { isActive: false })).status).toBe(200);
  expect(await beforeBlock()).toEqual(ENDED);
  expect((await asAdmin('PUT', path, { isActive: true })).status).toBe(200);
  expect(await beforeBlock()).toEqual(ENDED);

  expect((await asAdmin('PUT', path, { email: NEW_EMAIL })).status).toBe(200);
  await expect.poll(() => mailServer.mails).toHaveLength(2);
  expect(mailServer.mails[1]?.to).toEqual([OWNER_EMAIL]);
  expect((await asAdmin('PUT', path, { email: OWNER_EMAIL })).status).toBe(200);

  const beforeDelete = await openSession(NEW_PASSWORD);
  expect((await asAdmin('DELETE', path)).status).toBe(200);
  expect(await beforeDelete()).toEqual(ENDED);

  // Otherwise a borrowed session would need no password here.
  const own = `/admin/users/${administrator.id}`;
  for (const change of [{ email: NEW_EMAIL }, { password: NEW_PASSWORD }])
    expect(await asAdmin('PUT', own, change)).toMatchObject({
      status: 400,
      error: {
        message:
          'Change your own e-mail address or password in your profile, which asks for your current password.',
      },
    });
  expect((await asAdmin('PUT', own, { email: ADMIN_EMAIL, firstname: 'Ada' })).status).toBe(200);
  await mailServer.close();
});

test('on a phone, the owner changes her email in her profile and is told where to type her password', async ({
  page,
  scratch,
  startCms,
}) => {
  const cms = await startCms(copySeededData(join(scratch, 'data')));
  await cms.waitUntilReady();
  await page.setViewportSize(PHONE);
  await openAdmin(page, { cms: cms.address });
  await page.goto(`${cms.address}/admin/me`);
  const email = page.getByRole('textbox', { name: /^Email/ });
  const currentPassword = page.getByRole('textbox', { name: 'Current password' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = page.getByText('Saved', { exact: true });

  await page.getByRole('textbox', { name: 'First name' }).fill('Rosa');
  await save.click();
  await expect(saved).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(saved).toHaveCount(0);

  await email.fill(NEW_EMAIL);
  await save.click();
  await expect(page.getByText(MISSING)).toBeVisible();
  await expect(currentPassword).toBeFocused();
  await expect(currentPassword).toBeInViewport();
  expect(await listMisfits(page, false)).toEqual([]);
  await currentPassword.fill('wrong');
  await save.click();
  await expect(page.getByText(WRONG)).toBeVisible();
  await expect(email).toHaveValue(NEW_EMAIL);
  await currentPassword.fill(OWNER_PASSWORD);
  await save.click();
  await expect(saved).toBeVisible();
  expect(await signIn(cms.address, NEW_EMAIL, OWNER_PASSWORD)).toBeTruthy();
});

test('rejects a password link that was made while the clock was ahead', async ({ scratch, startCms }) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  const { stdout } = await runPassword({ DATA_DIR: dataDir, DATABASE_URL: '' }, OWNER_EMAIL);
  const [link = ''] = linksIn(stdout);
  const tenYearsMs = 10 * 365 * 24 * 60 * 60 * 1000;
  withSqlite(databaseFile(dataDir), (database) =>
    database
      .prepare('UPDATE admin_users SET reset_password_token_expires_at = ? WHERE email = ?')
      .run(Date.now() + tenYearsMs, OWNER_EMAIL),
  );
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  const response = await resetPassword(cms.address, link, NEW_PASSWORD);
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toMatch(/^This link has been used or is too old\. /);
});
