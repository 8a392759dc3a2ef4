import { accounts } from './seededCopy.ts';
import { expect, type Page, type Stack } from './stack.ts';

export const PUBLISHED = 'Published: the site shows it in a moment';
export const SAVED = 'Saved: press Publish to show it on the site';

export async function submitSignInForm(
  page: Page,
  email = accounts.OWNER_EMAIL,
  password = accounts.OWNER_PASSWORD,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the admin, signs in, by default as the owner, and waits for the home screen. */
export async function openAdmin(
  page: Page,
  stack: Pick<Stack, 'cms'>,
  email = accounts.OWNER_EMAIL,
  password = accounts.OWNER_PASSWORD,
): Promise<void> {
  await page.goto(`${stack.cms}/admin`);
  await submitSignInForm(page, email, password);
  // The admin loads most of its scripts only now.
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
}

/** Presses a link below the pages of the first screen. */
export async function openFormList(page: Page, name: string): Promise<void> {
  // It opens by itself when the pages come late.
  await page
    .getByRole('main')
    .locator('details')
    .evaluate((forms: HTMLDetailsElement) => {
      forms.open = true;
    });
  // With the keyboard: what comes late moves the list, between the press and the release of a pointer too.
  await page.getByRole('main').getByRole('link', { name, exact: true }).press('Enter');
}

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

/** Presses the keyboard shortcut of Save or Publish once the button is enabled: before that, the admin ignores the shortcut. */
export async function pressShortcut(page: Page, button: 'Save' | 'Publish'): Promise<void> {
  await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled();
  await page.keyboard.press(button === 'Save' ? 'Control+Enter' : 'Control+Shift+Enter');
}

/** Publishes the entry by what `press` presses, and waits until the admin has loaded the published entry. */
export async function publishEntry(page: Page, press = () => clickPublish(page)): Promise<void> {
  let isPublished = false;
  const loaded = page.waitForResponse((response) => {
    isPublished ||= response.ok() && response.url().includes('/actions/publish');
    // The admin also sends this request when the entry is opened and when its window gets the focus.
    return isPublished && response.url().includes('/actions/countDraftRelations');
  });
  await press();
  // The sentence about what was published before can still be on the screen.
  await expect(page.getByText(PUBLISHED).last()).toBeVisible();
  // Otherwise the loaded entry could replace what the owner types next.
  await loaded;
}
