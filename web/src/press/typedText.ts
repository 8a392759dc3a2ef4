import type { TextPlace } from '../../../cms/src/shared/requests/editMessages.ts';
import { keyOf } from './placeTable.ts';

/** What was typed and is not saved yet: it survives a reload of the page, but not the tab. */
interface TypedText {
  text: string;
  /** What was there when it was opened. */
  base: string;
}

const toStorageKey = (place: TextPlace) => `typed ${keyOf(place)}`;

export const readTyped = (place: TextPlace): TypedText | null =>
  JSON.parse(sessionStorage.getItem(toStorageKey(place)) ?? 'null');

export const storeTyped = (place: TextPlace, typed: TypedText): void =>
  sessionStorage.setItem(toStorageKey(place), JSON.stringify(typed));

export const forgetTyped = (place: TextPlace): void => sessionStorage.removeItem(toStorageKey(place));
