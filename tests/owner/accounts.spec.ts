import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAccount } from '../support/addAccount.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { type MailServer, REJECTED_RECIPIENT, startMailServer } from '../support/mailServer.ts';
import { codesFor, signInWithCode, typeCode } from '../support/newBrowser.ts';
import { submitSignInForm } from '../support/openAdmin.ts';
import { Cms, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { freePort } from '../support/ports.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { type Page, Stack } from '../support/stack.ts';

// The forms for codes, passwords and the profile, mails about them, and `npm run password`. What changes of an account do is in
// accounts.test.ts.

const { OWNER_EMAIL, OWNER_PASSWORD: PASSWORD } = accounts;
const NEW_PASSWORD = 'Oak-Fire-1798-owner';

/** A CMS that sends mails. All tests share it, so each uses accounts of its own. */
let cms: Cms;
let stack: Stack;
let mailServer: MailServer;
let dataDir: string;
let mail: { SMTP_URL: string; MAIL_FROM: string };
/** Of the owner, printed while the site was stopped. */
let printed: Awaited<ReturnType<typeof runPassword>>;

test.beforeAll(async () => {
  dataDir = copySeededData(mkdtempSync(join(tmpdir(), 'accounts-')));
  printed = await runPassword({ DATA_DIR: dataDir, DATABASE_URL: '' }, OWNER_EMAIL.toUpperCase());
  mailServer = await startMailServer();
  mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Scioto Table <table@mail.example>' };
  // Where no site listens: the first screen asks for it.
  const site = { SITE_URL: `http://127.0.0.1:${await freePort()}` };
  cms = await Cms.start(dataDir, { env: { ...mail, ...site } });
  await cms.waitUntilReady();
  stack = Stack.at('', cms.address, await signInWithCode(cms.address, mailServer));
});

test.afterAll(async () => {
  await cms.kill();
  await mailServer.close();
  rmSync(dataDir, { recursive: true });
});

const print = (email: string, settings: Record<string, string> = mail) =>
  runPassword({ DATA_DIR: dataDir, DATABASE_URL: '', ...settings }, email);

async function choosePassword(page: Page, password: string): Promise<void> {
  for (const name of ['Password', 'The same password again'])
    await page.getByRole('textbox', { name, exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set a new password' }).click();
}

/** Expects an error message of the form; the admin has another, empty element with the role. */
const expectAlert = (page: Page, message: RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();

const askForLink = (email: string) =>
  fetch(`${cms.address}/admin/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });

/** Waits for the mail to an address with a subject, and returns it. */
async function findMail(email: string, subject: string) {
  const find = () =>
    mailServer.mails.find(({ to, text }) => to.includes(email) && text.includes(`\nSubject: ${subject}\r\n`));
  await expect.poll(find).toBeDefined();
  return { text: '', ...find() };
}

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

test('a user who has forgotten the password gets a link by mail, with which she chooses a strong one', async ({
  page,
}) => {
  const email = 'forgetful@test.example';
  await addAccount(stack, email);
  await page.goto(`${cms.address}/admin`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  const mailed = await findMail(email, 'Choose a new password');
  expect(mailed).toMatchObject({ from: 'table@mail.example', to: [email] });
  expect(mailed.text).toMatch(/^From: Scioto Table <table@mail\.example>\r$/m);
  const [link = ''] = linksIn(mailed.text);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await choosePassword(page, 'Oak-17');
  await expect(page.getByText(/at least 12 characters/)).toBeVisible();
  await choosePassword(page, 'Oak-Fire-17');
  await expectAlert(page, /password is too weak: .*12 characters/);
  await choosePassword(page, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  expect(await signInWithCode(cms.address, mailServer, email, NEW_PASSWORD)).toBeTruthy();
  await findMail(email, 'Your password for the website was changed');

  await page.context().clearCookies();
  await page.goto(link);
  await choosePassword(page, 'Oak-Fire-1799-owner');
  await expectAlert(page, /^This link has been used or is too old\. Go back to the sign-in/);
});

test('the profile shows on a phone where the current password is missing or wrong, and a mail tells the previous address', async ({
  page,
}) => {
  const email = 'rosa@test.example';
  const newEmail = 'rosa-fire@test.example';
  await addAccount(stack, email);
  await page.setViewportSize(PHONE);
  await page.goto(`${cms.address}/admin`);
  await submitSignInForm(page, email, PASSWORD);
  await typeCode(page, mailServer, email);
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  await page.goto(`${cms.address}/admin/me`);
  const emailField = page.getByRole('textbox', { name: /^Email/ });
  const currentPassword = page.getByRole('textbox', { name: 'Current password' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = page.getByText(/^Saved\./);

  await page.getByRole('textbox', { name: 'First name' }).fill('Rosa');
  await save.click();
  await expect(saved).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(saved).toHaveCount(0);

  await emailField.fill(newEmail);
  await save.click();
  await expect(page.getByText(/^Type your current password here/)).toBeVisible();
  await expect(currentPassword).toBeFocused();
  await expect(currentPassword).toBeInViewport();
  expect(await listMisfits(page, false)).toEqual([]);

  await currentPassword.fill('wrong');
  await save.click();
  await expect(page.getByText(/not your current password/)).toBeVisible();
  await expect(emailField).toHaveValue(newEmail);

  await currentPassword.fill(PASSWORD);
  await save.click();
  await expect(saved).toBeVisible();
  const { text } = await findMail(email, 'Your e-mail address for the website was changed');
  expect(text).not.toContain(newEmail);
});

test('mails that can’t be sent are logged without the link and the addresses', async () => {
  const email = 'accepted@test.example';
  const id = await addAccount(stack, REJECTED_RECIPIENT);
  expect((await askForLink(REJECTED_RECIPIENT)).status).toBe(204);
  await expect.poll(() => cms.output).toMatch(/link .* was not sent \(EENVELOPE 550 RCPT TO\)/);
  expect((await stack.asAdmin('PUT', `/admin/users/${id}`, { email })).status).toBe(200);
  await expect.poll(() => cms.output).toMatch(/changed account was not sent \(EENVELOPE 550 RCPT TO\)/);
  for (const address of [REJECTED_RECIPIENT, email]) expect(cms.output).not.toContain(address);
  expect(linksIn(cms.output)).toEqual([]);
});

test('npm run password prints a link that sets a password without a code, also while the site is stopped', async () => {
  expect(printed).toMatchObject({ status: 0, stderr: '' });
  const [link = ''] = linksIn(printed.stdout);
  // Until the link is used, the password is still the same.
  expect(await signInWithCode(cms.address, mailServer, OWNER_EMAIL, PASSWORD)).toBeTruthy();
  const before = codesFor(mailServer, OWNER_EMAIL);
  expect((await resetPassword(cms.address, link, NEW_PASSWORD)).status).toBe(200);
  expect(codesFor(mailServer, OWNER_EMAIL)).toEqual(before);
  expect(await signInWithCode(cms.address, mailServer, OWNER_EMAIL, NEW_PASSWORD)).toBeTruthy();
});

test('npm run password tells the user by mail that a link was made, without the link, and records it', async () => {
  const email = 'locked-out@test.example';
  await addAccount(stack, email);
  const untold = await print(email, { ...mail, SMTP_URL: '' });
  expect(untold.stdout).toMatch(/is not told .*, because SMTP_URL is not set\.$/);
  const { status, stdout, stderr } = await print(email);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/also in a new browser without a code\..*\n.*\nlocked-out@\S+ was told by e-mail/);
  const notice = await findMail(email, 'A link to choose a new password was made');
  expect(notice).toMatchObject({ from: 'table@mail.example', to: [email] });
  expect(linksIn(notice.text)).toEqual([]);
  const { lines } = await (await stack.asAdmin('GET', '/audit-log')).json();
  expect(lines).toContainEqual(
    expect.objectContaining({
      author: null,
      text: `Made a link to choose a password for ${email}, on the server`,
    }),
  );
  // The user who did not ask for it makes it invalid as the mail says.
  await askForLink(email);
  await findMail(email, 'Choose a new password');
  const [link = ''] = linksIn(stdout);
  expect((await resetPassword(cms.address, link, NEW_PASSWORD)).status).toBe(400);
});

test('npm run password refuses with one sentence, before anything is changed', async ({ scratch }) => {
  const inactive = 'guest@test.example';
  const guest = { email: inactive, firstname: 'Guest', roles: [1] };
  expect((await stack.asAdmin('POST', '/admin/users', guest)).status).toBe(201);
  const withWrongUrl = { ...mail, SMTP_URL: 'smtp://table:p@ss/1797@x' };
  const empty = { DATA_DIR: join(scratch, 'empty'), DATABASE_URL: '' };
  for (const [run, status, sentence] of [
    [() => print('nobody@test.example'), 1, /^There is no account .* nobody@test\.example\.$/],
    [() => print(inactive), 1, /^The account guest@test\.example is not active: .*$/],
    [() => print(OWNER_EMAIL, withWrongUrl), 78, /^(?!.*1797).*SMTP_URL is not the URL of a mail server.*$/],
    [() => runPassword(empty, OWNER_EMAIL), 1, /^There are no accounts yet.*$/],
  ] as const)
    expect(await run()).toEqual({ status, stdout: '', stderr: expect.stringMatching(sentence) });
});
