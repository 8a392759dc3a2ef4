import type { Core, Modules } from '@strapi/strapi';
import { fieldsOfRecord, findContentType } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { createFieldError, throwFieldErrors } from './fieldLimits';

const isBlank = (value: unknown): boolean => String(value ?? '').trim() === '';

/**
 * In a type whose entries are items or the heading above them, rejects an entry that would have the fields of both, or that would be
 * left with none. A draft that has become so before is not published.
 */
export function requireOwnFields(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const { uid, action, params } = context;
    const type = findContentType(uid);
    if (type?.kind !== 'open' || !type.records) return next();
    let data: unknown = 'data' in params ? params.data : undefined;
    if (action === 'publish') {
      const where = { documentId: params.documentId, publishedAt: null };
      data = await strapi.db.query(uid).findOne({ where });
    }
    if (!isRecord(data)) return next();
    const documentId = 'documentId' in params ? params.documentId : data.documentId;
    const own = fieldsOfRecord(uid, documentId) ?? {};
    const errors = Object.entries(type.fields).flatMap(([name, { label }]) => {
      const blank = isBlank(data[name]);
      if (!(name in own)) return blank ? [] : [createFieldError([name], label, 'this entry has none.')];
      const isWritten = action === 'create' || name in data;
      return isWritten && blank ? [createFieldError([name], label, 'this can’t be empty.')] : [];
    });
    throwFieldErrors(errors);
    return next();
  };
}
