import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { type ItemText, isSameItemText } from '../shared/content/itemText';
import { isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { findContradiction } from '../shared/diet/findContradiction';
import type { MenuCommand } from '../shared/requests/changeCommands';
import { applyChange } from '../site/applyChange';
import { changeDraft } from '../site/changeDraft';
import { type EntryId, nameEntry, readEntry } from '../site/entry';
import { isSame } from '../site/entryContent';
import { applyOrder, changeOrder, listIds, lockOrder, makeLastPosition, placeAfter } from '../site/itemOrder';
import { DELETED, lockEntry, lockExisting } from '../site/lockEntries';
import { requireUnchanged } from '../site/merge';
import { parseEnd, planItem } from '../site/planChange';
import { authorOf } from '../site/recordVersions';
import { restoreVersion } from '../site/restoreVersion';
import { endItemPlan, findItemPlan, movePlan } from '../site/storedPlans';
import { findNewest, findShown, lockVersions, requireVersion } from '../site/storedVersions';
import type { Account } from '../strapi/permissions';
import { ConflictError } from '../strapi/routes';
import { parseReturn } from './itemReturns';
import { toText } from './items';
import {
  parseChangedStatement,
  parseChangedText,
  parseLeaving,
  parseNewItem,
  parseOrder,
  parseSeenText,
  parseShown,
  parseVersion,
} from './menuRequests';
import { keepRemovedAllergens, requireKnownAllergens } from './removedAllergens';

/** A request that changes the items of a type. */
export interface ItemRequest {
  strapi: Core.Strapi;
  type: MenuType;
  /** The item that the path names; without a document id for a change without one. */
  item: EntryId;
  body: unknown;
  account: Account;
}

/** The command that undoes a change; `null` when nothing has changed. */
type Undo = MenuCommand | null;

/** Returns the fields of an item that have its text. */
const toFields = (type: MenuType, { name, description = '' }: ItemText): Record<string, unknown> => ({
  [nameFieldOf(type)]: name,
  ...(isDishType(type) && { description: description || null }),
});

/**
 * Puts the items of a type in another order, at once and on both sides.
 * @throws ConflictError when the items are not those that the owner saw, or in another order
 */
export async function moveItems({ strapi, type, body, account }: ItemRequest): Promise<Undo> {
  const { ids, seen } = parseOrder(body);
  await strapi.db.transaction(async () => {
    const items = await lockOrder(strapi, type);
    const present = listIds(items);
    requireUnchanged(
      { base: seen, mine: ids, theirs: present },
      'Somebody else has changed this part of the menu in the meantime, so nothing was moved. Look at it again, then move it.',
    );
    if (!isSame(present, ids))
      await changeOrder(strapi, type, items, applyOrder(ids, items), authorOf(account));
  });
  return isSame(ids, seen) ? null : { type: 'move', list: type, ids: seen, seen: ids };
}

/** Takes an item off the menu, until a time or until somebody puts it back, or puts it back as the site showed it last. */
export async function switchItem({ strapi, type, item, body, account }: ItemRequest): Promise<Undo> {
  const { shown, until } = parseShown(body);
  const moment = shown ? undefined : await parseReturn(strapi, until);
  return strapi.db.transaction(async (): Promise<Undo> => {
    await lockExisting(strapi, item);
    const previous = await findItemPlan(strapi, 'item', item);
    const { hasChanged } = await applyChange(strapi, { ...item, fields: {}, shown }, authorOf(account));
    await planItem(strapi, 'item', item, account, moment);
    if (!hasChanged && previous?.localTime === moment?.localTime) return null;
    const wasShown = hasChanged !== shown;
    return { type: 'show', list: type, id: item.documentId, shown: wasShown, until: previous?.localTime };
  });
}

/**
 * Plans when an item that is on the menu leaves it, or makes it stay.
 * @throws ConflictError when somebody has taken it off in the meantime
 */
export async function leaveMenu({ strapi, type, item, body, account }: ItemRequest): Promise<Undo> {
  const moment = await parseEnd(strapi, parseLeaving(body).until);
  return strapi.db.transaction(async (): Promise<Undo> => {
    await lockExisting(strapi, item);
    const { draft, published } = await readEntry(strapi, item);
    if (!published)
      throw new ConflictError(
        `“${nameEntry(item.uid, draft)}” is not on the menu: somebody has taken it off in the meantime. Look at it again.`,
      );
    const previous = await findItemPlan(strapi, 'end', item);
    if (previous && moment) {
      // Moved, because the end of a planned change also has the words that return then.
      await endItemPlan(strapi, 'end', item, previous.id);
      await movePlan(strapi, previous.id, moment);
    } else await planItem(strapi, 'end', item, account, moment);
    if (previous?.until === moment?.until) return null;
    return { type: 'leave', list: type, id: item.documentId, until: previous?.until ?? null };
  });
}

/** Adds an item as a draft, once: the answer to the first request may have been lost. */
export async function addItem({ strapi, type, item, body, account }: ItemRequest): Promise<Undo> {
  const { id, text, after } = parseNewItem(body);
  const { uid } = item;
  const userId = account.user.id;
  return strapi.db.transaction(async (): Promise<Undo> => {
    // Other additions wait from here on.
    const position = await makeLastPosition(strapi, type);
    const toUndo = (documentId: string): Undo => ({
      type: 'takeBack',
      list: type,
      id: documentId,
      added: text,
    });
    if (id && (await readEntry(strapi, { uid, documentId: id })).draft) return toUndo(id);
    const data: Record<string, unknown> = {
      ...toFields(type, text),
      ...{ position, createdBy: userId, updatedBy: userId },
      ...(id && { documentId: id }),
    };
    const { documentId } = await strapi.documents(uid).create({ data });
    if (after !== undefined) await placeAfter(strapi, type, documentId, after);
    return toUndo(documentId);
  });
}

/**
 * Saves the text of an item in its draft.
 * @throws ConflictError when the text is not the one that the owner saw, NotFoundError when the item was deleted
 */
export async function changeItemText({ strapi, type, item, body, account }: ItemRequest): Promise<Undo> {
  const { text, seen } = parseChangedText(body);
  await changeDraft(strapi, item, account, (draft) => {
    const present = toText(type, draft);
    // It may be there already: the response to the first request may have been lost.
    if (isSameItemText(present, text)) return undefined;
    if (isSameItemText(present, seen)) return toFields(type, text);
    throw new ConflictError(
      `Somebody else has changed “${seen.name}” in the meantime, so yours are not saved yet: choose which to keep.`,
    );
  });
  if (isSameItemText(text, seen)) return null;
  return { type: 'changeText', list: type, id: item.documentId, text: seen, seen: text };
}

/**
 * Saves what is declared about a dish in its draft.
 * @throws ConflictError when something else is declared than what the owner saw, ValidationError when hers contradicts itself,
 *   NotFoundError when the item was deleted
 */
export async function declareAllergens({ strapi, type, item, body, account }: ItemRequest): Promise<Undo> {
  const { statement, seen } = parseChangedStatement(body);
  let saved = statement;
  await changeDraft(strapi, item, account, (draft) => {
    const present = parseStoredStatement(draft.dietaryStatement) ?? null;
    requireKnownAllergens(statement, present);
    saved = keepRemovedAllergens(statement, present);
    requireUnchanged(
      { base: seen, mine: saved, theirs: present },
      `Somebody else has changed what is stated about “${nameEntry(item.uid, draft)}” in the meantime, so yours is not saved. Look at it again, then state it.`,
    );
    if (isSame(present, saved)) {
      saved = present;
      return undefined;
    }
    const contradiction = statement && findContradiction(statement);
    if (contradiction) throw new errors.ValidationError(contradiction);
    return { dietaryStatement: saved };
  });
  if (isSame(saved, seen)) return null;
  return { type: 'state', list: type, id: item.documentId, statement: seen, seen: saved };
}

/** Deletes an item, with its draft. */
export async function deleteItem({ strapi, type, item }: ItemRequest): Promise<Undo> {
  const { uid, documentId } = item;
  return strapi.db.transaction(async (): Promise<Undo> => {
    await lockExisting(strapi, item);
    await strapi.documents(uid).delete({ documentId });
    const newest = await findNewest(strapi, item);
    if (newest?.kind !== 'delete') throw new Error(`The deletion of ${type} ${documentId} was not recorded.`);
    return { type: 'restore', list: type, version: newest.id };
  });
}

/**
 * Undoes the addition of an item.
 * @throws ConflictError when somebody has changed or published it since
 */
export async function takeItemBack(request: ItemRequest): Promise<Undo> {
  const { strapi, type, item, body } = request;
  return strapi.db.transaction(async () => {
    await lockExisting(strapi, item);
    const { draft = {} } = await readEntry(strapi, item);
    if ((await findShown(strapi, item)) || !isSameItemText(toText(type, draft), parseSeenText(body)))
      throw new ConflictError(
        `“${nameEntry(item.uid, draft)}” was changed or published since it was added, so it stays. Delete it there if nobody needs it.`,
      );
    return deleteItem(request);
  });
}

/**
 * Restores a deleted item, with its place and its draft. One that is back already stays as it is.
 * @throws NotFoundError when the version is not kept any more, or is not of a deletion
 */
export async function restoreItem({ strapi, type, item, body, account }: ItemRequest): Promise<Undo> {
  const { id, uid, documentId, kind } = await requireVersion(strapi, parseVersion(body).version);
  if (uid !== item.uid || documentId === null || kind !== 'delete') throw new errors.NotFoundError(DELETED);
  const entry = { uid, documentId };
  return strapi.db.transaction(async (): Promise<Undo> => {
    await lockEntry(strapi, entry);
    await lockVersions(strapi, entry);
    if ((await readEntry(strapi, entry)).draft) return null;
    await restoreVersion(strapi, id, authorOf(account));
    return { type: 'delete', list: type, id: documentId };
  });
}
