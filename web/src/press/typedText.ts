import type { TextPlace } from '../../../cms/src/shared/requests/editMessages.ts';
import { keyOf } from './placeTable.ts';

/** What was typed and is not saved yet: it survives a reload of the page, but not the tab. */
interface TypedText {
  text: string;
  /** What was there when it was opened. */
  base: string;
}

const toStorageKey = (place: TextPlace) => `typed ${keyOf(place)}`;

/** Browsers can forbid the storage to a page in a frame; then a reload loses what is not saved. */
function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

export const readTyped = (place: TextPlace): TypedText | null | undefined =>
  tryStorage((storage) => JSON.parse(storage.getItem(toStorageKey(place)) ?? 'null'));

export const storeTyped = (place: TextPlace, typed: TypedText): void =>
  tryStorage((storage) => storage.setItem(toStorageKey(place), JSON.stringify(typed)));

export const forgetTyped = (place: TextPlace): void =>
  tryStorage((storage) => storage.removeItem(toStorageKey(place)));
