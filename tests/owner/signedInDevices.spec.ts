import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, type Page, type Stack, signIn, test } from '../support/stack.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const UNKNOWN = 'A program';

test.beforeEach(async ({ editableStack: { cms } }) => {
  // The owner's sessions of other tests.
  const token = await signIn(cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  await fetch(`${cms}/admin/users/me/sessions`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
});

/** Signs in as the owner on another device, and returns a function that reads the status of its next request. */
async function signInFrom({ cms }: Stack, userAgent: string): Promise<() => Promise<number>> {
  const signedIn = await fetch(`${cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD }),
  });
  expect(signedIn.status).toBe(200);
  const { token }: { token: string } = (await signedIn.json()).data;
  return async () =>
    (await fetch(`${cms}/admin/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;
}

/** Opens the page as an owner does, from the menu of her account. */
async function openDevices(page: Page): Promise<void> {
  // On a phone, the account is in the menu.
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: /Owner/ }).filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: 'Signed-in devices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Signed-in devices' })).toBeVisible();
}

const device = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function confirmWithKeyboard(page: Page): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
}

const expectSignIn = (page: Page) => expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

for (const [size, viewport] of [
  ['a phone', PHONE],
  ['a tablet', { width: 768, height: 1024 }],
  ['a computer', { width: 1440, height: 900 }],
] as const)
  test.describe(`on ${size}`, () => {
    const hasTouch = viewport.width < 1000;
    test.use({ viewport, hasTouch });

    test('the owner finds where and when she has signed in', async ({ page, editableStack: stack }) => {
      for (const userAgent of [IPHONE, WINDOWS, UNKNOWN]) await signInFrom(stack, userAgent);
      await openAdmin(page, stack);
      await openDevices(page);
      // Without the name of the button of the menu, which had the focus.
      await page.reload();
      for (const name of ['This device', 'Safari on iOS', 'Chrome on Windows', 'Unknown device'])
        await expect(device(page, name).getByText(/^(now|.* (second|minute)s? ago)$/)).toHaveCount(2);
      await expect(page.getByRole('row')).toHaveCount(5);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await listMisfits(page, hasTouch), colorScheme).toEqual([]);
        expect(await listAxeViolations(page), colorScheme).toEqual([]);
      }
      await press(page, 'Sign out everywhere');
      await expect(page.getByRole('alertdialog')).toContainText(
        'and a code by e-mail if this website sends codes',
      );
      // When the dialog has its full size.
      await expect.poll(() => listMisfits(page, hasTouch)).toEqual([]);
      expect(await listAxeViolations(page, '[role="alertdialog"]')).toEqual([]);
    });
  });

test('two presses sign the owner out everywhere, also in a browser that has the admin open', async ({
  page,
  browser,
  editableStack: stack,
}) => {
  const readStatus = await signInFrom(stack, IPHONE);
  const other = await (await browser.newContext()).newPage();
  await openAdmin(other, stack);
  await openAdmin(page, stack);
  await openDevices(page);
  expect(await readStatus()).toBe(200);

  await press(page, 'Sign out everywhere');
  await press(page, 'Confirm');
  await expectSignIn(page);
  expect(await readStatus()).toBe(401);
  await other.getByRole('main').getByRole('link', { name: 'Entrees', exact: true }).click();
  await expectSignIn(other);
  await other.context().close();

  await submitSignInForm(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openDevices(page);
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('the owner signs out on one device and then on all others with the keyboard, and stays signed in', async ({
  page,
  editableStack: stack,
}) => {
  const inProgram = await signInFrom(stack, UNKNOWN);
  const onWindows = await signInFrom(stack, WINDOWS);
  const onPhone = await signInFrom(stack, IPHONE);
  await openAdmin(page, stack);
  await openDevices(page);

  await test.step('one device', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere' }).focus();
    // Into the table, to the second device, which has signed in before this one, and to its last column.
    for (const key of ['Tab', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await expect(device(page, 'Safari on iOS').getByRole('button', { name: 'Sign out' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toContainText('Sign out on that device?');
    await confirmWithKeyboard(page);
    await expect(page.getByText('Signed out on that device')).toBeVisible();
    await expect(device(page, 'Safari on iOS')).toHaveCount(0);
    expect(await onPhone()).toBe(401);
    expect(await onWindows()).toBe(200);
  });

  await test.step('all others', async () => {
    await page.getByRole('button', { name: 'Sign out on the other devices' }).focus();
    await page.keyboard.press('Enter');
    await confirmWithKeyboard(page);
    await expect(page.getByText('Signed out on the other devices')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(device(page, 'This device')).toBeVisible();
    expect(await onWindows()).toBe(401);
    expect(await inProgram()).toBe(401);
  });

  await page.reload();
  await expect(device(page, 'This device')).toBeVisible();
});

test('signing out on one device or on all others also ends the tokens that those devices have replaced', async ({
  editableStack: { cms },
}) => {
  const send = (method: string, path: string, token?: string, cookie = '') =>
    fetch(`${cms}/admin${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie, authorization: `Bearer ${token}` },
      ...(path === '/login' && {
        body: JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD }),
      }),
    });
  const own = await signIn(cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const statusOf = async (token: string) => (await send('GET', '/users/me', token)).status;
  const renewSession = async () => {
    const signedIn = await send('POST', '/login');
    const replaced: string = (await signedIn.json()).data.token;
    const [cookie] = signedIn.headers
      .getSetCookie()
      .filter((line) => line.startsWith('strapi_admin_refresh='));
    const renewed: string = (
      await (await send('POST', '/access-token', undefined, cookie?.split(';')[0])).json()
    ).data.token;
    expect(await Promise.all([replaced, renewed].map(statusOf))).toEqual([200, 200]);
    return [replaced, renewed];
  };

  const onOneDevice = await renewSession();
  const sessions: { data: { id: string; current: boolean }[] } = await (
    await send('GET', '/users/me/sessions', own)
  ).json();
  const other = sessions.data.find(({ current }) => !current);
  await send('DELETE', `/users/me/sessions/${other?.id}`, own);
  expect(await Promise.all(onOneDevice.map(statusOf))).toEqual([401, 401]);

  const onAnotherDevice = await renewSession();
  await send('DELETE', '/users/me/sessions?keepCurrent=true', own);
  expect(await Promise.all(onAnotherDevice.map(statusOf))).toEqual([401, 401]);
  expect(await statusOf(own)).toBe(200);
});

test('sessions of an earlier version, without a device and a time, are listed too', async ({
  page,
  editableStack: stack,
}) => {
  await signInFrom(stack, WINDOWS);
  await stack.runStatement('UPDATE strapi_sessions SET metadata = NULL');
  await openAdmin(page, stack);
  await openDevices(page);
  const unknown = device(page, 'Unknown device');
  await expect(unknown.getByRole('gridcell').nth(1)).toHaveText('-');
  await expect(unknown.getByRole('button', { name: 'Sign out' })).toBeVisible();
});
