import { emailAddress } from '../content/emailAddress.ts';
import { telephone } from '../content/telephone.ts';

/** What a contact record's text can be opened with, by the kind of record. */
export type ContactKind = 'phone' | 'email' | 'address';

/** Google's documented link for directions, which needs no key and opens the maps application of a phone. */
const DIRECTIONS = 'https://www.google.com/maps/dir/';

/** Where a contact text leads: a call, a letter, directions; `undefined` when the text as a whole is no such thing. */
export function contactHref(kind: ContactKind, text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (kind === 'address') {
    const destination = text.replace(/\s*\n\s*/g, ', ');
    return `${DIRECTIONS}?${new URLSearchParams({ api: '1', destination })}`;
  }
  const reached = kind === 'email' ? emailAddress(text) : telephone(text);
  return reached && `${kind === 'email' ? 'mailto' : 'tel'}:${reached}`;
}
