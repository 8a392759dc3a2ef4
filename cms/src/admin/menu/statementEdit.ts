import type { MenuAnswer, MenuItem } from '../../menu/menuAnswers';
import { type ItemText, isSameItemText } from '../../shared/content/itemText';
import { isConfirmed, type StoredStatement } from '../../shared/diet/dietaryStatement';
import type { StatementChange } from './changeStatement';
import { findItem, type Place } from './menuContent';
import type { MenuState } from './menuState';

/** Saves what is stated about a dish as a draft. */
export interface StateEdit {
  type: 'state';
  place: Place;
  name: string;
  /** `null`: nothing. */
  statement: StoredStatement | null;
  /** What the owner has seen and this replaces: what the server had, and her own statements that wait or are being sent. */
  known: (StoredStatement | null)[];
  /** Whether she has only confirmed what was stated. */
  isConfirmation: boolean;
  /** Whether the site says “Ask us” until this is published. */
  siteAsks: boolean;
}

/** What the owner can't state, because it contradicts what else she states about the dish. */
export interface RefusedChange {
  /** The id of the dish. */
  id: string;
  change: StatementChange;
  /** The sentence that says why. */
  message: string;
}

export function isSameStatement(one: StoredStatement | null, other: StoredStatement | null): boolean {
  if (!one || !other) return one === other;
  const ids = Object.keys({ ...one.answers, ...other.answers });
  return (
    one.diet === other.diet &&
    ids.every((id) => one.answers[id] === other.answers[id]) &&
    isSameItemText(one.confirmedFor, other.confirmedFor) &&
    one.confirmedFor.restoreId === other.confirmedFor.restoreId
  );
}

/** Whether a statement says something that the site doesn't show, because of the words that it shows or a restore. */
export function isSiteAsking({ server }: Pick<MenuState, 'server'>, place: Place): boolean {
  const item = server && findItem(server, place);
  // With other changes, another statement may be on the site.
  if (!server || !item?.statement || !item.isShown || item.otherChanges) return false;
  return !isConfirmed(item.statement, item.shown ?? item, server.restoreId);
}

/** Returns what the owner is asked about a statement; `undefined` when she has confirmed it for this text. */
export function askAboutStatement(
  item: MenuItem,
  text: ItemText,
  { restoreId }: Pick<MenuAnswer, 'restoreId'>,
): string | undefined {
  const { statement } = item;
  if (!statement || isConfirmed(statement, text, restoreId)) return undefined;
  return statement.confirmedFor.restoreId === restoreId
    ? 'The words have changed since: is this still right?'
    : 'The site was restored: is this still right?';
}
