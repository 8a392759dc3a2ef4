import type { Core, Modules } from '@strapi/strapi';
import { lockEntry } from '../publishing/lockEntries';
import { uidOf } from '../shared/content/contentTypes';
import { findMenuType, type MenuType } from '../shared/content/menuTypes';
import { isRecord } from '../shared/isRecord';
import { updateRows } from '../strapi/rows';
import { findLastPosition, lockAdditions, lockItems, numberItems, readItems, writeOrder } from './items';

/**
 * Returns the position behind all items of a type, which get new positions if there is none. Other additions wait until the
 * transaction of the caller ends, so that no two items get the same one.
 */
async function makeLastPosition(strapi: Core.Strapi, type: MenuType): Promise<number> {
  await lockAdditions(strapi, type);
  const items = await lockItems(strapi, type);
  const last = findLastPosition(
    items.flatMap(({ draft, published = draft }) => [draft.position, published.position]),
  );
  if (last !== undefined) return last;
  const positions = numberItems(items);
  await writeOrder(strapi, type, items, positions);
  return findLastPosition(positions) ?? 0;
}

/** Gives the draft of an item the position that the site shows. */
async function keepPosition(strapi: Core.Strapi, type: MenuType, documentId: string): Promise<void> {
  await strapi.db.transaction(async () => {
    await lockEntry(strapi, uidOf(type), documentId);
    const [item] = await readItems(strapi, type, { documentId });
    if (!item?.published || item.published.position === item.draft.position) return;
    const { position } = item.published;
    await updateRows(strapi, uidOf(type), { documentId }, { position });
  });
}

/**
 * Puts new and copied items at the end of their part of the menu, unless they come with a position, as those of the seed. In a
 * request, neither saving nor publishing an item moves it: a form that was opened before somebody moved the item still has its
 * old position.
 */
export function placeItems(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const type = findMenuType(context.uid);
    if (!type) return next();
    const { action, params } = context;
    const isRequest = Boolean(strapi.requestContext.get());
    const data: unknown = 'data' in params ? params.data : undefined;
    if ((action === 'create' || action === 'clone') && isRecord(data)) {
      // An item that comes back has its document id, and keeps its place. The caller has locked it, so no other may be locked.
      const isNew = typeof data.documentId !== 'string' && (data.position ?? null) === null;
      if (action === 'clone' || isNew)
        return strapi.db.transaction(async () => {
          data.position = await makeLastPosition(strapi, type);
          return next();
        });
    } else if (action === 'update' && isRequest && isRecord(data)) delete data.position;
    else if (action === 'publish' && isRequest && 'documentId' in params)
      await keepPosition(strapi, type, String(params.documentId));
    return next();
  };
}
