import { parseEmailAddress } from '../../../cms/src/shared/contact/emailAddress.ts';
import type { Coordinates } from '../../../cms/src/shared/contact/mapPlace.ts';
import { parseTelephone } from '../../../cms/src/shared/contact/telephone.ts';

/** The contact records whose text can be a link. */
export type ContactKind = 'phone' | 'email' | 'address';

/** Google's documented URL for directions; it needs no key and opens the maps app on phones. */
const DIRECTIONS = 'https://www.google.com/maps/dir/';

/** Google's documented URL for a place; it opens the maps app on phones, whose other links the browser opens. */
const MAP = 'https://www.google.com/maps/search/';

/** Joins the lines of an address. */
const toLine = (address: string) => address.replace(/\s*\n\s*/g, ', ');

/** Returns the URL that opens a place in a map app, or else searches for the address; `undefined` without both. */
export function getMapHref(place: Coordinates | undefined, address = ''): string | undefined {
  const query = place ? `${place.latitude},${place.longitude}` : toLine(address);
  return query && `${MAP}?${new URLSearchParams({ api: '1', query })}`;
}

/** Returns the tel:, mailto: or directions URL of a contact text; `undefined` when the text can't be parsed as one. */
export function getContactHref(kind: ContactKind, text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (kind === 'address') {
    return `${DIRECTIONS}?${new URLSearchParams({ api: '1', destination: toLine(text) })}`;
  }
  const parsed = kind === 'email' ? parseEmailAddress(text) : parseTelephone(text);
  return parsed && `${kind === 'email' ? 'mailto' : 'tel'}:${parsed}`;
}
