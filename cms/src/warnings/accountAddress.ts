import { readSmtpUrl } from '../environment/settings';
import type { Warning } from './listWarnings';

/** The top-level domains that are not on the internet (RFC 2606); the first accounts have such addresses by default. */
const RESERVED_DOMAIN = /\.(example|invalid|localhost|test)$/i;

/** Whether an address can get mail. */
export const isMailable = (email: string): boolean => !RESERVED_DOMAIN.test(email);

/** Warns a user whose address gets no mail, while a new browser needs a code that is mailed there. */
export function warnAboutAddress(email: string): Warning[] {
  if (!readSmtpUrl() || isMailable(email)) return [];
  return [
    {
      sentence: `Your account has the address ${email}, which gets no mail, but to sign in with a new phone or computer you need a code that is mailed there.`,
      link: { label: 'Enter your own address', path: '/me' },
    },
  ];
}
