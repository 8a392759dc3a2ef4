import { codesFor, NewBrowser } from './mailedCodes.ts';
import type { MailServer } from './mailServer.ts';
import { accounts } from './seededCopy.ts';
import { expect, type Page } from './stack.ts';

export { codesFor, NewBrowser };

/** Signs in to a CMS that sends mails in a new browser, by default as the administrator, and returns the token. */
export const signInWithCode = (
  cms: string,
  mailServer: MailServer,
  email = accounts.ADMIN_EMAIL,
  password = accounts.ADMIN_PASSWORD,
): Promise<string> => new NewBrowser(cms).signInWithCode(mailServer, email, password);

/** Types the newest code that was mailed to an address into the page that asks for it. */
export async function typeCode(page: Page, mailServer: MailServer, email: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Code' });
  // The mail has arrived before the page asks for its code.
  await expect(field).toBeFocused();
  await field.fill(codesFor(mailServer, email).at(-1) ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
}
