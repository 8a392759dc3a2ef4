import type { Core } from '@strapi/strapi';
import { selectAllowed } from '../permissions/entryPermissions';
import { fieldsOfEntry, uidOf } from '../shared/content/contentTypes';
import { headingIdsOf, isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import type { EntryId } from '../site/entry';
import { findNewEntries } from '../site/newEntries';
import type { Account } from '../strapi/permissions';
import { type Item, listTextFields, readItems, selectUnpublished } from './items';
import type { MenuItem, MenuList } from './menuAnswers';

/** A list of the menu as an account sees it, and the items of it that *Publish the menu* would change on the site. */
interface VisibleList {
  list: MenuList;
  unpublished: EntryId[];
}

/** Reads the items that an account may read. */
export const readVisibleItems = async (
  strapi: Core.Strapi,
  type: MenuType,
  account: Account,
): Promise<Item[]> =>
  selectAllowed(strapi, account, { uid: uidOf(type), actions: ['read'] }, await readItems(strapi, type));

function toMenuItem(type: MenuType, item: Item, isNew: boolean): MenuItem {
  const { documentId: id, draft, published, changedFields } = item;
  const { name, description, statement } = draft;
  const textFields = listTextFields(type);
  const otherFields = changedFields.filter((field) => !textFields.includes(field));
  const fields = fieldsOfEntry(uidOf(type), id);
  return {
    id,
    name,
    description,
    isShown: published !== undefined,
    isNew,
    ...(statement && { statement }),
    ...(published &&
      otherFields.length < changedFields.length && {
        shown: { name: published.name, description: published.description },
      }),
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

/** Reads the items that an account may read, as the menu's screen shows them. */
export async function readItemList(
  strapi: Core.Strapi,
  type: MenuType,
  account: Account,
): Promise<VisibleList> {
  const visible = await readVisibleItems(strapi, type, account);
  const uid = uidOf(type);
  const newIds = await findNewEntries(strapi, uid, visible);
  const items = visible.map((item) => toMenuItem(type, item, newIds.has(item.documentId)));
  const { attributes } = strapi.contentType(uid);
  const limits = {
    name: readMaxLength(attributes[nameFieldOf(type)]),
    ...(isDishType(type) && { description: readMaxLength(attributes.description) }),
  };
  const unpublished = selectUnpublished(visible, newIds).map(({ documentId }) => ({ uid, documentId }));
  return { list: { type, ...(await readHeading(strapi, type)), limits, items }, unpublished };
}
