import type { MenuAnswer, MenuItem } from '../../menu/menuAnswers';
import { isSameItemText } from '../../shared/content/itemText';
import type { MenuCommand } from '../../shared/requests/changeCommands';
import type { AddEdit } from './addForm';
import { describePlace } from './describePlace';
import { changeItems, describeText, findItem, listItems, moveAfter, type Place, textOf } from './menuContent';
import type { MenuProblem } from './menuProblem';
import { isSameStatement, type StateEdit } from './statementEdit';
import { findSeen, type TextEdit } from './typedText';
import { expectReturn } from './untilReturn';

/**
 * What the owner does with the menu, in terms of the screen: its command is made when it is sent, from the menu that the server
 * has then. `name` is what the item is called in the sentence about it.
 */
export type MenuEdit =
  /** `until` is when an item that is not shown comes back: `tomorrow` or a date; without it, when the owner puts it back. */
  | { type: 'show'; place: Place; name: string; shown: boolean; until?: string }
  /** Moves an item after another one of its list; `null`: to the top. */
  | { type: 'move'; place: Place; name: string; previousId: string | null }
  | { type: 'delete'; place: Place; name: string }
  | TextEdit
  | StateEdit
  | AddEdit
  | { type: 'publish' }
  | ScheduleEdit
  | { type: 'undo' };

/** Publishes the menu at a time, instead of the scheduled change with the id `replaces`, or of one at the same time. */
export interface ScheduleEdit {
  type: 'schedule';
  time: string;
  replaces?: number | undefined;
  /** The `readAt` of the menu that the owner saw. */
  seenAt?: string | undefined;
}

const GONE = 'This is not on the menu any more: somebody has deleted it in the meantime.';
const WAITS_OFF = 'To show them, put it on the menu and press “Publish the menu”.';
const STATEMENT_WAITS_OFF = 'To show it, put the dish on the menu and press “Publish the menu”.';
const STATEMENT_WAITS = 'It waits for “Publish the menu”.';
const WAITS = 'They wait for “Publish the menu”.';

/** Returns what an edit changes: while it waits, the next one of the same subject replaces it. */
export const subjectOf = (edit: MenuEdit): string | undefined =>
  edit.type === 'show' || edit.type === 'move' || edit.type === 'state'
    ? `${edit.type} ${edit.place.id}`
    : undefined;

/** Whether the part of the screen that makes an edit shows why it failed. */
export const explainsFailure = ({ type }: MenuEdit): boolean => type === 'changeText' || type === 'add';

const changeItem = (menu: MenuAnswer, { type, id }: Place, values: Partial<MenuItem>): MenuAnswer =>
  changeItems(menu, type, (items) => items.map((item) => (item.id === id ? { ...item, ...values } : item)));

/** Returns the menu as it is after an edit, before the server has answered. */
export function applyEdit(menu: MenuAnswer, edit: MenuEdit): MenuAnswer {
  switch (edit.type) {
    case 'show':
      return changeItem(menu, edit.place, { isShown: edit.shown, returns: expectReturn(menu, edit.until) });
    case 'move': {
      const { place, previousId } = edit;
      return changeItems(menu, place.type, (items) => moveAfter(items, place.id, previousId));
    }
    case 'delete': {
      const { type, id } = edit.place;
      return changeItems(menu, type, (items) => items.filter((item) => item.id !== id));
    }
    case 'changeText':
      return changeItem(menu, edit.place, edit.text);
    case 'state':
      return changeItem(menu, edit.place, { statement: edit.statement ?? undefined });
    case 'add':
    case 'publish':
    case 'schedule':
    case 'undo':
      return menu;
  }
}

/** An edit as the server gets it; without a command, the menu is as wished already. */
export interface PlannedEdit {
  command?: MenuCommand | undefined;
  /** Why the edit is not possible any more. */
  problem?: MenuProblem;
}

function planMove(menu: MenuAnswer, { type, id }: Place, previousId: string | null): PlannedEdit {
  const items = listItems(menu, type);
  const seen = items.map((item) => item.id);
  const ids = moveAfter(items, id, previousId).map((item) => item.id);
  if (ids.every((other, index) => other === seen[index])) return {};
  return { command: { type: 'move', list: type, ids, seen } };
}

function planText(item: MenuItem | undefined, edit: TextEdit): PlannedEdit {
  const { place, text } = edit;
  if (!item) {
    const message = `“${describeText(text)}” was not saved, because it was deleted.`;
    return { problem: { kind: 'gone', message } };
  }
  if (isSameItemText(item, text)) return {};
  const seen = findSeen(edit, textOf(item));
  return { command: { type: 'changeText', list: place.type, id: item.id, text, seen } };
}

function planAddition(menu: MenuAnswer, { list, text, known }: AddEdit): PlannedEdit {
  const isAdded = listItems(menu, list).some(
    (item) => item.isNew && item.name === text.name && !known.includes(item.id),
  );
  return isAdded ? {} : { command: { type: 'add', list, text } };
}

function planShow(menu: MenuAnswer, item: MenuItem, edit: Extract<MenuEdit, { type: 'show' }>): PlannedEdit {
  const { place, shown, until } = edit;
  const isDone = item.isShown === shown && item.returns?.localTime === expectReturn(menu, until)?.localTime;
  return isDone ? {} : { command: { type: 'show', list: place.type, id: item.id, shown, until } };
}

function planStatement(item: MenuItem, { place, name, statement, known }: StateEdit): PlannedEdit {
  const seen = item.statement ?? null;
  if (isSameStatement(seen, statement)) return {};
  if (known.some((other) => isSameStatement(seen, other)))
    return { command: { type: 'state', list: place.type, id: item.id, statement, seen } };
  const message = `What is stated about “${name}” has changed in the meantime, so yours is not saved. Look at it again, then state it.`;
  return { problem: { kind: 'conflict', message } };
}

function planSchedule(menu: MenuAnswer, { time, replaces, seenAt }: ScheduleEdit): PlannedEdit {
  const sameTime = menu.planned.find(({ localTime }) => localTime === time);
  return { command: { type: 'schedule', time, replaces: replaces ?? sameTime?.id, seenAt } };
}

/** Returns the command of an edit for the menu that the server has. */
export function planEdit(menu: MenuAnswer, edit: Exclude<MenuEdit, { type: 'undo' }>): PlannedEdit {
  if (edit.type === 'publish') return { command: { type: 'publish' } };
  if (edit.type === 'schedule') return planSchedule(menu, edit);
  if (edit.type === 'add') return planAddition(menu, edit);
  const { place } = edit;
  const item = findItem(menu, place);
  if (edit.type === 'changeText') return planText(item, edit);
  if (edit.type === 'delete')
    return item ? { command: { type: 'delete', list: place.type, id: item.id } } : {};
  if (!item) return { problem: { kind: 'rejected', message: GONE } };
  if (edit.type === 'state') return planStatement(item, edit);
  return edit.type === 'move' ? planMove(menu, place, edit.previousId) : planShow(menu, item, edit);
}

/** Whether an item was taken off the menu. */
const isOff = (item: MenuItem | undefined): boolean => item !== undefined && !item.isShown && !item.isNew;

function describeStating(menu: MenuAnswer, edit: StateEdit): string {
  const { place, name, statement, isConfirmation, siteAsks } = edit;
  const waits = isOff(findItem(menu, place)) ? STATEMENT_WAITS_OFF : STATEMENT_WAITS;
  if (!statement) return `Nothing is stated about “${name}” any more. ${waits}`;
  const until = siteAsks ? ' Until then, the site says “Ask us”.' : '';
  return `What you state about “${name}” is ${isConfirmation ? 'confirmed' : 'saved'}. ${waits}${until}`;
}

/** Tells the owner what an edit has done, from the menu after it. */
export function describeEdit(menu: MenuAnswer, edit: Exclude<MenuEdit, { type: 'undo' }>): string {
  switch (edit.type) {
    case 'show': {
      if (edit.shown) return `“${edit.name}” is on the menu of the site again.`;
      const returns = findItem(menu, edit.place)?.returns;
      return `“${edit.name}” is off the menu of the site${returns ? `, back ${returns.when}` : ' until you put it back'}.`;
    }
    case 'move': {
      const items = listItems(menu, edit.place.type);
      const index = items.findIndex(({ id }) => id === edit.place.id);
      const names = items.map(({ name }) => name);
      return `“${edit.name}” is now ${describePlace(names, index)}.`;
    }
    case 'delete':
      return `“${edit.name}” is deleted.`;
    case 'changeText': {
      const waits = isOff(findItem(menu, edit.place)) ? WAITS_OFF : WAITS;
      return `The new words of “${edit.text.name}” are saved. ${waits}`;
    }
    case 'state':
      return describeStating(menu, edit);
    case 'add':
      return `“${edit.text.name}” is added. It waits for “Publish the menu”.`;
    case 'publish':
      return 'Published: the site shows everything in a moment.';
    case 'schedule':
      return 'Planned. Until then, the site stays as it is.';
  }
}
