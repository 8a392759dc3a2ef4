import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isRecord } from '../shared/isRecord';
import { MAX_INTEGER } from './columnLimits';
import { componentFields, type Fields, fieldsOfRecord, findContentType } from './contentTypes';

interface Attribute {
  type: string;
  required?: boolean;
  component?: UID.Component;
}

/** An error in the shape in which the admin shows it at the field. */
interface FieldError {
  path: (string | number)[];
  name: 'ValidationError';
  message: string;
}

/** What is wrong with a value; `undefined` also where Strapi's own validation has a clear message. */
function describeError({ type, required }: Attribute, value: unknown, max: number): string | undefined {
  if (typeof value === 'number' && type === 'integer')
    return Number.isInteger(value) && value >= 0 && value <= MAX_INTEGER
      ? undefined
      : 'a whole number, such as 15.';
  if (typeof value !== 'string') return undefined;
  if (required && value && !value.trim()) return 'this can’t be empty.';
  return value.length > max
    ? `this is too long, ${max} characters fit here and these are ${value.length}.`
    : undefined;
}

/**
 * Rejects blank required fields, invalid positions, and texts that are longer than their place on the page
 * allows.
 */
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
        return value.flatMap((part, index) =>
          listErrors(attributes, componentFields[component] ?? {}, part, [...path, name, index]),
        );
      }
      const error = describeError(attribute, value, max);
      return error ? [{ path: [...path, name], name: 'ValidationError', message: `${label}: ${error}` }] : [];
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
