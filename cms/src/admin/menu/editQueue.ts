import type { MenuAnswer, MenuChangeAnswer } from '../../menu/menuAnswers';
import { type AddForm, isEmptyForm, startAdding } from './addForm';
import { keepSameItems, listItems } from './menuContent';
import {
  describeEdit,
  explainsFailure,
  type MenuEdit,
  type PlannedEdit,
  planEdit,
  subjectOf,
} from './menuEdits';
import type { MenuProblem } from './menuProblem';
import {
  findText,
  itemOf,
  LOST,
  type MenuRequest,
  type MenuState,
  replaceForm,
  replaceText,
} from './menuState';
import { canSave, settleText, startSaving, type TypedText } from './typedText';

/** The pauses before the menu is loaded again without a connection: the first time only the response may have been lost. */
const RETRY_MS = [0, 5_000, 10_000, 20_000, 40_000, 60_000];
const RECONNECTED =
  'The connection was lost for a moment. This screen now shows what the site shows: repeat what is missing.';
const NOT_PUBLISHED = 'Nothing was published, because something above could not be saved.';

/** Makes an edit wait. The first one does not wait for a menu that is being loaded only for the screen. */
export function enqueue(state: MenuState, edit: MenuEdit): MenuState {
  const { queue } = state;
  if (queue.length === 0) return { ...state, queue: [edit], request: undefined };
  const last = queue.at(-1);
  const subject = subjectOf(edit);
  // The first one is being sent.
  const replaces = queue.length > 1 && subject !== undefined && last && subjectOf(last) === subject;
  return { ...state, queue: [...(replaces ? queue.slice(0, -1) : queue), edit] };
}

/** Saves a text, unless it is being sent or the owner has to decide first. */
export function saveText(state: MenuState, typed: TypedText): MenuState {
  if (!canSave(typed, itemOf(state, typed))) return state;
  const saving = startSaving(typed);
  return enqueue(replaceText(state, typed, saving.typed), saving.edit);
}

/** Adds the item of a form, and closes one that is empty. */
export function saveAddForm(state: MenuState, form: AddForm): MenuState {
  if (form.isAdding) return state;
  if (isEmptyForm(form)) return replaceForm(state, form);
  const ids = state.menu ? listItems(state.menu, form.list).map(({ id }) => id) : [];
  const adding = startAdding(form, ids);
  return enqueue(replaceForm(state, form, adding.form), adding.edit);
}

/** Saves what is typed: by default all of it. */
export function saveTyped(
  state: MenuState,
  isWanted: (typed: TypedText | AddForm) => boolean = () => true,
): MenuState {
  const withTexts = state.texts.filter(isWanted).reduce(saveText, state);
  return state.forms.filter((form) => !isEmptyForm(form) && isWanted(form)).reduce(saveAddForm, withTexts);
}

/** Shows why something failed, and without a connection starts the timer after which the menu is loaded again. */
export function report(state: MenuState, { kind, message }: MenuProblem): MenuState {
  const isLost = state.isLost || kind === 'lost';
  const reported = { ...state, problem: message, notice: '', isLost };
  if (!isLost || state.hasLeft || state.retry) return reported;
  const pauseMs = RETRY_MS[Math.min(state.lossCount, RETRY_MS.length - 1)] ?? 0;
  return { ...reported, lossCount: state.lossCount + 1, retry: { pauseMs } };
}

/** Tells the part of the screen that has made an edit that it was saved or has failed. */
function settle(state: MenuState, edit: MenuEdit, problem?: MenuProblem): MenuState {
  if (edit.type === 'changeText') {
    const typed = findText(state, edit.place.id);
    return typed ? replaceText(state, typed, settleText(typed, edit, problem)) : state;
  }
  if (edit.type !== 'add') return state;
  const form = state.forms.find(({ id }) => id === edit.form);
  return form ? replaceForm(state, form, problem && { ...form, isAdding: false, problem }) : state;
}

/**
 * Removes an edit that failed from the queue. A publishing that waits is cancelled, because it would publish something else than
 * the owner sees.
 */
function failEdit(state: MenuState, edit: MenuEdit, problem: MenuProblem): MenuState {
  const waiting = state.queue.slice(1);
  const queue = waiting.filter(({ type }) => type !== 'publish' && type !== 'schedule');
  const failed = { ...settle(state, edit, problem), queue, isStale: true };
  const isShown = problem.kind === 'lost' || problem.kind === 'gone' || !explainsFailure(edit);
  const reported = isShown ? report(failed, problem) : failed;
  if (queue.length === waiting.length || problem.kind === 'lost') return reported;
  const message = problem.kind === 'gone' ? `${problem.message} Nothing was published.` : NOT_PUBLISHED;
  return report(reported, { kind: 'rejected', message });
}

/** Removes an edit from the queue that needs no request any more. */
const skipEdit = (state: MenuState, edit: MenuEdit): MenuState => ({
  ...settle(state, edit),
  queue: state.queue.slice(1),
});

/** Requests the command of the first edit, or the menu, if it is out of date. After the last edit, the screen needs the menu, too. */
export function sendNext(state: MenuState): MenuState {
  const { queue, server, isStale } = state;
  const [edit] = queue;
  if (!edit)
    return isStale && !state.isLost && !state.hasLeft ? { ...state, request: { type: 'load' } } : state;
  if (isStale || !server) return { ...state, request: { type: 'load' } };
  const { command, problem }: PlannedEdit =
    edit.type === 'undo' ? { command: state.undoStack.at(-1)?.command } : planEdit(server, edit);
  if (problem) return sendNext(failEdit(state, edit, problem));
  if (!command) return sendNext(skipEdit(state, edit));
  // What is on the site now, or will be, is not undone without looking: undoing an addition would delete a published dish.
  const undoStack = edit.type === 'publish' || edit.type === 'schedule' ? [] : state.undoStack;
  return { ...state, undoStack, request: { type: 'send', command } };
}

/** Accepts the menu that was loaded, and after a lost connection saves what could not be saved. */
export function acceptMenu(state: MenuState, menu: MenuAnswer): MenuState {
  const server = keepSameItems(menu, state.server);
  const accepted = { ...state, server, isStale: false, retry: undefined, request: undefined };
  if (!state.isLost) return accepted;
  const isUnsaved = ({ problem }: TypedText | AddForm) => problem?.kind === 'lost';
  const lossCount = [...state.texts, ...state.forms].some(isUnsaved) ? state.lossCount : 0;
  const problem = state.server ? RECONNECTED : '';
  return saveTyped({ ...accepted, isLost: false, lossCount, problem }, isUnsaved);
}

/** Accepts the answer to the first edit. */
export function acceptChange(state: MenuState, { menu, undo }: MenuChangeAnswer): MenuState {
  const [edit, ...waiting] = state.queue;
  if (!edit) return state;
  const accepted = {
    ...settle(state, edit),
    server: keepSameItems(menu, state.server),
    queue: waiting,
    lossCount: 0,
    problem: '',
    request: undefined,
  };
  if (edit.type === 'undo') {
    const undoStack = state.undoStack.slice(0, -1);
    const previous = undoStack.at(-1);
    const notice = previous ? `Undone. Before that: ${previous.sentence}` : 'Undone.';
    return { ...accepted, undoStack, notice };
  }
  const notice = describeEdit(menu, edit);
  const undoStack = undo ? [...state.undoStack, { sentence: notice, command: undo }] : state.undoStack;
  return { ...accepted, undoStack, notice };
}

/** Accepts that a request has failed: without a problem, it had no answer. */
export function acceptFailure(
  state: MenuState,
  request: MenuRequest,
  problem: MenuProblem = { kind: 'lost', message: LOST },
): MenuState {
  const ended = { ...state, request: undefined };
  const [edit] = state.queue;
  if (!edit) return report(ended, problem);
  // It is not certain whether a lost request was carried out; undoing twice does no harm.
  const isUndone = request.type === 'send' && edit.type === 'undo' && problem.kind !== 'lost';
  const undoStack = isUndone ? state.undoStack.slice(0, -1) : state.undoStack;
  return failEdit({ ...ended, undoStack }, edit, problem);
}
