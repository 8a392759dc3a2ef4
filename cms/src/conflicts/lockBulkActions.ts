import type { Core, UID } from '@strapi/strapi';

type Options = Record<string, unknown>;

/** The methods of the content manager's service `document-manager` that are wrapped here. */
interface DocumentManager {
  deleteMany(documentIds: string[], uid: UID.ContentType, options?: Options): Promise<unknown>;
  unpublishMany(documentIds: string[], uid: UID.ContentType, options?: Options): Promise<unknown>;
  publishMany(uid: UID.ContentType, documentIds: string[], locale?: unknown): Promise<unknown>;
}

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
      await strapi.db
        .queryBuilder(uid)
        .select('id')
        .where({ documentId: { $in: documentIds }, publishedAt: { $null: true } })
        .orderBy('id')
        .forUpdate()
        .execute();
      return change();
    });
  strapi.get('services').extend('plugin::content-manager.document-manager', (service: DocumentManager) => ({
    ...service,
    deleteMany: (documentIds: string[], uid: UID.ContentType, options?: Options) =>
      lockFirst(uid, documentIds, () => service.deleteMany(documentIds, uid, options)),
    unpublishMany: (documentIds: string[], uid: UID.ContentType, options?: Options) =>
      lockFirst(uid, documentIds, () => service.unpublishMany(documentIds, uid, options)),
    publishMany: (uid: UID.ContentType, documentIds: string[], locale?: unknown) =>
      lockFirst(uid, documentIds, () => service.publishMany(uid, documentIds, locale)),
  }));
}
