import type { Core } from '@strapi/strapi';
import { requireSome, selectAllowed } from '../permissions/entryPermissions';
import { fieldsOfEntry, uidOf } from '../shared/content/contentTypes';
import { headingIdsOf, isDishType, type MenuType, menuTypes, nameFieldOf } from '../shared/content/menuTypes';
import { parseStoredStatement } from '../shared/diet/dietaryStatement';
import { type Entry, toKeyOf } from '../site/entry';
import { listChangedFields, omitPosition } from '../site/entryContent';
import { readItems } from '../site/itemOrder';
import { listPlanned } from '../site/listPlanned';
import { findNewEntries } from '../site/newEntries';
import type { PlannedSummary } from '../site/plannedChange';
import { readRestoreId } from '../site/restoreId';
import type { Account } from '../strapi/permissions';
import { readItemMoments, readNextOpening } from './itemReturns';
import { listTextFields, toText } from './items';
import type { MenuAnswer, MenuItem, MenuList, MenuSection } from './menuAnswers';

/** The sections in the order of the page, with their lists. */
const sections: [MenuSection['id'], MenuType[]][] = [
  ['menu-appetizers', ['menu-appetizer']],
  ['menu-entrees', ['menu-entree']],
  ['menu-sides', ['menu-side']],
  ['menu-drinks', ['menu-soft-drink', 'menu-alcoholic-drink']],
];

function toMenuItem(type: MenuType, { uid, documentId, draft, published }: Entry, isNew: boolean): MenuItem {
  const statement = parseStoredStatement(draft.dietaryStatement);
  const textFields = listTextFields(type);
  const changed = published ? listChangedFields(omitPosition(draft), omitPosition(published)) : [];
  const otherFields = changed.filter((field) => !textFields.includes(field));
  const fields = fieldsOfEntry(uid, documentId);
  return {
    id: documentId,
    ...toText(type, draft),
    isShown: published !== undefined,
    isNew,
    ...(statement && { statement }),
    ...(published && otherFields.length < changed.length && { shown: toText(type, published) }),
    ...(otherFields.length > 0 && { otherChanges: otherFields.map((name) => fields[name]?.label ?? name) }),
  };
}

/** Returns the greatest length of a text; the schema of each text of the menu has one. */
function readMaxLength(attribute: object | undefined): number {
  if (!attribute || !('maxLength' in attribute))
    throw new Error('A text of the menu has no greatest length.');
  return Number(attribute.maxLength);
}

/** Reads the heading that the site shows above the items, if the type has one. */
async function readHeading(strapi: Core.Strapi, type: MenuType): Promise<Pick<MenuList, 'heading'>> {
  const [documentId] = headingIdsOf(type);
  if (documentId === undefined) return {};
  const where = { documentId, publishedAt: { $notNull: true } };
  const record = await strapi.db.query(uidOf(type)).findOne({ select: ['subHeading'], where });
  return { heading: String(record?.subHeading ?? '') };
}

/** Reads the items that an account may read. */
async function readList(strapi: Core.Strapi, type: MenuType, account: Account): Promise<MenuList> {
  const uid = uidOf(type);
  const visible = await selectAllowed(
    strapi,
    account,
    { uid, actions: ['read'] },
    await readItems(strapi, type),
  );
  const newIds = await findNewEntries(strapi, uid, visible);
  const { attributes } = strapi.contentType(uid);
  const limits = {
    name: readMaxLength(attributes[nameFieldOf(type)]),
    ...(isDishType(type) && { description: readMaxLength(attributes.description) }),
  };
  const items = visible.map((item) => toMenuItem(type, item, newIds.has(item.documentId)));
  return { type, ...(await readHeading(strapi, type)), limits, items };
}

/** Selects the items that *Publish the menu* changes on the site. Items that were taken off are none of them. */
const selectUnpublished = ({ items }: MenuList): MenuItem[] =>
  items.filter(({ isNew, shown, otherChanges }) => isNew || shown || otherChanges);

/**
 * Reads the part of the menu that an account may read, without the sections of which that is nothing.
 * @throws ForbiddenError when it may read none of it
 */
export async function readMenu(strapi: Core.Strapi, account: Account): Promise<MenuAnswer> {
  const types = requireSome(strapi, account, ['read'], menuTypes);
  const readAt = new Date().toISOString();
  const headings: Record<string, unknown>[] = await strapi.db
    .query(uidOf('menu-header'))
    .findMany({ select: ['documentId', 'headingName'], where: { publishedAt: { $notNull: true } } });
  const findMoment = await readItemMoments(strapi);
  const unpublished: string[] = [];
  const answer: MenuSection[] = [];
  for (const [id, sectionTypes] of sections) {
    const lists: MenuList[] = [];
    for (const type of sectionTypes.filter((sectionType) => types.includes(sectionType))) {
      const list = await readList(strapi, type, account);
      for (const item of list.items)
        item[item.isShown ? 'leaves' : 'returns'] = findMoment(type, item.id, item.isShown);
      unpublished.push(
        ...selectUnpublished(list).map((item) => toKeyOf({ uid: uidOf(type), documentId: item.id })),
      );
      lists.push(list);
    }
    const heading = headings.find(({ documentId }) => documentId === id)?.headingName;
    if (lists.length) answer.push({ id, heading: String(heading ?? ''), lists });
  }
  const { changes, timeZone } = await listPlanned(strapi, account, 'menu');
  const planned = changes.filter(({ state }) => state === 'waiting');
  const isBehind = ({ entries }: PlannedSummary) => {
    const keys = entries.map(toKeyOf);
    return !unpublished.every((key) => keys.includes(key));
  };
  return {
    sections: answer,
    nextOpening: await readNextOpening(strapi),
    unpublished: unpublished.length,
    planned: planned.map((change) => (isBehind(change) ? { ...change, isBehindDraft: true } : change)),
    timeZone,
    readAt,
    restoreId: await readRestoreId(strapi),
  };
}
