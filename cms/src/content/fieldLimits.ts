import type { Core, UID } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { drinkFields, type Fields, fieldsOfRecord, layoutOf } from '../admin-layout/adminLayout';
import { LARGEST_INTEGER } from './columnLimits';

interface Attribute {
  type: string;
  required?: boolean;
  component?: UID.Component;
}

/** What is wrong with a value, by the path to it, as the admin shows it at the field. */
interface FieldError {
  path: (string | number)[];
  name: 'ValidationError';
  message: string;
}

/** What is wrong with a value, if something is; what Strapi itself says in plain words is left to it. */
function describeError({ type, required }: Attribute, value: unknown, max: number): string | undefined {
  if (typeof value === 'number' && type === 'integer')
    return Number.isInteger(value) && value >= 0 && value <= LARGEST_INTEGER
      ? undefined
      : 'a whole number, such as 15.';
  if (typeof value !== 'string') return undefined;
  if (required && value && !value.trim()) return 'this can’t be empty.';
  return value.length > max
    ? `this is too long, ${max} characters fit here and these are ${value.length}.`
    : undefined;
}

/** Refuses blank names, odd positions, and words too long for their place where that bears less than the schema allows. */
export function limitFields(strapi: Core.Strapi): void {
  const refusalsOf = (
    attributes: object,
    fields: Fields,
    data: unknown,
    path: FieldError['path'],
  ): FieldError[] =>
    Object.entries(fields).flatMap(([name, { label, max = Number.POSITIVE_INFINITY }]) => {
      const attribute: Attribute = Reflect.get(attributes, name);
      const value: unknown = Reflect.get(Object(data), name);
      const { component } = attribute;
      if (component && Array.isArray(value)) {
        const { attributes } = strapi.getModel(component);
        return value.flatMap((part, at) =>
          refusalsOf(attributes, drinkFields[component] ?? {}, part, [...path, name, at]),
        );
      }
      const fault = describeError(attribute, value, max);
      return fault ? [{ path: [...path, name], name: 'ValidationError', message: `${label}: ${fault}` }] : [];
    });

  strapi.documents.use((context, next) => {
    if (context.action !== 'create' && context.action !== 'update') return next();
    const { uid, contentType, params } = context;
    const fields = fieldsOfRecord(uid, Reflect.get(params, 'documentId')) ?? layoutOf(uid)?.fields ?? {};
    const refusals = refusalsOf(contentType.attributes, fields, params.data, []);
    if (refusals.length) {
      throw new errors.ValidationError(refusals.map(({ message }) => message).join(' '), {
        errors: refusals,
      });
    }
    return next();
  });
}
