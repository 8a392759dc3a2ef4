import { accounts, expect, type Page, type Stack } from './stack.ts';

/** Signs in to the admin as the owner and waits for its home screen. */
export async function openAdmin(page: Page, stack: Pick<Stack, 'cms'>): Promise<void> {
  await page.goto(`${stack.cms}/admin`);
  await page.getByLabel('Email').fill(accounts.OWNER_EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(accounts.OWNER_PASSWORD);
  await expect(page.getByText('Forgot your password?')).toBeHidden();
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
}

/** Presses Publish and waits for the admin's confirmation. */
export async function publishEntry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published: the site shows it in a moment')).toBeVisible();
}
