import { errors } from '@strapi/utils';
import { areSameWords, type Words } from './words';

/** A change that does not fit to what somebody else has changed; its message is a sentence for the owner. */
export class ConflictError extends errors.ApplicationError {}

/** @throws ConflictError when the items are not in the order that the owner saw */
export function requireSameOrder(present: string[], seen: string[]): void {
  if (present.length === seen.length && present.every((id, index) => id === seen[index])) return;
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
    `Somebody else has changed “${seen.name}” in the meantime, so your words were not saved. Look at the new ones, then change them.`,
  );
}
