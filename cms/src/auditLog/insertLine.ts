import type { Database } from '../strapi/databaseLayer';
import { AUDIT_LOG_TABLE } from './auditLog';

/**
 * Adds a line to the audit log from a command that doesn't start Strapi; a database that no version with an audit log has used gets
 * none.
 */
export async function insertLine(connection: Database['connection'], text: string): Promise<void> {
  if (!(await connection.schema.hasTable(AUDIT_LOG_TABLE))) return;
  await connection(AUDIT_LOG_TABLE).insert({ time: new Date(), author: null, text, count: 1 });
}
