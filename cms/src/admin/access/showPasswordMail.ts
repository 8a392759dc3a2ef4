import { markPage } from '../strapi/page';

/** Shows the link *Forgot your password?* if the CMS sends e-mail, which the admin can't know when it is built. */
export async function showPasswordMail(): Promise<void> {
  const response = await fetch('/password-mail');
  const { isEnabled }: { isEnabled: boolean } = await response.json();
  if (isEnabled) markPage('passwordMail', '');
}
