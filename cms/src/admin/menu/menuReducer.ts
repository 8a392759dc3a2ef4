import type { MenuAnswer, MenuChangeAnswer } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import type { MenuType } from '../../shared/content/menuTypes';
import { createForm } from './addForm';
import type { StatementChange } from './changeStatement';
import {
  acceptChange,
  acceptFailure,
  acceptMenu,
  enqueue,
  report,
  saveAddForm,
  saveText,
  saveTyped,
  sendNext,
} from './editQueue';
import { findItem, type Place, textOf } from './menuContent';
import { applyEdit, type MenuEdit, type ScheduleEdit } from './menuEdits';
import type { MenuProblem } from './menuProblem';
import {
  findText,
  isPublishing,
  itemOf,
  type MenuRequest,
  type MenuState,
  replaceForm,
  replaceText,
} from './menuState';
import { stateDish } from './stateDish';
import { keepMine, typeText } from './typedText';

export type MenuEvent =
  | { type: 'refreshRequested' }
  | { type: 'edited'; edit: MenuEdit }
  | { type: 'publishPressed' }
  | { type: 'scheduled'; time: string; replaces?: number | undefined; seenAt?: string | undefined }
  | { type: 'textTyped'; place: Place; part: Partial<ItemText> }
  | { type: 'textLeft' | 'mineKept' | 'textDiscarded'; id: string }
  | { type: 'stated'; place: Place; change: StatementChange }
  | { type: 'dishOpened'; id: string }
  | { type: 'dishClosed' }
  | { type: 'formOpened'; list: MenuType }
  | { type: 'formTyped'; form: number; part: Partial<ItemText> }
  | { type: 'formLeft' | 'formCanceled'; form: number }
  | { type: 'screenHidden' | 'screenLeft' | 'failedDiscarded' | 'retryDue' }
  | { type: 'loaded'; request: MenuRequest; answer: MenuAnswer }
  | { type: 'answered'; request: MenuRequest; answer: MenuChangeAnswer }
  /** Without a problem, there was no answer. */
  | { type: 'failed'; request: MenuRequest; problem?: MenuProblem | undefined };

const refresh = (state: MenuState): MenuState =>
  state.queue.length > 0 || state.hasLeft ? state : { ...state, request: { type: 'load' } };

/** Saves what is typed, and publishes the menu after that, now or at a time. */
function publish(state: MenuState, edit: { type: 'publish' } | ScheduleEdit): MenuState {
  const conflict = state.texts.find(({ problem }) => problem?.kind === 'conflict');
  if (!conflict) return enqueue(saveTyped(state), edit);
  const message = `Nothing was published: choose “Keep mine” or “Take these” at “${conflict.text.name}” first.`;
  return report(state, { kind: 'rejected', message });
}

function typeAt(state: MenuState, place: Place, part: Partial<ItemText>): MenuState {
  const typed = findText(state, place.id);
  const item = state.menu && findItem(state.menu, place);
  const changed = typeText(typed, { place, present: textOf(item ?? { name: '' }), part });
  return typed ? replaceText(state, typed, changed) : { ...state, texts: [...state.texts, changed] };
}

function handleText(
  state: MenuState,
  type: 'textLeft' | 'mineKept' | 'textDiscarded',
  id: string,
): MenuState {
  const typed = findText(state, id);
  if (!typed) return state;
  if (type === 'textDiscarded') return replaceText(state, typed, undefined);
  if (type === 'textLeft') return saveText(state, typed);
  const kept = keepMine(typed, itemOf(state, typed));
  return saveText(replaceText(state, typed, kept), kept);
}

function handleForm(
  state: MenuState,
  event: Extract<MenuEvent, { type: 'formTyped' | 'formLeft' | 'formCanceled' }>,
): MenuState {
  const form = state.forms.find(({ id }) => id === event.form);
  if (!form) return state;
  if (event.type === 'formTyped')
    return replaceForm(state, form, { ...form, text: { ...form.text, ...event.part }, problem: undefined });
  if (event.type === 'formLeft') return saveAddForm(state, form);
  return form.isAdding ? state : replaceForm(state, form);
}

function handle(state: MenuState, event: MenuEvent): MenuState {
  switch (event.type) {
    case 'refreshRequested':
      return refresh(state);
    case 'retryDue':
      return refresh({ ...state, retry: undefined });
    case 'edited':
      return enqueue(state, event.edit);
    case 'publishPressed':
      return isPublishing(state) ? state : publish(state, { type: 'publish' });
    case 'scheduled': {
      const { time, replaces, seenAt } = event;
      return publish(state, { type: 'schedule', time, replaces, seenAt });
    }
    case 'textTyped':
      return typeAt(state, event.place, event.part);
    case 'textLeft':
    case 'mineKept':
    case 'textDiscarded':
      return handleText(state, event.type, event.id);
    case 'stated':
      return stateDish(state, event.place, event.change);
    case 'dishOpened':
      return { ...state, openDish: event.id, refused: undefined };
    case 'dishClosed':
      return { ...state, openDish: undefined, refused: undefined };
    case 'formOpened': {
      const id = state.formCount + 1;
      return { ...state, formCount: id, forms: [...state.forms, createForm(id, event.list)] };
    }
    case 'formTyped':
    case 'formLeft':
    case 'formCanceled':
      return handleForm(state, event);
    case 'screenHidden':
      return saveTyped(state);
    case 'screenLeft': {
      const request = state.queue.length > 0 ? state.request : undefined;
      const left = { ...state, problem: '', hasLeft: true, retry: undefined, request };
      return saveTyped(left);
    }
    case 'failedDiscarded':
      return {
        ...state,
        texts: state.texts.filter(({ problem }) => !problem),
        forms: state.forms.filter(({ problem }) => !problem),
      };
    case 'loaded':
      return acceptMenu(state, event.answer);
    case 'answered':
      return acceptChange(state, event.answer);
    case 'failed':
      return acceptFailure(state, event.request, event.problem);
  }
}

/**
 * Returns the state of the screen after an event. The client sends its `request` and runs its `retry` when they are new. So an edit
 * is put into the queue by `enqueue`, requested by `sendNext`, and removed by `acceptChange` when its answer comes.
 */
export function reduceMenu(state: MenuState, event: MenuEvent): MenuState {
  // The answer to a request that was given up, such as a menu that was requested before an edit.
  if ('request' in event && event.request !== state.request) return state;
  const handled = handle(state, event);
  const hasEdits = state.queue.length > 0 || handled.queue.length > 0;
  const next = hasEdits && !handled.request ? sendNext(handled) : handled;
  const { server, queue } = next;
  if (!server || (server === state.server && queue === state.queue)) return next;
  return { ...next, menu: queue.reduce(applyEdit, server) };
}
