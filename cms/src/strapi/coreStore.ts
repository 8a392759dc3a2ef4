import type { Core } from '@strapi/strapi';
import { toPermission } from '../shared/content/contentManager';

const TABLE = 'strapi_core_store_settings';

/** Whether Strapi has created a table in the database. */
export const hasTable = ({ db }: Core.Strapi, name: string): Promise<boolean> =>
  db.connection.schema.hasTable(name);

/**
 * Reads a value of Strapi's core store. Unlike `strapi.store`, it works before Strapi has synchronized its
 * schema, and not in a transaction.
 * @returns `undefined` when there is no such value or no database yet
 */
export async function readCoreStore(strapi: Core.Strapi, key: string): Promise<unknown> {
  if (!(await hasTable(strapi, TABLE))) return undefined;
  const row: { value: string } | undefined = await strapi.db
    .connection(TABLE)
    .where({ key })
    .orderBy('id')
    .first('value');
  if (!row) return undefined;
  try {
    return JSON.parse(row.value);
  } catch {
    return null;
  }
}

/** Writes a value to Strapi's core store, whose table must exist. */
export async function writeCoreStore(strapi: Core.Strapi, key: string, value: object): Promise<void> {
  const row = { value: JSON.stringify(value), type: 'object' };
  await strapi.db.connection.transaction(async (transaction) => {
    const updated = await transaction(TABLE).where({ key }).update(row);
    if (!updated) await transaction(TABLE).insert({ key, ...row });
  });
}

/** Reads the fields of content types that roles may read, before Strapi has synchronized its schema and its permissions. */
export async function readReadableFields(strapi: Core.Strapi): Promise<{ uid: string; fields: string[] }[]> {
  if (!(await hasTable(strapi, 'admin_permissions'))) return [];
  const rows: { subject: string; properties: string | { fields?: string[] } }[] = await strapi.db
    .connection('admin_permissions')
    .where({ action: toPermission('read') })
    .select('subject', 'properties');
  return rows
    .filter(({ subject }) => subject.startsWith('api::'))
    .map(({ subject, properties }) => {
      // Postgres returns JSON as an object, SQLite as text.
      const { fields = [] }: { fields?: string[] } =
        typeof properties === 'string' ? JSON.parse(properties) : properties;
      return { uid: subject, fields };
    });
}
