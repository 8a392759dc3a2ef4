import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAccount } from '../support/addAccount.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import { codesFor, signInWithCode, typeCode } from '../support/newBrowser.ts';
import { submitSignInForm } from '../support/openAdmin.ts';
import { Cms, expect, test } from '../support/operations.ts';
import { linksIn, runPassword } from '../support/passwordLinks.ts';
import { listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { type Page, Stack } from '../support/stack.ts';

const { OWNER_PASSWORD: PASSWORD } = accounts;

/** A CMS that sends mails. All tests share it, so each uses an account of its own. */
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

async function openSignIn(page: Page, email: string): Promise<void> {
  await addAccount(stack, email);
  await page.goto(`${cms.address}/admin`);
  await submitSignInForm(page, email, PASSWORD);
}

const codePage = (page: Page) => page.getByRole('dialog', { name: 'Look into your mailbox' });
const expectHomeScreen = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();

test('who signs in with a new browser types the code from the mail once', async ({ page }) => {
  const email = 'new@test.example';
  await openSignIn(page, email);
  await expect(codePage(page)).toContainText(`a code is on its way to ${email}`);

  await test.step('a wrong code is told, and can be corrected', async () => {
    const wrong = codesFor(mailServer, email)[0] === '123456' ? '654321' : '123456';
    await page.keyboard.type(`${wrong.slice(0, 3)} ${wrong.slice(3)}`);
    await page.keyboard.press('Enter');
    await expect(codePage(page).getByRole('alert')).toHaveText(/^This is not the code for this browser/);
  });

  await test.step('the right one opens the first screen', async () => {
    await page.getByRole('textbox', { name: 'Code' }).fill(codesFor(mailServer, email)[0] ?? '');
    await page.keyboard.press('Enter');
    await expectHomeScreen(page);
  });

  await test.step('after signing out, the password is enough in this browser', async () => {
    await page.getByRole('button', { name: /Guest$/ }).click();
    await page.getByRole('menuitem', { name: /sign out/i }).click();
    await submitSignInForm(page, email, PASSWORD);
    await expectHomeScreen(page);
    expect(codesFor(mailServer, email)).toHaveLength(1);
  });

  await test.step('the first screen warns that an address of this kind gets no mail on the internet', async () => {
    const warning = page.getByRole('list', { name: 'What you should know' }).getByText(email);
    await warning.getByRole('link', { name: 'Enter your own address' }).click();
    await expect(page.getByRole('textbox', { name: /^Email/ })).toHaveValue(email);
  });
});

test('a phone that loads the sign-in again while its user reads the mail takes the same code', async ({
  page,
}) => {
  const email = 'reload@test.example';
  await page.setViewportSize(PHONE);
  await openSignIn(page, email);
  await expect(codePage(page)).toBeVisible();
  await page.reload();
  await submitSignInForm(page, email, PASSWORD);
  await typeCode(page, mailServer, email);
  await expectHomeScreen(page);
  expect(new Set(codesFor(mailServer, email)).size).toBe(1);
});

test('who gets no mail sends it again, and goes back with Escape', async ({ page }) => {
  const email = 'again@test.example';
  await openSignIn(page, email);
  await codePage(page).getByRole('button', { name: 'Send the mail again' }).click();
  await expect(codePage(page).getByRole('status')).toContainText('a code is on its way');
  expect(codesFor(mailServer, email)).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect(codePage(page)).toHaveCount(0);
  await submitSignInForm(page, email, PASSWORD);
  await typeCode(page, mailServer, email);
  await expectHomeScreen(page);
});

test('the page for the code fits a phone, with its keyboard, and is accessible', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openSignIn(page, 'phone@test.example');
  await expect(codePage(page)).toBeVisible();
  expect(await listMisfits(page, true)).toEqual([]);
  expect(await listAxeViolations(page, 'dialog')).toEqual([]);
  await page.setViewportSize(PHONE_WITH_KEYBOARD);
  const field = page.getByRole('textbox', { name: 'Code' });
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
});

test('npm run password signs a new browser in without a code, once', async ({ page, browser }) => {
  const email = 'locked-out@test.example';
  await addAccount(stack, email);
  const { stdout } = await runPassword(
    { DATA_DIR: dataDir, DATABASE_URL: '', ADMIN_URL: cms.address },
    email,
  );
  const [link = ''] = linksIn(stdout);
  await page.goto(link);
  for (const name of ['Password', 'The same password again'])
    await page.getByRole('textbox', { name, exact: true }).fill('Oak-Fire-1798-owner');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expectHomeScreen(page);
  expect(codesFor(mailServer, email)).toEqual([]);

  await test.step('another browser needs a code for the new password', async () => {
    const other = await browser.newPage();
    await other.goto(`${cms.address}/admin`);
    await submitSignInForm(other, email, 'Oak-Fire-1798-owner');
    await expect(codePage(other)).toBeVisible();
    await other.close();
  });
});
