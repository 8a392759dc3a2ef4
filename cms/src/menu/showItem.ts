import type { Core, UID } from '@strapi/strapi';
import { uidOf } from '../shared/content/contentTypes';
import { menuTypes } from '../shared/content/menuTypes';
import { findListRules } from './findListRules';

/** Puts a dish or drink that is off the menu back, with the words that the site showed last. */
export async function showItem(
  strapi: Core.Strapi,
  { uid, itemId }: { uid: UID.ContentType; itemId: string },
  userId: number | null,
): Promise<void> {
  const type = menuTypes.find((menuType) => uidOf(menuType) === uid);
  if (type) await findListRules(strapi, type).show(itemId, true, userId);
}
