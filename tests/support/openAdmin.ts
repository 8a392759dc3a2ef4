import { accounts, expect, type Page, type Stack } from './stack.ts';

/** Signs in to the admin as the owner with the form on the page. */
export async function submitSignInForm(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(accounts.OWNER_EMAIL);
  await page.getByRole('textbox', { name: 'Password' }).fill(accounts.OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Opens the admin, signs in as the owner and waits for the home screen. */
export async function openAdmin(page: Page, stack: Pick<Stack, 'cms'>): Promise<void> {
  await page.goto(`${stack.cms}/admin`);
  await submitSignInForm(page);
  // The admin loads most of its scripts only now.
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible({ timeout: 30_000 });
}

/** Clicks Publish once it is enabled. */
export async function clickPublish(page: Page): Promise<void> {
  // The admin disables the button for a moment when its window gets the focus, and loses a click that is pressed before and
  // released after that. So the click happens in the same task as the check.
  const clickIfEnabled = () =>
    page.getByRole('button', { name: 'Publish', exact: true }).evaluate((button: HTMLButtonElement) => {
      const isEnabled = !button.disabled;
      if (isEnabled) button.click();
      return isEnabled;
    });
  // Strapi updates its buttons only when the browser is idle.
  await expect.poll(clickIfEnabled, { timeout: 30_000 }).toBe(true);
}

/**
 * Publishes the entry, and waits for the admin's confirmation and until it has loaded the published entry.
 * @param press presses what publishes it
 */
export async function publishEntry(page: Page, press = () => clickPublish(page)): Promise<void> {
  let isPublished = false;
  const loaded = page.waitForResponse((response) => {
    isPublished ||= response.ok() && response.url().includes('/actions/publish');
    // The admin also sends this request when the entry is opened and when its window gets the focus.
    return isPublished && response.url().includes('/actions/countDraftRelations');
  });
  await press();
  // The sentence about what was published before can still be on the screen.
  await expect(page.getByText('Published: the site shows it in a moment').last()).toBeVisible();
  // Otherwise the loaded entry could replace what the owner types next.
  await loaded;
}
