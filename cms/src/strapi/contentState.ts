import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';

/** SQLite counts from 0 again in another process, and another version may show the same database otherwise. */
const PROCESS_ID = randomUUID();

/**
 * Returns a text that differs after each change in the database, also one by another process, and in each process of the CMS.
 * It also differs after changes that no page shows, such as a sign-in. The database counts, because Strapi's own events miss
 * changes by its query builder, and come before the transaction ends.
 */
export async function readContentState({ db }: Core.Strapi): Promise<string> {
  if (db.dialect.client === 'postgres') {
    // The transactions whose changes are visible: the same text means the same content.
    const { rows } = await db.connection.raw('SELECT pg_current_snapshot()::text AS state');
    return `${PROCESS_ID} ${rows[0].state}`;
  }
  // The rows that this connection, the only one of this process, has changed, and a number that other processes change.
  const [{ own, others }] = await db.connection.raw(
    'SELECT total_changes() AS own, data_version AS others FROM pragma_data_version',
  );
  return `${PROCESS_ID} ${own} ${others}`;
}
