import type { Core, Modules, UID } from '@strapi/strapi';
import { findContentType } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { findRequestAccount } from '../strapi/permissions';
import { wrapBulkActions } from '../strapi/services';
import { readEntry } from './entry';
import { listItems } from './entryContent';
import { lockEntries, lockEntry } from './lockEntries';
import { recordPublished } from './recordPublished';
import { authorOf, recordRemoved } from './recordVersions';

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
      if (action === 'publish') await recordPublished(strapi, entry, author);
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

/** Removes from the rows of a component field the ids that the draft does not have; the rows stay. */
function removeUnknownIds(value: unknown, draftValue: unknown): unknown {
  const ids = listItems(draftValue).map((row) => isRecord(row) && String(row.id));
  const removeId = (row: unknown) => {
    if (!isRecord(row) || row.id === undefined || ids.includes(String(row.id))) return row;
    const { id: _, ...rest } = row;
    return rest;
  };
  return Array.isArray(value) ? value.map(removeId) : removeId(value);
}

/**
 * Saves a form that was open while a row of a component was removed elsewhere, such as by "Back to the usual hours": Strapi
 * rejects the id of such a row with a technical sentence, and creates a row without an id anew.
 */
export function acceptRemovedRows(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const { uid, action, params } = context;
    const data: unknown = 'data' in params ? params.data : undefined;
    if (action !== 'update' || !isRecord(data)) return next();
    const fields = Object.entries(strapi.contentType(uid).attributes)
      .filter(([name, { type }]) => type === 'component' && data[name])
      .map(([name]) => name);
    if (fields.length === 0) return next();
    const draft: unknown = await strapi.documents(uid).findOne({
      documentId: 'documentId' in params ? String(params.documentId) : '',
      status: 'draft',
      populate: fields,
    });
    if (isRecord(draft)) for (const name of fields) data[name] = removeUnknownIds(data[name], draft[name]);
    return next();
  };
}
