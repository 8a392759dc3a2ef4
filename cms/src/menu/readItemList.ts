import type { Core } from '@strapi/strapi';
import { selectAllowed } from '../permissions/entryPermissions';
import { fieldsOfEntry, uidOf } from '../shared/content/contentTypes';
import { headingIdsOf, isDishType, type MenuType, nameFieldOf } from '../shared/content/menuTypes';
import type { Account } from '../strapi/permissions';
import { findNewItems, type Item, readItems } from './items';
import type { MenuItem, MenuList } from './menuAnswers';
import { listTextFields, nameOtherChanges, readMaxLength } from './menuFields';

/** A list of the menu as an account sees it, and how many of its items *Publish the menu* would change on the site. */
export interface CountedList {
  list: MenuList;
  unpublished: number;
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
  const isTextField = (field: string) => listTextFields(type).includes(field);
  return {
    id,
    name,
    description,
    isShown: published !== undefined,
    isNew,
    ...(statement && { statement }),
    ...(published &&
      changedFields.some(isTextField) && {
        shown: { name: published.name, description: published.description },
      }),
    ...nameOtherChanges(
      fieldsOfEntry(uidOf(type), id),
      changedFields.filter((field) => !isTextField(field)),
    ),
  };
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
): Promise<CountedList> {
  const visible = await readVisibleItems(strapi, type, account);
  const newIds = await findNewItems(strapi, type, visible);
  const items = visible.map((item) => toMenuItem(type, item, newIds.has(item.documentId)));
  const { attributes } = strapi.contentType(uidOf(type));
  const limits = {
    name: readMaxLength(attributes[nameFieldOf(type)]),
    ...(isDishType(type) && { description: readMaxLength(attributes.description) }),
  };
  const unpublished = items.filter(({ shown, otherChanges, isNew }) => shown || otherChanges || isNew).length;
  return { list: { type, ...(await readHeading(strapi, type)), limits, items }, unpublished };
}
