import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isRecord } from '../shared/isRecord';
import { componentFields, type Fields, fieldsOfRecord, findContentType } from './contentTypes';
import { MAX_INTEGER } from './unstorableValues';

interface Attribute {
  type: string;
  required?: boolean;
  component?: UID.Component;
}

/** An error in the format that makes the admin show it next to the field. */
interface FieldError {
  path: (string | number)[];
  name: 'ValidationError';
  message: string;
}

/**
 * Describes for the owner why a value is invalid; `undefined` when it is valid, or when Strapi's own validation
 * rejects it with a clear message.
 */
function describeInvalidValue(
  { type, required }: Attribute,
  value: unknown,
  max: number,
): string | undefined {
  if (typeof value === 'number' && type === 'integer')
    return Number.isInteger(value) && value >= 0 && value <= MAX_INTEGER
      ? undefined
      : 'this must be a whole number, such as 15.';
  if (typeof value !== 'string') return undefined;
  if (required && value && !value.trim()) return 'this can’t be empty.';
  return value.length > max
    ? `this is too long, ${max} characters fit here and these are ${value.length}.`
    : undefined;
}

/** Rejects blank required fields, invalid positions, and texts that are longer than their field allows. */
export function limitFields(strapi: Core.Strapi): void {
  const listErrors = (
    attributes: Record<string, Attribute>,
    fields: Fields,
    data: unknown,
    path: FieldError['path'],
  ): FieldError[] =>
    Object.entries(fields).flatMap(([name, { label, max = Number.POSITIVE_INFINITY }]) => {
      const attribute = attributes[name];
      const value = isRecord(data) ? data[name] : undefined;
      if (!attribute) return [];
      const { component } = attribute;
      if (component && Array.isArray(value)) {
        const { attributes } = strapi.getModel(component);
        return value.flatMap((componentValue, index) =>
          listErrors(attributes, componentFields[component] ?? {}, componentValue, [...path, name, index]),
        );
      }
      const reason = describeInvalidValue(attribute, value, max);
      return reason
        ? [{ path: [...path, name], name: 'ValidationError', message: `${label}: ${reason}` }]
        : [];
    });

  strapi.documents.use((context, next) => {
    if (context.action !== 'create' && context.action !== 'update') return next();
    const { uid, contentType, params } = context;
    const documentId = 'documentId' in params ? params.documentId : undefined;
    const fields = fieldsOfRecord(uid, documentId) ?? findContentType(uid)?.fields ?? {};
    const fieldErrors = listErrors(contentType.attributes, fields, params.data, []);
    if (fieldErrors.length) {
      throw new errors.ValidationError(fieldErrors.map(({ message }) => message).join(' '), {
        errors: fieldErrors,
      });
    }
    return next();
  });
}
