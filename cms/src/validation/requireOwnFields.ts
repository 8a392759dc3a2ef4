import type { Core, Modules } from '@strapi/strapi';
import { fieldsOfRecord, findContentType } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { createFieldError, throwFieldErrors } from './fieldLimits';

const isBlank = (value: unknown): boolean => String(value ?? '').trim() === '';

/**
 * In a type whose entries are items or the heading above them, rejects an entry that would have the fields of both, or that would be
 * left with none.
 */
export function requireOwnFields(_strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return (context, next) => {
    const { uid, action, params } = context;
    const type = findContentType(uid);
    const data: unknown = 'data' in params ? params.data : undefined;
    if (type?.kind !== 'open' || !type.records || !isRecord(data)) return next();
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
