import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { componentFields, type Fields, fieldsOfEntry, fieldsOfRecord } from '../shared/content/contentTypes';
import { isRecord } from '../shared/isRecord';
import { unifyBreaks } from '../shared/lineBreaks';

interface Attribute {
  required?: boolean;
  maxLength?: number;
  component?: UID.Component;
}

/** Values that an entry is about to get, as Strapi's document service accepts them. */
export interface WrittenValues {
  uid: UID.ContentType;
  /** `undefined` for a new entry. */
  documentId: string | undefined;
  values: Record<string, unknown>;
  /** Whether they go to the site; a draft may lack what the owner has not filled in yet. */
  isPublished: boolean;
  /** Whether their lengths were checked already, as those of a stored draft when it was saved. */
  isStored?: boolean;
}

/** An error in the format that makes the admin show it next to the field. */
export interface FieldError {
  path: (string | number)[];
  name: 'ValidationError';
  message: string;
}

export const createFieldError = (path: FieldError['path'], label: string, reason: string): FieldError => ({
  path,
  name: 'ValidationError',
  message: `${label}: ${reason}`,
});

/** @throws ValidationError with all sentences when there are any errors */
export function throwFieldErrors(fieldErrors: FieldError[]): void {
  if (!fieldErrors.length) return;
  throw new errors.ValidationError(fieldErrors.map(({ message }) => message).join(' '), {
    errors: fieldErrors,
  });
}

/**
 * Describes for the owner why a value is invalid; `undefined` when it is valid, or when Strapi's own validation
 * rejects it with a clear message.
 */
function describeInvalidValue({ required }: Attribute, value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (required && value && !unifyBreaks(value).trim()) return 'this can’t be empty.';
  return value.length > max
    ? `this is too long, ${max} characters fit here and these are ${value.length}.`
    : undefined;
}

/** Rejects blank required fields, and texts that are longer than their field allows. */
export function limitFields(strapi: Core.Strapi, { uid, documentId, values, isStored }: WrittenValues): void {
  if (isStored) return;
  const listErrors = (
    attributes: Record<string, Attribute>,
    fields: Fields,
    data: unknown,
    path: FieldError['path'],
  ): FieldError[] =>
    Object.entries(fields).flatMap(([name, { label, max }]) => {
      const attribute = attributes[name];
      const value = isRecord(data) ? data[name] : undefined;
      if (!attribute) return [];
      const { component, maxLength = Number.POSITIVE_INFINITY } = attribute;
      const fieldPath = [...path, name];
      if (component) {
        const { attributes } = strapi.getModel(component);
        const listComponentErrors = (componentValue: unknown, componentPath: FieldError['path']) =>
          listErrors(attributes, componentFields[component] ?? {}, componentValue, componentPath);
        return Array.isArray(value)
          ? value.flatMap((componentValue, index) =>
              listComponentErrors(componentValue, [...fieldPath, index]),
            )
          : listComponentErrors(value, fieldPath);
      }
      const reason = describeInvalidValue(attribute, value, max ?? maxLength);
      return reason ? [createFieldError(fieldPath, label, reason)] : [];
    });
  const fields = fieldsOfRecord(uid, documentId) ?? fieldsOfEntry(uid, documentId);
  throwFieldErrors(listErrors(strapi.contentType(uid).attributes, fields, values, []));
}
