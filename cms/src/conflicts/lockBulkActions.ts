import type { Core, UID } from '@strapi/strapi';
import { lockRows } from '../strapi/rows';
import { wrapBulkActions } from '../strapi/services';

/**
 * Makes the bulk actions of the admin's lists lock all their entries first, in the order of `lockEntry`: Strapi changes them in
 * one transaction in the order in which they were selected, and so two transactions could wait for each other.
 */
export function lockBulkActions(strapi: Core.Strapi): void {
  const lockFirst = async <Result>(
    uid: UID.ContentType,
    documentIds: string[],
    change: () => Promise<Result>,
  ): Promise<Result> =>
    strapi.db.transaction(async () => {
      await lockRows(strapi, uid, { documentId: { $in: documentIds }, publishedAt: { $null: true } });
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
