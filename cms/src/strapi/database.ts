import type { Core } from '@strapi/strapi';
import { refuseToStart } from '../environment/settings';

/**
 * Errors that a retry doesn't fix: the Postgres error codes for authentication (28…) and for a missing database
 * (3D000), invalid certificates, and a server without TLS although the URL requires it.
 */
const PERMANENT_ERROR = /^(28|3D|ERR_TLS|\S*(CERT|SIGNED))|does not support SSL/;

/**
 * Checks that the Postgres database accepts connections and that its user can create tables, before Strapi uses
 * it. While the database doesn't answer, the process exits with a one-line message, and the supervisor or Docker
 * restarts it with a backoff.
 */
export async function requireDatabase(strapi: Core.Strapi): Promise<void> {
  if (strapi.db.dialect.client !== 'postgres') return;
  // pg warns of queries that Strapi sends simultaneously, which operators can't change.
  process.noDeprecation = true;
  try {
    const { rows } = await strapi.db.connection.raw(
      "SELECT has_schema_privilege(current_schema(), 'CREATE') AS can_create",
    );
    if (rows[0]?.can_create) return;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = `${'code' in error ? error.code : ''} ${error.message}`.trim();
    if (PERMANENT_ERROR.test(reason))
      refuseToStart(`the database of DATABASE_URL refuses the connection (${reason}).`);
    console.error(`The CMS can't start yet: the database does not answer (${reason}).`);
    process.exit(1);
  }
  refuseToStart('the user in DATABASE_URL may not create tables: make this user the owner of the database.');
}

/**
 * Calls a function in place of Strapi's error when Strapi can't change the database to what the code needs, or when a file of
 * `database/migrations` fails.
 */
export function onFailedMigration(strapi: Core.Strapi, explain: (error: unknown) => Promise<never>): void {
  const { schema } = strapi.db;
  const sync = schema.sync.bind(schema);
  schema.sync = () => sync().catch(explain);
}
