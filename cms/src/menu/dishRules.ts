import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isSame } from '../content/compareContent';
import { lockDishes, readDish, readDishes, writeOrder } from '../dishes/dishes';
import { toReturningContent } from '../dishes/returningContent';
import { DELETED, lockDraft, lockEntry } from '../publishing/lockEntries';
import { updateModifiedState } from '../publishing/modifiedState';
import { uidOf } from '../shared/content/contentTypes';
import { type ItemText, isSameItemText } from '../shared/content/itemText';
import { type DishType, nameFieldOf } from '../shared/content/menuTypes';
import type { StoredStatement } from '../shared/diet/dietaryStatement';
import { findContradiction } from '../shared/diet/findContradiction';
import { requireName } from '../validation/requireName';
import { bringBack } from '../versions/bringBack';
import { recordOrder } from '../versions/recordOrder';
import { findShown } from '../versions/recordVersions';
import { findNewest, lockVersions, requireVersion } from '../versions/storedVersions';
import { describeMove } from './describeMove';
import { requireDishPermission } from './dishPermissions';
import type { ChangedStatement, MenuListRules } from './menuListRules';
import { parseVersion } from './menuRequests';
import { listUnpublishedDishes, readDishList } from './readDishList';
import { findUnknownAllergen, keepRemovedAllergens } from './removedAllergens';
import {
  isSameOrder,
  requireAsAdded,
  requireSameOrder,
  requireSameStatement,
  requireSameText,
} from './requireUnchanged';

interface Target {
  type: DishType;
  id: string;
  userId: number | null;
}

/** Returns the fields of a dish that have its text. */
const toFields = (type: DishType, { name, description = '' }: ItemText): Record<string, unknown> => ({
  [nameFieldOf(type)]: name,
  description: description || null,
});

/**
 * Puts the dishes of a type in another order, at once and in both versions.
 * @throws ConflictError when the dishes are not those that the owner saw, or in another order
 */
async function moveDishes(
  strapi: Core.Strapi,
  type: DishType,
  { ids, seen, userId }: { ids: string[]; seen: string[]; userId: number },
): Promise<void> {
  await strapi.db.transaction(async () => {
    const dishes = await lockDishes(strapi, type);
    const present = dishes.map(({ documentId }) => documentId);
    requireSameOrder(present, seen, ids);
    if (isSameOrder(present, ids)) return;
    const moved = ids.flatMap((id) => dishes.find(({ documentId }) => documentId === id) ?? []);
    await writeOrder(strapi, type, moved);
    const names = new Map(dishes.map(({ documentId, draft }) => [documentId, draft.name]));
    const change = describeMove(present, ids, (id) => names.get(id) ?? '');
    await recordOrder(strapi, { uid: uidOf(type), documentIds: ids, change, userId });
  });
}

/**
 * Takes a dish off the site, or puts it back as `toReturningContent` has it; its draft stays as it is. A dish that was never on the
 * site comes with the text of its draft. `recordVersions` stores what the site showed as a version, from which it comes back.
 * @returns whether that changed what the site shows
 * @throws NotFoundError when the dish was deleted
 */
async function showDish(
  strapi: Core.Strapi,
  { type, id: documentId, userId }: Target,
  isShown: boolean,
): Promise<boolean> {
  const uid = uidOf(type);
  return strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    const { draft, published } = await readDish(strapi, type, documentId);
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

/** Adds a dish behind all others, as a draft, and returns its document id. */
async function addDish(strapi: Core.Strapi, type: DishType, text: ItemText, userId: number): Promise<string> {
  const data: Record<string, unknown> = {
    ...toFields(type, text),
    createdBy: userId,
    updatedBy: userId,
  };
  const { documentId } = await strapi.documents(uidOf(type)).create({ data });
  return documentId;
}

/**
 * Saves the text of a dish in its draft.
 * @throws ConflictError when the text is not the one that the owner saw, NotFoundError when the dish was deleted
 */
async function changeDishText(
  strapi: Core.Strapi,
  { type, id: documentId, userId }: Target,
  { text, seen }: { text: ItemText; seen: ItemText },
): Promise<void> {
  const uid = uidOf(type);
  await strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    const { draft, published } = await readDish(strapi, type, documentId);
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
 * Saves what is stated about a dish in its draft.
 * @returns what is stored now
 * @throws ConflictError when another statement is stored than the one that the owner saw, ValidationError when hers contradicts
 *   itself, NotFoundError when the dish was deleted
 */
async function stateAboutDish(
  strapi: Core.Strapi,
  { type, id: documentId, userId }: Target,
  { statement, seen }: ChangedStatement,
): Promise<StoredStatement | null> {
  const uid = uidOf(type);
  return strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    const { draft, published } = await readDish(strapi, type, documentId);
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
 * Deletes a dish, with its draft.
 * @param added as in `MenuListRules.delete`
 * @returns the id of the version that has what was deleted
 * @throws ConflictError or NotFoundError, as there
 */
async function deleteDish(
  strapi: Core.Strapi,
  type: DishType,
  documentId: string,
  added: ItemText | undefined,
): Promise<number> {
  const uid = uidOf(type);
  return strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    if (added) {
      const { draft } = await readDish(strapi, type, documentId);
      requireAsAdded(draft, added, (await findShown(strapi, { uid, documentId })) !== null);
    }
    await strapi.documents(uid).delete({ documentId });
    const newest = await findNewest(strapi, { uid, documentId });
    if (newest?.kind !== 'delete') throw new Error(`The deletion of ${uid} ${documentId} was not recorded.`);
    return newest.id;
  });
}

/**
 * Brings a deleted dish back, with its place and its draft. One that is back already stays as it is.
 * @returns its document id; `undefined` when it was back already
 * @throws NotFoundError when the version is not kept any more, or is not of a deletion
 */
async function restoreDish(
  strapi: Core.Strapi,
  type: DishType,
  { version: id, userId }: { version: number; userId: number },
): Promise<string | undefined> {
  const { uid, documentId, kind } = await requireVersion(strapi, id);
  if (uid !== uidOf(type) || documentId === null || kind !== 'delete')
    throw new errors.NotFoundError(DELETED);
  return strapi.db.transaction(async () => {
    await lockEntry(strapi, uidOf(type), documentId);
    await lockVersions(strapi, { uid: uidOf(type), documentId });
    const [dish] = await readDishes(strapi, type, { documentId });
    if (dish) return undefined;
    await bringBack(strapi, { id, userId });
    return documentId;
  });
}

/** The rules of the dishes of a type: each dish is an entry, which is changed and published by itself. */
export const createDishRules = (strapi: Core.Strapi, type: DishType): MenuListRules => ({
  requirePermission: (account, change) => requireDishPermission(strapi, type, account, change),
  read: (account) => readDishList(strapi, type, account),
  listUnpublished: (account) => listUnpublishedDishes(strapi, type, account),
  move: (order, userId) => moveDishes(strapi, type, { ...order, userId }),
  show: (id, shown, userId) => showDish(strapi, { type, id, userId }, shown),
  add: (text, userId) => addDish(strapi, type, text, userId),
  changeText: (id, texts, userId) => changeDishText(strapi, { type, id, userId }, texts),
  state: (id, statements, userId) => stateAboutDish(strapi, { type, id, userId }, statements),
  delete: async (id, _userId, added) => ({ version: await deleteDish(strapi, type, id, added) }),
  restore: (body, userId) => restoreDish(strapi, type, { version: parseVersion(body), userId }),
});
