import { join } from 'node:path';
import { startMailServer } from '../support/mailServer.ts';
import { copySeededData, expect, test } from '../support/operations.ts';
import { linksIn, resetPassword, runPassword } from '../support/passwordLinks.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { accounts, type Page, signIn } from '../support/stack.ts';

// Parallel, so that no worker is left alone with a long file.
test.describe.configure({ mode: 'parallel' });

const { ADMIN_EMAIL, OWNER_EMAIL, OWNER_PASSWORD } = accounts;
const NEW_PASSWORD = 'Oak-Fire-1798-owner';
const INVALID_LINK = /^This link has been used or is too old\. /;

async function choosePassword(page: Page, password: string): Promise<void> {
  for (const name of ['Password', 'The same password again'])
    await page.getByRole('textbox', { name, exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
}

/** Expects an error message of the form; the admin has another, empty element with the role. */
const expectAlert = (page: Page, message: RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();

/** Makes the link of an account as old as if the time of its validity had passed. */
function expireLink(dataDir: string, email: string): void {
  withSqlite(databaseFile(dataDir), (database) =>
    database
      .prepare(
        'UPDATE admin_users SET reset_password_token_expires_at = 1 WHERE email = ? AND reset_password_token IS NOT NULL',
      )
      .run(email),
  );
}

async function expectInvalid(cms: string, link: string): Promise<void> {
  const response = await resetPassword(cms, link, NEW_PASSWORD);
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toMatch(INVALID_LINK);
}

test('the first start prints a link for each account, with which its user chooses a password once within a day', async ({
  page,
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  withSqlite(databaseFile(dataDir), (database) => database.exec('DELETE FROM admin_users'));
  const cms = await startCms(dataDir, { env: { ADMIN_PASSWORD: '', OWNER_PASSWORD: '' } });
  await cms.waitUntilReady();
  expect(cms.output).toMatch(
    new RegExp(
      `^First sign-ins, .*\\n  Administrator: ${ADMIN_EMAIL}  http\\S+\\n  Owner: ${OWNER_EMAIL}  http`,
      'm',
    ),
  );
  const [administratorLink = '', ownerLink = ''] = linksIn(cms.output);

  await page.goto(ownerLink);
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await choosePassword(page, 'Oak-17');
  await expect(page.getByText('Use at least 12 characters.')).toBeVisible();
  await choosePassword(page, 'Oak-Fire-17');
  await expectAlert(page, /^This password is too weak: use at least 12 characters /);
  await choosePassword(page, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  expect(await signIn(cms.address, OWNER_EMAIL, NEW_PASSWORD)).toBeTruthy();

  await page.context().clearCookies();
  await page.goto(ownerLink);
  await choosePassword(page, 'Oak-Fire-1799-owner');
  await expectAlert(page, INVALID_LINK);
  expect(await signIn(cms.address, OWNER_EMAIL, NEW_PASSWORD)).toBeTruthy();

  expireLink(dataDir, ADMIN_EMAIL);
  await expectInvalid(cms.address, administratorLink);
});

test('the next start prints new links when the first start was interrupted before it had printed them, and nobody can sign in without a password', async ({
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(join(scratch, 'data'));
  withSqlite(databaseFile(dataDir), (database) => {
    database.exec('UPDATE admin_users SET password = NULL');
    database.exec(
      "UPDATE strapi_core_store_settings SET value = 'true' WHERE key = 'app_first_sign_ins_unprinted'",
    );
  });
  const cms = await startCms(dataDir);
  await cms.waitUntilReady();
  const answers = ['', 'null', 'undefined', OWNER_PASSWORD].map(async (password) => {
    const response = await fetch(`${cms.address}/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: OWNER_EMAIL, password }),
    });
    return response.status;
  });
  expect(await Promise.all(answers)).toEqual([400, 400, 400, 400]);
  const links = linksIn(cms.output);
  expect(links).toHaveLength(2);
  for (const link of links) expect((await resetPassword(cms.address, link, NEW_PASSWORD)).status).toBe(200);
  for (const email of [ADMIN_EMAIL, OWNER_EMAIL])
    expect(await signIn(cms.address, email, NEW_PASSWORD)).toBeTruthy();
});

test('npm run password tells when there is no site', async ({ scratch }) => {
  const empty = await runPassword({ DATA_DIR: join(scratch, 'empty'), DATABASE_URL: '' }, OWNER_EMAIL);
  expect(empty).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There are no accounts yet: start the site first.',
  });
});

test('a user who has forgotten the password gets a link by npm run password while the site is stopped or by mail, which works once within an hour, and unknown addresses are answered alike', async ({
  page,
  scratch,
  startCms,
}) => {
  const mailServer = await startMailServer();
  const dataDir = copySeededData(join(scratch, 'data'));
  const printed = await runPassword({ DATA_DIR: dataDir, DATABASE_URL: '' }, ADMIN_EMAIL);
  const cms = await startCms(dataDir, {
    env: { SMTP_URL: mailServer.url, MAIL_FROM: 'Scioto Table <table@mail.example>' },
  });
  await cms.waitUntilReady();
  const [printedLink = ''] = linksIn(printed.stdout);
  expect((await resetPassword(cms.address, printedLink, NEW_PASSWORD)).status).toBe(200);
  const linkMails = () =>
    mailServer.mails.filter(({ text }) => /^Subject: Choose a new password\r$/m.test(text));
  const ask = async (email: string) => {
    const response = await fetch(`${cms.address}/admin/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    return [response.status, await response.text()];
  };

  await page.goto(`${cms.address}/admin`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(OWNER_EMAIL);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  await expect.poll(linkMails).toHaveLength(1);
  const [mail] = linkMails();
  expect(mail).toMatchObject({ from: 'table@mail.example', to: [OWNER_EMAIL] });
  expect(mail?.text).toMatch(/^From: Scioto Table <table@mail\.example>\r$/m);

  const [link = ''] = linksIn(mail?.text ?? '');
  await page.goto(link);
  await choosePassword(page, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  await expectInvalid(cms.address, link);
  const changeMails = () => mailServer.mails.filter((sent) => !linkMails().includes(sent));
  await expect.poll(() => changeMails().flatMap(({ to }) => to)).toEqual([ADMIN_EMAIL, OWNER_EMAIL]);
  for (const { text } of changeMails())
    expect(text).toMatch(/^Subject: Your password for the website was changed\r$/m);

  expect(await ask('nobody@test.example')).toEqual([204, '']);
  expect(await ask(OWNER_EMAIL)).toEqual([204, '']);
  await expect.poll(linkMails).toHaveLength(2);
  expect(linkMails()[1]?.to).toEqual([OWNER_EMAIL]);
  expireLink(dataDir, OWNER_EMAIL);
  await expectInvalid(cms.address, linksIn(linkMails()[1]?.text ?? '')[0] ?? '');

  await mailServer.close();
  expect(await ask(OWNER_EMAIL)).toEqual([204, '']);
  await expect
    .poll(() => cms.output)
    .toMatch(/The mail with a link to choose a password was not sent \(\S.*\)\./);
  expect(cms.output).not.toContain(OWNER_EMAIL);
  expect(linksIn(cms.output)).toEqual([]);
  // The third request in an hour was the last one.
  for (const email of [OWNER_EMAIL, 'nobody@test.example'])
    expect([email, (await ask(email))[0]]).toEqual([email, email === OWNER_EMAIL ? 429 : 204]);
});

test('an invalid SMTP_URL ends the start with one line that does not contain the password', async ({
  scratch,
  startCms,
}) => {
  const cms = await startCms(join(scratch, 'data'), {
    env: { SMTP_URL: 'smtp://table:p@ss/1797@mail.example' },
  });
  expect(await cms.exited).toMatchObject({ code: 78 });
  expect(cms.output).toMatch(/^The CMS can't start: SMTP_URL is not the URL of a mail server: .*\n$/);
  expect(cms.output).not.toContain('1797');
});
