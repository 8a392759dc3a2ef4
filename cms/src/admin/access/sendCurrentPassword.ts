import { readCurrentPassword } from '../strapi/page';
import { changeProfile } from '../strapi/requests';

/**
 * Sends the current password that is typed into the profile form. Strapi's form sends it only with a new password, but the
 * CMS requires it for another email too.
 */
export const sendCurrentPassword = (): void =>
  changeProfile(() => {
    const currentPassword = readCurrentPassword();
    return currentPassword ? { currentPassword } : {};
  });
