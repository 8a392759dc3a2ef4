import type { Core, Modules } from '@strapi/strapi';
import { uidOf } from '../shared/content/contentTypes';
import { findMenuType, type MenuType } from '../shared/content/menuTypes';
import { isRecord } from '../shared/isRecord';
import { updateRows } from '../strapi/rows';
import { makeLastPosition } from './itemOrder';
import { lockEntry } from './lockEntries';

/** Gives the draft of an item the position that the site shows. */
async function keepPosition(strapi: Core.Strapi, type: MenuType, documentId: string): Promise<void> {
  const uid = uidOf(type);
  await strapi.db.transaction(async () => {
    await lockEntry(strapi, { uid, documentId });
    const published = await strapi.db
      .query(uid)
      .findOne({ select: ['position'], where: { documentId, publishedAt: { $notNull: true } } });
    if (published) await updateRows(strapi, uid, { documentId }, { position: published.position });
  });
}

/**
 * Puts new and copied items at the end of their part of the menu. Neither saving nor publishing an item moves it: a form that was
 * opened before somebody moved the item still has its old position.
 */
export function keepItemPlaces(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const type = findMenuType(context.uid);
    if (!type) return next();
    const { action, params } = context;
    const data: unknown = 'data' in params ? params.data : undefined;
    if ((action === 'create' || action === 'clone') && isRecord(data)) {
      // An item that comes back has its document id, and keeps its place. The caller has locked it, so no other may be locked.
      const isNew = typeof data.documentId !== 'string' && (data.position ?? null) === null;
      if (action === 'clone' || isNew)
        return strapi.db.transaction(async () => {
          data.position = await makeLastPosition(strapi, type);
          return next();
        });
    } else if (action === 'update' && isRecord(data)) delete data.position;
    else if (action === 'publish' && 'documentId' in params)
      await keepPosition(strapi, type, String(params.documentId));
    return next();
  };
}
