import { errors } from '@strapi/utils';
import { areSameWords, type Words } from './words';

/** A change that does not fit to what somebody else has changed; its message is a sentence for the owner. */
export class ConflictError extends errors.ApplicationError {}

export const isSameOrder = (ids: string[], others: string[]): boolean =>
  ids.length === others.length && ids.every((id, index) => id === others[index]);

/**
 * An order that is there already can be made again: the response to the first request may have been lost.
 * @throws ConflictError when the items are neither in the order that the owner saw nor in the one that she wants
 */
export function requireSameOrder(present: string[], seen: string[], wanted: string[]): void {
  if (isSameOrder(present, seen) || isSameOrder(present, wanted)) return;
  throw new ConflictError(
    'Somebody else has changed this part of the menu in the meantime, so nothing was moved. Look at it again, then move it.',
  );
}

/**
 * Words that are there already can be saved again: the response to the first request may have been lost.
 * @throws ConflictError when the words are neither those that the owner saw nor those that she saves
 */
export function requireSameWords(present: Words, seen: Words, words: Words): void {
  if (areSameWords(present, seen) || areSameWords(present, words)) return;
  throw new ConflictError(
    `Somebody else has changed “${seen.name}” in the meantime, so yours are not saved yet: choose which to keep.`,
  );
}
