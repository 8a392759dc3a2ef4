import type { MenuAnswer } from '../../menu/menuAnswers';
import { isConfirmed } from '../../shared/diet/dietaryStatement';
import { findContradiction } from '../../shared/diet/findContradiction';
import { changeStatement, type StatementChange, statesSomething } from './changeStatement';
import { enqueue } from './editQueue';
import { findItem, type Place, trimText } from './menuContent';
import { findText, type MenuState } from './menuState';
import { isSiteAsking, type StateEdit } from './statementEdit';

/** Lists what the owner has seen of the statement about a dish since the server's last answer. */
function listKnown({ queue }: MenuState, server: MenuAnswer, place: Place): StateEdit['known'] {
  const edits = queue.filter((edit) => edit.type === 'state').filter((edit) => edit.place.id === place.id);
  const own = edits.flatMap((edit) => [...edit.known, edit.statement]);
  return [findItem(server, place)?.statement ?? null, ...own];
}

/**
 * States something about a dish, for the text that is on the screen; a contradiction changes nothing and is shown. While the owner
 * is asked whether a statement is still right, an answer does not say that of its other answers.
 */
export function stateDish(state: MenuState, place: Place, change: StatementChange): MenuState {
  const { menu, server } = state;
  const item = menu && findItem(menu, place);
  if (!item || !server) return state;
  const changed = changeStatement(item.statement, change);
  const message = findContradiction(changed);
  if (message) return { ...state, refused: { id: place.id, change, message } };
  const { restoreId } = menu;
  const { name, description = '' } = trimText(findText(state, place.id)?.text ?? item);
  const previous = item.statement;
  const isForOthers =
    previous && change.type !== 'confirm' && !isConfirmed(previous, { name, description }, restoreId);
  const confirmedFor = isForOthers ? previous.confirmedFor : { name, description, restoreId };
  const edit: StateEdit = {
    type: 'state',
    place,
    name,
    statement: statesSomething(changed) ? { ...changed, confirmedFor } : null,
    known: listKnown(state, server, place),
    isConfirmation: change.type === 'confirm',
    siteAsks: isSiteAsking(state, place),
  };
  return enqueue({ ...state, refused: undefined }, edit);
}
