import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import type { EditProblem } from '../site/editClient';
import { type Place, trimText } from './menuContent';

/** The text of an item that the owner types, until it is saved. It belongs to her, and not to the menu that is loaded. */
export interface TypedText {
  place: Place;
  text: ItemText;
  /** The text that she changes. */
  seen: ItemText;
  /** What is being sent, or was sent last: without an answer, the server may have it. */
  sent?: ItemText;
  isSending?: boolean;
  problem?: EditProblem | undefined;
  /** Of an item that is added: the id of the item after which it comes; `null` for the first place. */
  added?: { after: string | null };
}

export const isEmptyText = ({ name, description = '' }: ItemText): boolean =>
  name.trim() === '' && description.trim() === '';

/** Returns the text that a save replaces: the owner's own, if the server has it although its answer was lost. */
export const findSeen = ({ seen, sent }: Pick<TypedText, 'seen' | 'sent'>, present: ItemText): ItemText =>
  sent && isSameItemText(sent, present) ? present : seen;

/** Returns what is still unsaved after a text was sent; `undefined` when nothing is. */
export function settleText(
  typed: TypedText,
  sent: ItemText,
  problem: EditProblem | undefined,
): TypedText | undefined {
  if (problem) return { ...typed, problem, isSending: false };
  if (isSameItemText(typed.text, sent)) return undefined;
  const { added: _, ...rest } = typed;
  return { ...rest, seen: trimText(sent), problem, isSending: false };
}
