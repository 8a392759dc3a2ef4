import type { Database } from '../strapi/databaseLayer';

/** Adds a line to the audit log without Strapi, for commands; does nothing while the database does not have the log. */
export async function insertLine(connection: Database['connection'], text: string): Promise<void> {
  if (await connection.schema.hasTable('site_audit_log'))
    await connection('site_audit_log').insert({ time: new Date(), author: null, text, count: 1 });
}
