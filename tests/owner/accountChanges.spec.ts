import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAccount } from '../support/addAccount.ts';
import { type MailServer, REJECTED_RECIPIENT, startMailServer } from '../support/mailServer.ts';
import { signInWithCode, typeCode } from '../support/newBrowser.ts';
import { submitSignInForm } from '../support/openAdmin.ts';
import { Cms, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { Stack } from '../support/stack.ts';

const { ADMIN_EMAIL, OWNER_EMAIL, OWNER_PASSWORD: PASSWORD } = accounts;
const NEW_PASSWORD = 'Oak-Fire-1798-owner';
const MISSING = /^Type your current password here/;
const WRONG = /not your current password/;
const EMAIL_CHANGED = /^Subject: Your e-mail address for the website was changed\r$/m;
const PASSWORD_CHANGED = /^Subject: Your password for the website was changed\r$/m;

/** A CMS that sends mails. All tests share it, so each changes accounts of its own. */
let cms: Cms;
let stack: Stack;
let mailServer: MailServer;
let settings: { DATA_DIR: string; DATABASE_URL: string };
/** Of the owner, printed while the site was stopped. */
let printedLink: string;

test.beforeAll(async () => {
  const dataDir = copySeededData(mkdtempSync(join(tmpdir(), 'accounts-')));
  settings = { DATA_DIR: dataDir, DATABASE_URL: '' };
  printedLink = await printLink(OWNER_EMAIL);
  mailServer = await startMailServer();
  cms = await Cms.start(dataDir, { env: { SMTP_URL: mailServer.url } });
  await cms.waitUntilReady();
  stack = Stack.at('', cms.address, await signInWithCode(cms.address, mailServer));
});

test.afterAll(async () => {
  await cms.kill();
  await mailServer.close();
  rmSync(settings.DATA_DIR, { recursive: true });
});

async function printLink(email: string): Promise<string> {
  const { stdout } = await runPassword(settings, email);
  return linksIn(stdout)[0] ?? '';
}

/** The mails to an address, without those with codes. */
const mailsTo = (email: string) =>
  mailServer.mails.filter(({ to, text }) => to.includes(email) && !text.includes('Your code is'));

/** Waits until an account has got a mail, and returns its text. */
async function expectMailTo(email: string): Promise<string> {
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
  return mailsTo(email)[0]?.text ?? '';
}

const expectInvalid = async (link: string) =>
  expect((await resetPassword(cms.address, link, NEW_PASSWORD)).status).toBe(400);

/** Signs in to an account; returns functions that change its profile, and read whether the session and a preview still work. */
async function openSession(email: string, password = PASSWORD) {
  const token = await signInWithCode(cms.address, mailServer, email, password);
  const request = (method: string, path: string, body?: object) =>
    fetch(`${cms.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const side = 'api::menu-side.menu-side?documentId=hand-cut-fries';
  const { data } = await (await request('GET', `/content-manager/preview/url/${side}&status=draft`)).json();
  const preview = new URLSearchParams(new URL(data.url).hash.slice(1)).get('preview') ?? '';
  return {
    changeProfile: (profile: object) => request('PUT', '/admin/users/me', profile),
    readStatuses: async () => {
      const session = await request('GET', '/admin/users/me');
      const state = await fetch(`${cms.address}/api/preview-state`, {
        headers: { 'x-preview-token': preview },
      });
      return { session: session.status, preview: state.status };
    },
  };
}

const WORKING = { session: 200, preview: 200 };
const ENDED = { session: 401, preview: 403 };

const asAdministrator = async (method: string, path: string, body?: object) =>
  expect((await stack.asAdmin(method, path, body)).status).toBe(200);

test('a link that npm run password prints while the site is stopped sets a password', async () => {
  expect((await resetPassword(cms.address, printedLink, NEW_PASSWORD)).status).toBe(200);
  expect(await signInWithCode(cms.address, mailServer, OWNER_EMAIL, NEW_PASSWORD)).toBeTruthy();
});

test.describe('a user who changes the email', () => {
  test('needs the current password', async () => {
    await addAccount(stack, 'flame@test.example');
    const { changeProfile } = await openSession('flame@test.example');
    for (const [currentPassword, message] of [
      [undefined, MISSING],
      ['wrong', WRONG],
    ] as const) {
      const refused = await changeProfile({ email: 'thief@test.example', currentPassword });
      expect(refused.status).toBe(400);
      expect((await refused.json()).error).toMatchObject({
        name: 'ValidationError',
        details: {
          errors: [{ path: ['currentPassword'], message: expect.stringMatching(message) }],
        },
      });
    }
    expect(await signInWithCode(cms.address, mailServer, 'flame@test.example', PASSWORD)).toBeTruthy();
    expect((await changeProfile({ firstname: 'Rosa', email: 'Flame@Test.Example' })).status).toBe(200);
  });

  test('gets a mail to the previous address, without the new one', async () => {
    await addAccount(stack, 'spark@test.example');
    const { changeProfile } = await openSession('spark@test.example');
    const changed = await changeProfile({ email: 'Ember@Test.Example', currentPassword: PASSWORD });
    expect(changed.status).toBe(200);
    expect((await changed.json()).data).toMatchObject({ email: 'ember@test.example' });
    const text = await expectMailTo('spark@test.example');
    expect(text).toMatch(EMAIL_CHANGED);
    expect(text).not.toContain('ember@test.example');
    expect(await signInWithCode(cms.address, mailServer, 'ember@test.example', PASSWORD)).toBeTruthy();
  });

  test('ends the password links of the account', async () => {
    await addAccount(stack, 'cinder@test.example');
    const link = await printLink('cinder@test.example');
    const { changeProfile } = await openSession('cinder@test.example');
    await changeProfile({ email: 'ash@test.example', currentPassword: PASSWORD });
    await expectInvalid(link);
  });
});

test('a mail about a change that can’t be sent is logged without the addresses', async () => {
  const id = await addAccount(stack, REJECTED_RECIPIENT);
  await asAdministrator('PUT', `/admin/users/${id}`, { email: 'accepted@test.example' });
  await expect.poll(() => cms.output).toMatch(/changed account was not sent \(EENVELOPE 550 RCPT TO\)/);
  for (const email of [REJECTED_RECIPIENT, 'accepted@test.example']) expect(cms.output).not.toContain(email);
});

test.describe('an administrator', () => {
  test('who sets a password ends the sessions, previews and links of the account', async () => {
    const id = await addAccount(stack, 'oak@test.example');
    const { readStatuses } = await openSession('oak@test.example');
    expect(await readStatuses()).toEqual(WORKING);
    const link = await printLink('oak@test.example');
    await asAdministrator('PUT', `/admin/users/${id}`, { password: NEW_PASSWORD });
    expect(await readStatuses()).toEqual(ENDED);
    await expectInvalid(link);
    expect(await expectMailTo('oak@test.example')).toMatch(PASSWORD_CHANGED);
  });

  test('who blocks an account ends its sessions and previews for good', async () => {
    const id = await addAccount(stack, 'ash-tree@test.example');
    const { readStatuses } = await openSession('ash-tree@test.example');
    await asAdministrator('PUT', `/admin/users/${id}`, { firstname: 'Rosa', isActive: true });
    expect(await readStatuses()).toEqual(WORKING);
    for (const isActive of [false, true]) {
      await asAdministrator('PUT', `/admin/users/${id}`, { isActive });
      expect(await readStatuses(), `active: ${isActive}`).toEqual(ENDED);
    }
  });

  test('who deletes an account ends its sessions and previews', async () => {
    const id = await addAccount(stack, 'maple@test.example');
    const { readStatuses } = await openSession('maple@test.example');
    await asAdministrator('DELETE', `/admin/users/${id}`);
    expect(await readStatuses()).toEqual(ENDED);
  });

  test('who changes the email of an account causes a mail to the previous address', async () => {
    const id = await addAccount(stack, 'birch@test.example');
    await asAdministrator('PUT', `/admin/users/${id}`, { email: 'elm@test.example' });
    expect(await expectMailTo('birch@test.example')).toMatch(EMAIL_CHANGED);
  });

  test('can change the own email and password only in the profile, which asks for the password', async () => {
    const { data } = await (await stack.asAdmin('GET', '/admin/users/me')).json();
    const path = `/admin/users/${data.id}`;
    for (const change of [{ email: 'thief@test.example' }, { password: NEW_PASSWORD }]) {
      const refused = await stack.asAdmin('PUT', path, change);
      expect(refused.status).toBe(400);
      expect((await refused.json()).error.message).toMatch(/in your profile.* current password/);
    }
    await asAdministrator('PUT', path, { email: ADMIN_EMAIL, firstname: 'Ada' });
  });
});

test('the profile shows on a phone where the current password is missing or wrong', async ({ page }) => {
  await addAccount(stack, 'rosa@test.example');
  await page.setViewportSize(PHONE);
  await page.goto(`${cms.address}/admin`);
  await submitSignInForm(page, 'rosa@test.example', PASSWORD);
  await typeCode(page, mailServer, 'rosa@test.example');
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  await page.goto(`${cms.address}/admin/me`);
  const email = page.getByRole('textbox', { name: /^Email/ });
  const currentPassword = page.getByRole('textbox', { name: 'Current password' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = page.getByText('Saved', { exact: true });

  await test.step('another name needs none', async () => {
    await page.getByRole('textbox', { name: 'First name' }).fill('Rosa');
    await save.click();
    await expect(saved).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(saved).toHaveCount(0);
  });

  await test.step('when it is missing, its field has the focus and is on the screen', async () => {
    await email.fill('rosa-fire@test.example');
    await save.click();
    await expect(page.getByText(MISSING)).toBeVisible();
    await expect(currentPassword).toBeFocused();
    await expect(currentPassword).toBeInViewport();
    expect(await listMisfits(page, false)).toEqual([]);
  });

  await test.step('when it is wrong, the new email stays in its field', async () => {
    await currentPassword.fill('wrong');
    await save.click();
    await expect(page.getByText(WRONG)).toBeVisible();
    await expect(email).toHaveValue('rosa-fire@test.example');
  });

  await test.step('with it, the email changes', async () => {
    await currentPassword.fill(PASSWORD);
    await save.click();
    await expect(saved).toBeVisible();
    expect(await signInWithCode(cms.address, mailServer, 'rosa-fire@test.example', PASSWORD)).toBeTruthy();
  });
});
