import { expect, test } from 'vitest';
import { cms, requireCompiled } from '../support/cms.ts';
import { administrator, type Owner, type RejectedError, signInAgain } from '../support/owner.ts';
import { accounts } from '../support/seededCopy.ts';
import { sendFrom } from '../support/sendFrom.ts';

// Accounts of the admin, without a mail server. Each test has accounts of its own: their sessions end.

const { storeLink } =
  requireCompiled<typeof import('../../cms/src/strapi/databaseLayer.ts')>('strapi/databaseLayer');
const { createAccount } =
  requireCompiled<typeof import('../../cms/src/strapi/accounts.ts')>('strapi/accounts');

const EMAIL = 'oak@test.example';
const PASSWORD = accounts.OWNER_PASSWORD;
const NEW_PASSWORD = 'Oak-Fire-1798-owner';
const HOUR_MS = 60 * 60_000;

/** Sends what a form without an account sends, from an address of its own, so that failures don't count for other tests. */
async function submit(path: string, body: object) {
  const { status, text } = await sendFrom('127.0.0.42', `${cms.url}/admin/${path}`, { method: 'POST', body });
  const answer: { error?: { message: string } } = JSON.parse(text);
  return `${status} ${answer.error?.message ?? ''}`;
}

const signIn = (email: string, password: string) => submit('login', { email, password });

/** Gives an account a link with which a password is chosen, and returns what chooses it. */
async function createLink(userId: number, lifetimeMs = HOUR_MS) {
  const token = `link_of_${userId}`;
  await storeLink(cms.strapi.db, userId, { token, expiresAt: new Date(Date.now() + lifetimeMs) });
  return () => submit('reset-password', { resetPasswordToken: token, password: NEW_PASSWORD });
}

const INVALID_LINK = /^400 This link has been used or is too old\. Ask whoever looks after the site/;

/** Adds an account that is signed in, has a preview open and a link; reads whether they still work. */
async function openAccount() {
  const id = await administrator.addAccount(EMAIL);
  const { account } = await signInAgain(EMAIL);
  const preview = await account.openPreview({ type: 'menu-side', documentId: 'hand-cut-fries' });
  const readStatuses = async () => {
    const session = await account.readProfile().then(
      () => 200,
      ({ status }: RejectedError) => status,
    );
    const headers = { 'x-preview-token': preview };
    return [session, (await fetch(`${cms.url}/api/preview-state`, { headers })).status];
  };
  return { id, account, link: await createLink(id), readStatuses };
}

const WORKING = [200, 200];
const ENDED = [401, 403];

test('an administrator who sets a password ends the sessions, previews and links of the account', async () => {
  const { id, link, readStatuses } = await openAccount();
  expect(await readStatuses()).toEqual(WORKING);
  await administrator.changeAccount(id, { password: NEW_PASSWORD });
  expect(await readStatuses()).toEqual(ENDED);
  expect(await link()).toMatch(INVALID_LINK);
  expect(await signIn(EMAIL, PASSWORD)).toMatch(/^400 The email or the password is not right/);
  expect(await signIn(EMAIL, NEW_PASSWORD)).toBe('200 ');
});

test('an administrator who blocks an account ends its sessions and previews for good', async () => {
  const { id, readStatuses } = await openAccount();
  await administrator.changeAccount(id, { firstname: 'Rosa', isActive: true });
  expect(await readStatuses()).toEqual(WORKING);
  for (const isActive of [false, true]) {
    await administrator.changeAccount(id, { isActive });
    expect(await readStatuses(), `active: ${isActive}`).toEqual(ENDED);
  }
});

test('an administrator who deletes an account ends its sessions and previews', async () => {
  const { id, readStatuses } = await openAccount();
  await administrator.deleteAccount(id);
  expect(await readStatuses()).toEqual(ENDED);
});

test('an administrator can change the own email and password only in the profile', async () => {
  const { id } = await administrator.readProfile();
  // Databases read some other texts as the same number.
  for (const same of [id, `0${id}`, `${id}.0`, `0_${id}`, `+${id}`])
    for (const change of [{ email: 'thief@test.example' }, { password: NEW_PASSWORD }])
      await expect(administrator.send('PUT', `/admin/users/${same}`, change), `${same}`).rejects.toThrow(
        /^400 .*in your profile.* current password/,
      );
  await administrator.changeAccount(id, { email: accounts.ADMIN_EMAIL, firstname: 'Ada' });
});

test('a user who changes the email needs the current password, and ends the links of the account', async () => {
  const { account, link } = await openAccount();
  for (const [currentPassword, message] of [
    [undefined, /^Type your current password here/],
    [null, /^Type your current password here/],
    [{}, /^Type your current password here/],
    ['wrong', /not your current password/],
  ] as const)
    for (const change of [{ email: 'thief@test.example' }, { password: NEW_PASSWORD }])
      await expect(
        account.send('PUT', '/admin/users/me', { ...change, currentPassword }),
      ).rejects.toMatchObject({
        status: 400,
        details: { errors: [{ path: ['currentPassword'], message: expect.stringMatching(message) }] },
      });
  await account.changeProfile({ firstname: 'Rosa', email: 'Oak@Test.Example' });
  await account.changeProfile({ email: 'Elm@Test.Example', currentPassword: PASSWORD });
  expect(await account.readProfile()).toMatchObject({ email: 'elm@test.example', firstname: 'Rosa' });
  expect(await link()).toMatch(INVALID_LINK);
  expect(await signIn('elm@test.example', PASSWORD)).toBe('200 ');
});

test('a password needs twelve characters, and a weak one in the profile does not end the session', async () => {
  const [weak, strong, tooWeak] = [
    'Oak-Fire-17',
    'Oak-Fire-179',
    /^400 .*password is too weak: .* 12 characters/,
  ];
  const { id, registrationToken } = await administrator.invite(EMAIL);
  const register = (password: string) =>
    submit('register', { registrationToken, userInfo: { firstname: 'Guest', password } });
  expect(await register(weak)).toMatch(tooWeak);
  expect(await register(strong)).toBe('200 ');
  await expect(administrator.changeAccount(id, { password: weak })).rejects.toThrow(tooWeak);
  await administrator.changeAccount(id, { password: PASSWORD });
  const { account } = await signInAgain(EMAIL);
  // Strapi would sign the user out before it stores a password that it accepts.
  await expect(account.changeProfile({ password: weak, currentPassword: PASSWORD })).rejects.toThrow(tooWeak);
  await account.readProfile();
});

test('nobody signs in to an account without a password, until its user has chosen one with a link', async () => {
  await createAccount(cms.strapi, { email: EMAIL, firstname: 'Guest', password: undefined, roleId: 2 });
  for (const password of ['', 'null', 'undefined', PASSWORD])
    expect(await signIn(EMAIL, password), password).toMatch(/^400 /);
  const { id } = await cms.strapi.db.query('admin::user').findOne({ where: { email: EMAIL } });
  const link = await createLink(id);
  expect(await link()).toBe('200 ');
  expect(await signIn(EMAIL, NEW_PASSWORD)).toBe('200 ');
  expect(await link()).toMatch(INVALID_LINK);
  expect(await (await createLink(id, -1))(), 'expired').toMatch(INVALID_LINK);
  expect(await (await createLink(id, 90_000 * HOUR_MS))(), 'made while the clock was ahead').toMatch(
    INVALID_LINK,
  );
});

test('signing out on one device or on all others also ends the tokens that those devices have replaced', async () => {
  await administrator.addAccount(EMAIL);
  const { account: own } = await signInAgain(EMAIL);
  const signInAndRenew = async () => {
    const { account, renew } = await signInAgain(EMAIL);
    const tokens: Owner[] = [account, await renew()];
    for (const token of tokens) await token.readProfile();
    return tokens;
  };
  const expectEnded = async (tokens: Owner[]) => {
    for (const token of tokens) await expect(token.readProfile()).rejects.toThrow(/^401 /);
  };
  const onOneDevice = await signInAndRenew();
  const [other] = (await own.listSessions()).filter(({ current }) => !current);
  await own.signOut(other ?? 'others');
  await expectEnded(onOneDevice);
  const onAnother = await signInAndRenew();
  await own.signOut('others');
  await expectEnded(onAnother);
  await own.readProfile();
});
