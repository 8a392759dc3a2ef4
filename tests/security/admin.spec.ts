import { addAccount } from '../support/addAccount.ts';
import { openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, test } from '../support/stack.ts';

test('the first screen shows an account that may do nothing a message and no card', async ({
  page,
  editableStack: stack,
}) => {
  const role = await stack.asAdmin('POST', '/admin/roles', { name: 'Nobody', description: '' });
  const { data }: { data: { id: number } } = await role.json();
  await addAccount(stack, 'nobody@test.example', data.id);
  await page.goto(`${stack.cms}/admin`);
  await submitSignInForm(page, 'nobody@test.example');
  await expect(page.getByText(/account may not change anything yet/)).toBeVisible();
  for (const name of ['Today', 'Change words', 'Change the menu', 'Change photographs'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Menu/ })).toHaveCount(0);
});

test('the admin offers an administrator no web address that the CMS would open', async ({ page, stack }) => {
  await openAdmin(page, stack, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  const main = page.getByRole('main');
  const items = page.getByRole('menuitem');
  const expectMenu = async () => {
    await expect(items).toHaveText(['New folder', 'Add pictures']);
    // Before it has the focus, the menu does not listen to keys.
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(items).toHaveCount(0);
  };
  await main.getByRole('link', { name: 'All photographs' }).click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expectMenu();
  // The menu of the empty part of the page.
  await main.click({ button: 'right', position: { x: 2, y: 2 } });
  await expectMenu();

  const byAddress = /web address|url|link/i;
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await main.getByRole('link', { name: 'First story' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: /add a picture/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add pictures' }).click();
  await expect(dialog.getByLabel(/choose pictures/)).toBeAttached();
  for (const role of ['tab', 'textbox'] as const)
    await expect(dialog.getByRole(role, { name: byAddress })).toHaveCount(0);

  await page.goto(`${stack.cms}/admin/settings/users`);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /webhook/i })).toHaveCount(0);
});
