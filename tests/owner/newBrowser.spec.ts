import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAccount } from '../support/addAccount.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import { codesFor, NewBrowser, signInWithCode, typeCode } from '../support/newBrowser.ts';
import { submitSignInForm } from '../support/openAdmin.ts';
import { Cms, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { Stack } from '../support/stack.ts';

const { OWNER_PASSWORD: PASSWORD } = accounts;

/** A CMS that sends mails. */
let cms: Cms;
let stack: Stack;
let mailServer: MailServer;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = copySeededData(mkdtempSync(join(tmpdir(), 'browsers-')));
  mailServer = await startMailServer();
  cms = await Cms.start(dataDir, { env: { SMTP_URL: mailServer.url } });
  await cms.waitUntilReady();
  stack = Stack.at('', cms.address, await signInWithCode(cms.address, mailServer));
});

test.afterAll(async () => {
  await cms.kill();
  await mailServer.close();
  rmSync(dataDir, { recursive: true });
});

test('who signs in with a new phone types the code from the mail once', async ({ page }) => {
  const email = 'new@test.example';
  const dialog = page.getByRole('dialog', { name: 'Look into your mailbox' });
  const field = page.getByRole('textbox', { name: 'Code' });
  const signIn = () => submitSignInForm(page, email, PASSWORD);
  const expectHomeScreen = () => expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  await addAccount(stack, email);
  await page.setViewportSize(PHONE);
  await page.goto(`${cms.address}/admin`);
  await signIn();
  await expect(dialog).toContainText(`a code is on its way to ${email}`);
  expect(await listMisfits(page, true)).toEqual([]);
  expect(await listAxeViolations(page, 'dialog')).toEqual([]);
  await page.setViewportSize(PHONE_WITH_KEYBOARD);
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');

  // A phone loads the page again while its user reads the mail: the code is the same.
  await page.reload();
  await signIn();
  await dialog.getByRole('button', { name: 'Send the mail again' }).click();
  await expect(dialog.getByRole('status')).toContainText('a code is on its way');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await signIn();
  await expect(field).toBeFocused();
  const [code = '', ...others] = codesFor(mailServer, email);
  expect(others).toEqual([code, code, code]);

  const wrong = code === '123456' ? '654321' : '123456';
  await page.keyboard.type(`${wrong.slice(0, 3)} ${wrong.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(/^This is not the code for this browser/);
  await typeCode(page, mailServer, email);
  await expectHomeScreen();

  // After signing out, the password is enough in this browser.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: /Guest$/ }).click();
  await page.getByRole('menuitem', { name: /sign out/i }).click();
  await signIn();
  await expectHomeScreen();
  expect(codesFor(mailServer, email)).toHaveLength(4);
});

test('a link of npm run password needs no code, and another browser needs one for the new password', async () => {
  const email = 'locked-out@test.example';
  await addAccount(stack, email);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '', ADMIN_URL: cms.address };
  const [link = ''] = linksIn((await runPassword(settings, email)).stdout);
  expect((await resetPassword(cms.address, link, 'Oak-Fire-1798-owner')).status).toBe(200);
  expect(codesFor(mailServer, email)).toEqual([]);
  const answer = await new NewBrowser(cms.address).signIn(email, 'Oak-Fire-1798-owner');
  expect(answer).toMatchObject({ status: 400, name: 'CodeRequiredError' });
});
