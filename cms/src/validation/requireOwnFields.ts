import type { Core } from '@strapi/strapi';
import { fieldsOfRecord, findContentType } from '../shared/content/contentTypes';
import { createFieldError, throwFieldErrors, type WrittenValues } from './fieldLimits';

const isBlank = (value: unknown): boolean => String(value ?? '').trim() === '';

/**
 * In a type whose entries are items or the heading above them, rejects an entry that would have the fields of both, or that would be
 * left with none. A draft that has become so before is not published.
 */
export function requireOwnFields(_strapi: Core.Strapi, { uid, documentId, values }: WrittenValues): void {
  const type = findContentType(uid);
  if (type?.kind !== 'open' || !type.records) return;
  const own = fieldsOfRecord(uid, documentId ?? values.documentId) ?? {};
  const errors = Object.entries(type.fields).flatMap(([name, { label }]) => {
    const blank = isBlank(values[name]);
    if (!(name in own)) return blank ? [] : [createFieldError([name], label, 'this entry has none.')];
    const isWritten = documentId === undefined || name in values;
    return isWritten && blank ? [createFieldError([name], label, 'this can’t be empty.')] : [];
  });
  throwFieldErrors(errors);
}
