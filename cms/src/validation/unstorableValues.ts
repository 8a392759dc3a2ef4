import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

/** The field types that Strapi stores as `varchar(255)` in Postgres; SQLite accepts any length. */
const VARCHAR_TYPES = new Set(['string', 'email', 'password', 'enumeration', 'uid']);
const MAX_VARCHAR_LENGTH = 255;
/** The largest value of Postgres's type `integer`. */
export const MAX_INTEGER = 2_147_483_647;

/** Describes for the owner why Postgres can't store a value; `undefined` when it can. */
function describeInvalidValue(type: string | undefined, value: unknown): string | undefined {
  if (typeof value === 'number' && type === 'integer' && Math.abs(value) > MAX_INTEGER)
    return 'this number is too large.';
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'this contains a character that can’t be saved.';
  if (type !== undefined && VARCHAR_TYPES.has(type) && value.length > MAX_VARCHAR_LENGTH)
    return `this is too long, ${MAX_VARCHAR_LENGTH} characters fit here and these are ${value.length}.`;
  return undefined;
}

interface Attributes {
  [name: string]: { type: string } | undefined;
}

/**
 * Rejects values that Postgres can't store, with a sentence for the owner. SQLite sites have the same limits,
 * so that every site can move to Postgres.
 */
export function rejectUnstorableValues(strapi: Core.Strapi): void {
  const check = ({ model, params }: { model: { attributes: Attributes }; params: { data?: object } }) => {
    for (const [name, value] of Object.entries(params.data ?? {})) {
      const reason = describeInvalidValue(model.attributes[name]?.type, value);
      if (reason) throw new errors.ValidationError(`${name}: ${reason}`);
    }
  };
  strapi.db.lifecycles.subscribe({ beforeCreate: check, beforeUpdate: check });
}
