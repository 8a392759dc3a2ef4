import type { Core, Modules } from '@strapi/strapi';
import { isRecord } from '../shared/isRecord';
import { listItems } from './entryContent';

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
