import type { Core, Modules } from '@strapi/strapi';
import { lockEntry } from '../publishing/lockEntries';

/**
 * Makes *Discard changes* wait for other changes of the entry: Strapi reads what is published before it replaces the draft, and
 * would put back what another change has published in between.
 */
export function lockDiscardedDrafts(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const { uid, action, params } = context;
    if (action !== 'discardDraft' || !('documentId' in params)) return next();
    const { documentId } = params;
    return strapi.db.transaction(async () => {
      await lockEntry(strapi, uid, documentId);
      return next();
    });
  };
}
