import { parseEmailAddress } from '../../../cms/src/contact/emailAddress.ts';
import { parseTelephone } from '../../../cms/src/contact/telephone.ts';

/** The contact records whose text can be a link. */
export type ContactKind = 'phone' | 'email' | 'address';

/** Google's documented URL for directions; it needs no key and opens the maps app on phones. */
const DIRECTIONS = 'https://www.google.com/maps/dir/';

/** Returns the tel:, mailto: or directions URL of a contact text; `undefined` when the text can't be parsed as one. */
export function getContactHref(kind: ContactKind, text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (kind === 'address') {
    const destination = text.replace(/\s*\n\s*/g, ', ');
    return `${DIRECTIONS}?${new URLSearchParams({ api: '1', destination })}`;
  }
  const parsed = kind === 'email' ? parseEmailAddress(text) : parseTelephone(text);
  return parsed && `${kind === 'email' ? 'mailto' : 'tel'}:${parsed}`;
}
