import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isSame } from '../content/compareContent';
import { toReturningContent } from '../dishes/returningContent';
import { lockItems, readItem, readItems, writeOrder } from '../items/items';
import { DELETED, lockDraft, lockEntry } from '../publishing/lockEntries';
import { updateModifiedState } from '../publishing/modifiedState';
import { uidOf } from '../shared/content/contentTypes';
import { type ItemText, isSameItemText } from '../shared/content/itemText';
import { isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import type { StoredStatement } from '../shared/diet/dietaryStatement';
import { findContradiction } from '../shared/diet/findContradiction';
import { requireName } from '../validation/requireName';
import { bringBack } from '../versions/bringBack';
import { recordOrder } from '../versions/recordOrder';
import { findShown } from '../versions/recordVersions';
import { findNewest, lockVersions, requireVersion } from '../versions/storedVersions';
import { describeMove } from './describeMove';
import type { ChangedStatement } from './menuRequests';
import { findUnknownAllergen, keepRemovedAllergens } from './removedAllergens';
import {
  isSameOrder,
  requireAsAdded,
  requireSameOrder,
  requireSameStatement,
  requireSameText,
} from './requireUnchanged';

/** The item that an account changes; `null` when a planned change is made whose account was deleted. */
interface Target {
  type: MenuType;
  id: string;
  userId: number | null;
}

/** Returns the fields of an item that have its text. */
const toFields = (type: MenuType, { name, description = '' }: ItemText): Record<string, unknown> => ({
  [nameFieldOf(type)]: name,
  ...(isDishType(type) && { description: description || null }),
});

/**
 * Puts the items of a type in another order, at once and in both versions.
 * @throws ConflictError when the items are not those that the owner saw, or in another order
 */
export async function moveItems(
  strapi: Core.Strapi,
  type: MenuType,
  { ids, seen, userId }: { ids: string[]; seen: string[]; userId: number },
): Promise<void> {
  await strapi.db.transaction(async () => {
    const items = await lockItems(strapi, type);
    const present = items.map(({ documentId }) => documentId);
    requireSameOrder(present, seen, ids);
    if (isSameOrder(present, ids)) return;
    const moved = ids.flatMap((id) => items.find(({ documentId }) => documentId === id) ?? []);
    await writeOrder(strapi, type, moved);
    const names = new Map(items.map(({ documentId, draft }) => [documentId, draft.name]));
    const change = describeMove(present, ids, (id) => names.get(id) ?? '');
    await recordOrder(strapi, { uid: uidOf(type), documentIds: ids, change, userId });
  });
}

/**
 * Takes an item off the site, or puts it back as `toReturningContent` has it; its draft stays as it is. An item that was never on the
 * site comes with the text of its draft. `recordVersions` stores what the site showed as a version, from which it comes back.
 * @returns whether that changed what the site shows
 * @throws NotFoundError when the item was deleted
 */
export async function switchItem(
  strapi: Core.Strapi,
  { type, id: documentId, userId }: Target,
  isShown: boolean,
): Promise<boolean> {
  const uid = uidOf(type);
  return strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    const { draft, published } = await readItem(strapi, type, documentId);
    if (Boolean(published) === isShown) return false;
    if (!isShown) {
      await strapi.documents(uid).unpublish({ documentId });
      return true;
    }
    const lastShown = await findShown(strapi, { uid, documentId });
    if (lastShown) await bringBack(strapi, { id: lastShown.id, userId, adjust: toReturningContent });
    else {
      requireName(draft.name);
      await strapi.documents(uid).publish({ documentId });
    }
    return true;
  });
}

/** Adds an item behind all others, as a draft, and returns its document id. */
export async function addItem(
  strapi: Core.Strapi,
  type: MenuType,
  text: ItemText,
  userId: number,
): Promise<string> {
  const data: Record<string, unknown> = {
    ...toFields(type, text),
    createdBy: userId,
    updatedBy: userId,
  };
  const { documentId } = await strapi.documents(uidOf(type)).create({ data });
  return documentId;
}

/**
 * Saves the text of an item in its draft.
 * @throws ConflictError when the text is not the one that the owner saw, NotFoundError when the item was deleted
 */
export async function changeItemText(
  strapi: Core.Strapi,
  { type, id: documentId, userId }: Target,
  { text, seen }: { text: ItemText; seen: ItemText },
): Promise<void> {
  const uid = uidOf(type);
  await strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    const { draft, published } = await readItem(strapi, type, documentId);
    requireSameText(draft, seen, text);
    if (isSameItemText(draft, text)) return;
    const data: Record<string, unknown> = { ...toFields(type, text), updatedBy: userId };
    await strapi.documents(uid).update({ documentId, data });
    if (published) await updateModifiedState(strapi, uid, documentId);
  });
}

/**
 * A removed allergen can only keep the answer that is stored.
 * @throws ValidationError with a sentence for the owner
 */
function requireKnownAllergens(statement: StoredStatement | null, present: StoredStatement | null): void {
  const unknown = findUnknownAllergen(statement, present);
  if (unknown !== undefined)
    throw new errors.ValidationError(
      `“${unknown}” is not one of the allergens, so nothing has changed. Load the page again.`,
    );
}

/**
 * Saves what is stated about an item in its draft.
 * @returns what is stored now
 * @throws ConflictError when another statement is stored than the one that the owner saw, ValidationError when hers contradicts
 *   itself, NotFoundError when the item was deleted
 */
export async function stateAboutDish(
  strapi: Core.Strapi,
  { type, id: documentId, userId }: Target,
  { statement, seen }: ChangedStatement,
): Promise<StoredStatement | null> {
  const uid = uidOf(type);
  return strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    const { draft, published } = await readItem(strapi, type, documentId);
    const present = draft.statement ?? null;
    requireKnownAllergens(statement, present);
    const dietaryStatement = keepRemovedAllergens(statement, present);
    requireSameStatement(present, seen, { name: draft.name, statement: dietaryStatement });
    if (isSame(present, dietaryStatement)) return present;
    const contradiction = statement && findContradiction(statement);
    if (contradiction) throw new errors.ValidationError(contradiction);
    const data: Record<string, unknown> = { dietaryStatement, updatedBy: userId };
    await strapi.documents(uid).update({ documentId, data });
    if (published) await updateModifiedState(strapi, uid, documentId);
    return dietaryStatement;
  });
}

/**
 * Deletes an item, with its draft.
 * @param added the text with which it was added, to undo that: it is deleted only if nobody has changed or published it since
 * @returns the id of the version that has what was deleted
 * @throws ConflictError then, NotFoundError when it was deleted already
 */
export async function deleteItem(
  strapi: Core.Strapi,
  type: MenuType,
  documentId: string,
  added: ItemText | undefined,
): Promise<number> {
  const uid = uidOf(type);
  return strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    if (added) {
      const { draft } = await readItem(strapi, type, documentId);
      requireAsAdded(draft, added, (await findShown(strapi, { uid, documentId })) !== null);
    }
    await strapi.documents(uid).delete({ documentId });
    const newest = await findNewest(strapi, { uid, documentId });
    if (newest?.kind !== 'delete') throw new Error(`The deletion of ${uid} ${documentId} was not recorded.`);
    return newest.id;
  });
}

/**
 * Brings a deleted item back, with its place and its draft. One that is back already stays as it is.
 * @returns its document id; `undefined` when it was back already
 * @throws NotFoundError when the version is not kept any more, or is not of a deletion
 */
export async function restoreItem(
  strapi: Core.Strapi,
  type: MenuType,
  { version: id, userId }: { version: number; userId: number },
): Promise<string | undefined> {
  const { uid, documentId, kind } = await requireVersion(strapi, id);
  if (uid !== uidOf(type) || documentId === null || kind !== 'delete')
    throw new errors.NotFoundError(DELETED);
  return strapi.db.transaction(async () => {
    await lockEntry(strapi, uidOf(type), documentId);
    await lockVersions(strapi, { uid: uidOf(type), documentId });
    const [item] = await readItems(strapi, type, { documentId });
    if (item) return undefined;
    await bringBack(strapi, { id, userId });
    return documentId;
  });
}
