import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

/** The types that are `varchar(255)` in Postgres; SQLite takes any length. */
const SHORT = new Set(['string', 'email', 'password', 'enumeration', 'uid']);
const SHORT_LENGTH = 255;
/** The largest `integer` of Postgres. */
export const LARGEST_INTEGER = 2_147_483_647;

/** Why a value does not fit its column in Postgres, if it does not. */
function describeMisfit(type: string, value: unknown): string | undefined {
  if (typeof value === 'number' && type === 'integer' && Math.abs(value) > LARGEST_INTEGER)
    return 'this number is too large.';
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'there is a character in it that is no text.';
  if (SHORT.has(type) && value.length > SHORT_LENGTH)
    return `this is too long, ${SHORT_LENGTH} characters fit here and these are ${value.length}.`;
  return undefined;
}

/** Refuses in a sentence what Postgres could not keep, and with SQLite too, so that a site can always move from one to the other. */
export function limitColumns(strapi: Core.Strapi): void {
  const guard = ({ model, params }: { model: { attributes: object }; params: { data?: object } }) => {
    for (const [name, value] of Object.entries(params.data ?? {})) {
      const reason = describeMisfit(Reflect.get(model.attributes, name)?.type, value);
      if (reason) throw new errors.ValidationError(`${name}: ${reason}`);
    }
  };
  strapi.db.lifecycles.subscribe({ beforeCreate: guard, beforeUpdate: guard });
}
