import type { Core, Modules, UID } from '@strapi/strapi';
import { findContentType } from '../shared/content/contentTypes';
import { findRequestAccount } from '../strapi/permissions';
import { wrapBulkActions } from '../strapi/services';
import { readEntry } from './entry';
import { lockEntries, lockEntry } from './lockEntries';
import { authorOf, recordPublished, recordRemoved } from './recordVersions';

/**
 * Records each publishing, unpublishing and deletion of an entry as a version, in the transaction of the change: neither happens
 * without the other. *Discard changes* waits for other changes of the entry: Strapi reads what is published before it replaces the
 * draft, and would put back what another change has published in between.
 */
export function recordFormChanges(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const { uid, action, params } = context;
    const isChange = ['publish', 'unpublish', 'delete', 'discardDraft'].includes(action);
    if (!isChange || !findContentType(uid) || !('documentId' in params)) return next();
    const entry = { uid, documentId: String(params.documentId) };
    return strapi.db.transaction(async () => {
      await lockEntry(strapi, entry);
      const isRemoval = action === 'unpublish' || action === 'delete';
      const before = isRemoval ? await readEntry(strapi, entry) : {};
      const result = await next();
      const account = findRequestAccount(strapi);
      const author = account ? authorOf(account) : { userId: null, name: null };
      if (isRemoval) await recordRemoved(strapi, entry, author, action, before);
      if (action === 'publish') await recordPublished(strapi, entry, author, true);
      return result;
    });
  };
}

/**
 * Makes the bulk actions of the admin's lists lock all their entries first: Strapi changes them in one transaction in the order in
 * which they were selected, and so two transactions could wait for each other.
 */
export function lockBulkActions(strapi: Core.Strapi): void {
  const lockFirst = async <Result>(
    uid: UID.ContentType,
    documentIds: string[],
    change: () => Promise<Result>,
  ): Promise<Result> =>
    strapi.db.transaction(async () => {
      await lockEntries(
        strapi,
        documentIds.map((documentId) => ({ uid, documentId })),
      );
      return change();
    });
  wrapBulkActions(strapi, (actions) => ({
    deleteMany: (documentIds, uid, options) =>
      lockFirst(uid, documentIds, () => actions.deleteMany(documentIds, uid, options)),
    unpublishMany: (documentIds, uid, options) =>
      lockFirst(uid, documentIds, () => actions.unpublishMany(documentIds, uid, options)),
    publishMany: (uid, documentIds, locale) =>
      lockFirst(uid, documentIds, () => actions.publishMany(uid, documentIds, locale)),
  }));
}
