import type { Core } from '@strapi/strapi';
import { refuseToStart } from './settings';

/** What does not heal by itself: by its code the sign-in (28…), no such database (3D000), certificates; and no TLS where it is wanted. */
const PERMANENT_ERROR = /^(28|3D|ERR_TLS|\S*(CERT|SIGNED))|does not support SSL/;

/**
 * Makes sure, before Strapi works on the database, that it is there and takes what Strapi makes. One that is not up yet ends
 * the process with one line: the starter, or Docker, starts it again after pauses that grow.
 */
export async function checkDatabase(strapi: Core.Strapi): Promise<void> {
  if (strapi.db.dialect.client !== 'postgres') return;
  try {
    const { rows } = await strapi.db.connection.raw(
      "SELECT has_schema_privilege(current_schema(), 'CREATE') AS may_create",
    );
    if (rows[0]?.may_create) return;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = `${'code' in error ? error.code : ''} ${error.message}`.trim();
    if (PERMANENT_ERROR.test(reason)) refuseToStart(`the database of DATABASE_URL refuses it (${reason}).`);
    console.error(`The CMS can't start yet: the database does not answer (${reason}).`);
    process.exit(1);
  }
  refuseToStart('its user in DATABASE_URL may not create tables: make it the owner of the database.');
}
