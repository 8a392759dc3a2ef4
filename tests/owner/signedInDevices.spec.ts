import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, type Page, type Stack, signIn, test } from '../support/stack.ts';

// What a sign-out ends in the CMS is in accounts.test.ts.

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.beforeEach(async ({ editableStack: { cms } }) => {
  // The owner's sessions of other tests.
  const token = await signIn(cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${cms}/admin/users/me/sessions`, { method: 'DELETE', headers });
});

/** Signs in as the owner on another device, and returns a function that reads the status of its next request. */
async function signInFrom({ cms }: Stack, userAgent: string): Promise<() => Promise<number>> {
  const signedIn = await fetch(`${cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: accounts.OWNER_EMAIL, password: accounts.OWNER_PASSWORD }),
  });
  const { token }: { token: string } = (await signedIn.json()).data;
  const headers = { authorization: `Bearer ${token}` };
  return async () => (await fetch(`${cms}/admin/users/me`, { headers })).status;
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
  const confirm = page.getByRole('button', { name: 'Yes', exact: true });
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
}

test.describe('with a finger', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the owner finds where and when she has signed in, also before an update, on screens of all sizes', async ({
    page,
    editableStack: stack,
  }) => {
    await signInFrom(stack, WINDOWS);
    // As a session of an earlier version.
    await stack.runStatement('UPDATE strapi_sessions SET metadata = NULL');
    for (const userAgent of [IPHONE, WINDOWS, 'A program']) await signInFrom(stack, userAgent);
    await openAdmin(page, stack);
    await openDevices(page);
    // Without the name of the button of the menu, which had the focus.
    await page.reload();
    for (const name of ['This device', 'Safari on iOS', 'Chrome on Windows'])
      await expect(device(page, name).getByText(/^(now|.* (second|minute)s? ago)$/)).toHaveCount(2);
    const unknown = device(page, 'Unknown device');
    await expect(unknown).toHaveCount(2);
    await expect(unknown.filter({ has: page.getByRole('gridcell', { name: '-', exact: true }) })).toHaveCount(
      1,
    );
    await expect(page.getByRole('row')).toHaveCount(6);
    for (const width of [PHONE.width, 768, 1440]) {
      await page.setViewportSize({ ...PHONE, width });
      await expect.poll(() => listMisfits(page, width < 1000), String(width)).toEqual([]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await listAxeViolations(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize(PHONE);
    await press(page, 'Sign out everywhere');
    await expect(page.getByRole('alertdialog')).toContainText(
      'and a code by e-mail if this website sends codes',
    );
    // When the dialog has its full size.
    await expect.poll(() => listMisfits(page, true)).toEqual([]);
    expect(await listAxeViolations(page, '[role="alertdialog"]')).toEqual([]);
  });
});

test('the owner signs out on one device and on all others with the keyboard, and then everywhere', async ({
  page,
  editableStack: stack,
}) => {
  const onWindows = await signInFrom(stack, WINDOWS);
  const onPhone = await signInFrom(stack, IPHONE);
  await openAdmin(page, stack);
  await openDevices(page);
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
  expect([await onPhone(), await onWindows()]).toEqual([401, 200]);

  await page.getByRole('button', { name: 'Sign out on the other devices' }).focus();
  await page.keyboard.press('Enter');
  await confirmWithKeyboard(page);
  await expect(page.getByText('Signed out on the other devices')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await onWindows()).toBe(401);

  await press(page, 'Sign out everywhere');
  await press(page, 'Yes');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
