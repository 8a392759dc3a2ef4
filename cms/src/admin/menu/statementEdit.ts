import type { MenuItem } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import { isConfirmed, type StoredStatement } from '../../shared/diet/dietaryStatement';
import { changeStatement, type StatementChange, statesSomething } from './changeStatement';
import { trimText } from './menuContent';

/**
 * Returns what is stated about a dish after the owner has pressed something, for the text that is on the screen; `null` for nothing.
 * While she is asked whether a statement is still right, an answer does not say that of its other answers.
 */
export function makeStatement(
  previous: StoredStatement | undefined,
  change: StatementChange,
  text: ItemText,
  restoreId: string | null,
): StoredStatement | null {
  const changed = changeStatement(previous, change);
  if (!statesSomething(changed)) return null;
  const { name, description = '' } = trimText(text);
  const isForOthers = previous && change.type !== 'confirm' && !isConfirmed(previous, text, restoreId);
  return {
    ...changed,
    confirmedFor: isForOthers ? previous.confirmedFor : { name, description, restoreId },
  };
}

/** Returns what the owner is asked about a statement; `undefined` when she has confirmed it for this text. */
export function askAboutStatement(
  { statement }: MenuItem,
  text: ItemText,
  restoreId: string | null,
): string | undefined {
  if (!statement || isConfirmed(statement, text, restoreId)) return undefined;
  return statement.confirmedFor.restoreId === restoreId
    ? 'The words have changed since: is this still right?'
    : 'The site was restored: is this still right?';
}
