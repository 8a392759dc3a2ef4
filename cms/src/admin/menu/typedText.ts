import type { MenuItem } from '../../menu/menuAnswers';
import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import { type Place, textOf, trimText } from './menuContent';
import type { MenuProblem } from './menuProblem';

/**
 * The text of an item that the owner types, until it is saved. It stays when saving fails, when the menu is loaded again, and
 * while the screen is left. What somebody else has changed is replaced only when the owner decides so.
 */
export interface TypedText {
  place: Place;
  text: ItemText;
  /** The text that the owner changes. */
  seen: ItemText;
  /** What was sent since then, and may be what the server has now. */
  sent: ItemText[];
  /** What waits to be sent, or is being sent. */
  sending?: ItemText | undefined;
  /** Why it could not be saved. */
  problem?: MenuProblem | undefined;
}

/** Saves the text of an item as a draft. */
export interface TextEdit {
  type: 'changeText';
  place: Place;
  text: ItemText;
  /** The same as it was typed. */
  typed: ItemText;
  /** The text that the owner changed. */
  seen: ItemText;
  /** What was sent since then, and may be what the server has now. */
  sent: ItemText[];
}

/** Returns a text with what the owner has typed. */
export function typeText(
  typed: TypedText | undefined,
  { place, present, part }: { place: Place; present: ItemText; part: Partial<ItemText> },
): TypedText {
  const { text, ...rest } = typed ?? { place, text: present, seen: present, sent: [] };
  return { ...rest, text: { ...text, ...part } };
}

/** Whether a text is to be sent: not twice, and not before the owner has decided whether it replaces somebody else's. */
export const canSave = ({ text, sending, problem }: TypedText, item: MenuItem | undefined): boolean =>
  sending !== text && !(problem?.kind === 'conflict' && item);

/** Returns the edit that saves a text, and the text while the edit waits. */
export function startSaving(typed: TypedText): { typed: TypedText; edit: TextEdit } {
  const text = trimText(typed.text);
  const sent = [...typed.sent, text];
  const { place, seen } = typed;
  return {
    typed: { ...typed, sent, sending: typed.text },
    edit: { type: 'changeText', place, text, typed: typed.text, seen, sent },
  };
}

/** Returns what is still unsaved after an edit was saved or has failed; `undefined` when nothing is. */
export function settleText(
  typed: TypedText,
  edit: TextEdit,
  problem: MenuProblem | undefined,
): TypedText | undefined {
  const isSettled = !problem || problem.kind === 'gone';
  if (isSettled && typed.text === edit.typed) return undefined;
  const sending = typed.sending === edit.typed ? undefined : typed.sending;
  return { ...typed, sending, problem, ...(!problem && { seen: edit.text }) };
}

/** Returns a text that replaces what somebody else wrote in the meantime. */
export const keepMine = (typed: TypedText, item: MenuItem | undefined): TypedText => ({
  ...typed,
  problem: undefined,
  ...(item && { seen: textOf(item) }),
});

/** Returns the text that a save replaces: the owner's own, if the server has accepted it already. */
export const findSeen = ({ seen, sent }: Pick<TypedText, 'seen' | 'sent'>, present: ItemText): ItemText =>
  sent.find((text) => isSameItemText(text, present)) ?? seen;

/** Returns what somebody else wrote while the owner typed. */
export const findOthers = (typed: TypedText, item: MenuItem): ItemText | undefined =>
  typed.problem?.kind === 'conflict' && !isSameItemText(item, findSeen(typed, item)) ? item : undefined;
