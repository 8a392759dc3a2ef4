import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAccount } from '../support/addAccount.ts';
import { type MailServer, REJECTED_RECIPIENT, startMailServer } from '../support/mailServer.ts';
import { signInWithCode } from '../support/newBrowser.ts';
import { Cms, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { freePort } from '../support/ports.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { sendFrom } from '../support/sendFrom.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { type Page, Stack } from '../support/stack.ts';

const { ADMIN_EMAIL, ADMIN_PASSWORD, OWNER_EMAIL, OWNER_PASSWORD } = accounts;
const NEW_PASSWORD = 'Oak-Fire-1798-owner';
const INVALID_LINK = /^This link has been used or is too old/;
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;

/** A CMS that has started for the first time and sends mails. All tests share it, so each uses accounts of its own. */
let cms: Cms;
let stack: Stack;
let mailServer: MailServer;
let dataDir: string;
let mail: { SMTP_URL: string; MAIL_FROM: string };
let ownerLink: string;

test.beforeAll(async () => {
  dataDir = copySeededData(mkdtempSync(join(tmpdir(), 'links-')));
  withSqlite(databaseFile(dataDir), (database) => database.exec('DELETE FROM admin_users'));
  mailServer = await startMailServer();
  mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Scioto Table <table@mail.example>' };
  cms = await Cms.start(dataDir, { env: { ADMIN_PASSWORD: '', OWNER_PASSWORD: '', ...mail } });
  await cms.waitUntilReady();
  const [administratorLink = '', ...links] = linksIn(cms.output);
  ownerLink = links[0] ?? '';
  expect((await resetPassword(cms.address, administratorLink, ADMIN_PASSWORD)).status).toBe(200);
  stack = Stack.at('', cms.address, await signInWithCode(cms.address, mailServer));
});

test.afterAll(async () => {
  await cms.kill();
  await mailServer.close();
  rmSync(dataDir, { recursive: true });
});

async function choosePassword(page: Page, password: string): Promise<void> {
  for (const name of ['Password', 'The same password again'])
    await page.getByRole('textbox', { name, exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

const expectHomeScreen = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();

/** Expects an error message of the form; the admin has another, empty element with the role. */
const expectAlert = (page: Page, message: RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();

async function expectInvalid(link: string): Promise<void> {
  const response = await resetPassword(cms.address, link, NEW_PASSWORD);
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toMatch(INVALID_LINK);
}

async function askForLink(email: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${cms.address}/admin/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  return { status: response.status, text: await response.text() };
}

/** Waits for the mail to an address with a subject, and returns it. */
async function findMail(email: string, subject: string) {
  const find = () =>
    mailServer.mails.find(
      ({ to, text }) => to.includes(email) && new RegExp(`^Subject: ${subject}\\r$`, 'm').test(text),
    );
  await expect.poll(find).toBeDefined();
  return { text: '', ...find() };
}

async function findMailedLink(email: string): Promise<string> {
  return linksIn((await findMail(email, 'Choose a new password')).text)[0] ?? '';
}

test('the first start prints a link for each account', () => {
  expect(cms.output).toMatch(
    new RegExp(
      `^First sign-ins, .*\\n  Administrator: ${ADMIN_EMAIL}  http\\S+\\n  Owner: ${OWNER_EMAIL}  http`,
      'm',
    ),
  );
});

test('a printed link opens a form in which its user chooses a password', async ({ page }) => {
  await test.step('before that, nobody can sign in', async () => {
    for (const password of ['', 'null', 'undefined', OWNER_PASSWORD]) {
      const body = { email: OWNER_EMAIL, password };
      const { status } = await sendFrom('127.0.0.2', `${cms.address}/admin/login`, {
        method: 'POST',
        body,
      });
      expect(status, password).toBe(400);
    }
  });

  await test.step('a weak password is refused', async () => {
    await page.goto(ownerLink);
    await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
    await choosePassword(page, 'Oak-17');
    await expect(page.getByText(/at least 12 characters/)).toBeVisible();
    await choosePassword(page, 'Oak-Fire-17');
    await expectAlert(page, /password is too weak: .*12 characters/);
  });

  await test.step('a strong one signs the user in', async () => {
    await choosePassword(page, NEW_PASSWORD);
    await expectHomeScreen(page);
    expect(await signInWithCode(cms.address, mailServer, OWNER_EMAIL, NEW_PASSWORD)).toBeTruthy();
  });

  await test.step('the link does not work again', async () => {
    await page.context().clearCookies();
    await page.goto(ownerLink);
    await choosePassword(page, 'Oak-Fire-1799-owner');
    await expectAlert(page, INVALID_LINK);
    expect(await signInWithCode(cms.address, mailServer, OWNER_EMAIL, NEW_PASSWORD)).toBeTruthy();
  });
});

test('a user who has forgotten the password gets a link by mail', async ({ page }) => {
  const email = 'forgetful@test.example';
  await addAccount(stack, email);
  await page.goto(`${cms.address}/admin`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();

  const mail = await findMail(email, 'Choose a new password');
  expect(mail).toMatchObject({ from: 'table@mail.example', to: [email] });
  expect(mail.text).toMatch(/^From: Scioto Table <table@mail\.example>\r$/m);
  const [link = ''] = linksIn(mail.text);

  await test.step('the link opens the form once', async () => {
    await page.goto(link);
    await choosePassword(page, NEW_PASSWORD);
    await expectHomeScreen(page);
    await expectInvalid(link);
  });

  await test.step('the new password is mailed to the user as a change', () =>
    findMail(email, 'Your password for the website was changed'));
});

for (const [title, expiresAt] of [
  ['has expired', 1],
  ['was made while the clock was ahead', Date.now() + TEN_YEARS_MS],
] as const)
  test(`a link that ${title} is invalid`, async () => {
    const email = `${expiresAt}@test.example`;
    await addAccount(stack, email);
    await askForLink(email);
    const link = await findMailedLink(email);
    withSqlite(databaseFile(dataDir), (database) =>
      database
        .prepare('UPDATE admin_users SET reset_password_token_expires_at = ? WHERE email = ?')
        .run(expiresAt, email),
    );
    await expectInvalid(link);
  });

test('a request for a link is answered alike whether the address has an account or not', async () => {
  await addAccount(stack, 'known@test.example');
  for (const email of ['known@test.example', 'nobody@test.example'])
    expect(await askForLink(email), email).toEqual({ status: 204, text: '' });
});

test('a link that can’t be mailed is logged without the link and the address', async () => {
  await addAccount(stack, REJECTED_RECIPIENT);
  const links = linksIn(cms.output);
  expect((await askForLink(REJECTED_RECIPIENT)).status).toBe(204);
  await expect.poll(() => cms.output).toMatch(/link .* was not sent \(EENVELOPE 550 RCPT TO\)/);
  expect(cms.output).not.toContain(REJECTED_RECIPIENT);
  expect(linksIn(cms.output)).toEqual(links);
});

test.describe('npm run password', () => {
  const NOTICE = 'A link to choose a new password was made';
  const print = (email: string, settings = mail) =>
    runPassword({ DATA_DIR: dataDir, DATABASE_URL: '', ...settings }, email);

  test('tells the user by mail that a link was made, without the link, and records it', async () => {
    const email = 'locked-out@test.example';
    await addAccount(stack, email);
    const { status, stdout, stderr } = await print(email);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/also in a new browser without a code\..*\n.*\nlocked-out@\S+ was told by e-mail/);
    const [link = ''] = linksIn(stdout);
    const notice = await findMail(email, NOTICE);
    expect(notice).toMatchObject({ from: 'table@mail.example', to: [email] });
    expect(notice.text).toMatch(/^From: Scioto Table <table@mail\.example>\r$/m);
    expect(linksIn(notice.text)).toEqual([]);
    const lines = withSqlite(databaseFile(dataDir), (database) =>
      database
        .prepare("SELECT time, author, text, count FROM site_audit_log WHERE text LIKE 'made a link %'")
        .all(),
    );
    expect(lines).toContainEqual({
      time: expect.closeTo(Date.now(), -5),
      author: null,
      text: `made a link to choose a password for ${email}, on the server`,
      count: 1,
    });

    await test.step('the user who did not ask for it makes it invalid as the mail says', async () => {
      await askForLink(email);
      await findMailedLink(email);
      await expectInvalid(link);
    });
  });

  for (const { title, email, readUrl, reason } of [
    {
      title: 'the mail server is dead',
      email: 'unreachable@test.example',
      readUrl: async () => `smtp://127.0.0.1:${await freePort()}`,
      reason: /could not be told .* \(ESOCKET CONN\)\.$/,
    },
    {
      title: 'there is no mail server',
      email: 'no-mail@test.example',
      readUrl: () => '',
      reason: /is not told .*, because SMTP_URL is not set\.$/,
    },
    {
      title: 'the mail server rejects the address',
      email: `also-${REJECTED_RECIPIENT}`,
      readUrl: () => mail.SMTP_URL,
      reason: /could not be told .* \(EENVELOPE 550 RCPT TO\)\.$/,
    },
  ])
    test(`prints the link and the reason when ${title}`, async () => {
      await addAccount(stack, email);
      const { status, stdout, stderr } = await print(email, { ...mail, SMTP_URL: await readUrl() });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(reason);
      expect((await resetPassword(cms.address, linksIn(stdout)[0] ?? '', NEW_PASSWORD)).status).toBe(200);
    });

  test('ends before anything is changed when SMTP_URL is invalid', async () => {
    const { status, stdout, stderr } = await print(OWNER_EMAIL, {
      ...mail,
      SMTP_URL: 'smtp://table:p@ss/1797@x',
    });
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(stderr).toMatch(/SMTP_URL is not the URL of a mail server/);
    expect(stderr).not.toContain('1797');
  });
});

test('npm run password tells when there is no site', async ({ scratch }) => {
  const DATA_DIR = join(scratch, 'empty');
  expect(await runPassword({ DATA_DIR, DATABASE_URL: '' }, OWNER_EMAIL)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There are no accounts yet/),
  });
});

test('an invalid SMTP_URL ends the start with one line that does not contain the password', async ({
  scratch,
  startCms,
}) => {
  const env = { SMTP_URL: 'smtp://table:p@ss/1797@mail.example' };
  const stopped = await startCms(join(scratch, 'data'), { env });
  expect(await stopped.exited).toMatchObject({ code: 78 });
  expect(stopped.output).toMatch(/^The CMS can't start: SMTP_URL is not the URL of a mail server: .*\n$/);
  expect(stopped.output).not.toContain('1797');
});
