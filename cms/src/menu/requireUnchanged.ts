import { ConflictError } from '../conflicts/conflictError';
import { isSame } from '../content/compareContent';
import { type ItemText, isSameItemText } from '../shared/content/itemText';
import type { StoredStatement } from '../shared/diet/dietaryStatement';

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
 * A text that is there already can be saved again: the response to the first request may have been lost.
 * @throws ConflictError when the text is neither the one that the owner saw nor the one that she saves
 */
export function requireSameText(present: ItemText, seen: ItemText, text: ItemText): void {
  if (isSameItemText(present, seen) || isSameItemText(present, text)) return;
  throw new ConflictError(
    `Somebody else has changed “${seen.name}” in the meantime, so yours are not saved yet: choose which to keep.`,
  );
}

/**
 * A statement that is there already can be saved again: the response to the first request may have been lost.
 * @throws ConflictError when the statement is neither the one that the owner saw nor the one that she saves
 */
export function requireSameStatement(
  present: StoredStatement | null,
  seen: StoredStatement | null,
  { name, statement }: { name: string; statement: StoredStatement | null },
): void {
  if (isSame(present, seen) || isSame(present, statement)) return;
  throw new ConflictError(
    `Somebody else has changed what is stated about “${name}” in the meantime, so yours is not saved. Look at it again, then state it.`,
  );
}

/**
 * An item that was added can be taken back as long as nobody has changed or published it.
 * @throws ConflictError with a sentence for the owner
 */
export function requireAsAdded(present: ItemText, added: ItemText, wasShown: boolean): void {
  if (!wasShown && isSameItemText(present, added)) return;
  throw new ConflictError(
    `“${present.name}” was changed or published since it was added, so it stays. Delete it there if nobody needs it.`,
  );
}
