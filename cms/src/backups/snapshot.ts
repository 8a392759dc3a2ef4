import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { isPictureName, printable } from './backupContents';
import { BackupError } from './backupError';
import { findForeignObject } from './databaseObjects';
import { isVersion } from './folders';
import { type Connection, LOCK_TIMEOUT_MS, withSqlite } from './sqlite';
import { isStoredSchema } from './storedSchema';

/** What a restore needs to know about the database of a backup. */
export interface Snapshot {
  /** The names of the picture files that its records refer to. */
  pictureNames: string[];
  /** The newest version of Scioto Table that has used the data; `undefined` for versions 1.0. */
  version: string | undefined;
}

function readDataVersion(connection: Connection): string | undefined {
  const [row] = connection
    .prepare("SELECT value FROM strapi_core_store_settings WHERE key = 'scioto_table_version'")
    .all();
  const value: unknown = row ? JSON.parse(String(row.value)) : undefined;
  return isRecord(value) && isVersion(value.version) ? value.version : undefined;
}

/** The files of the media library, and their formats, that are on this site's disk. */
const PICTURE_FILES = `
  WITH pictures AS (
    SELECT url, hash, ext FROM files WHERE provider = 'local'
    UNION ALL
    SELECT json_extract(format.value, '$.url'), json_extract(format.value, '$.hash'), json_extract(format.value, '$.ext')
      FROM files, json_each(files.formats) AS format
      WHERE provider = 'local' AND format.type = 'object'
  ) SELECT DISTINCT url, hash || ext AS name FROM pictures`;

/**
 * Reads the names of the picture files. Strapi replaces and deletes the files that the records name.
 * @throws BackupError when one is no name of a picture
 */
function readPictureNames(connection: Connection): string[] {
  return connection
    .prepare(PICTURE_FILES)
    .all()
    .map(({ url, name }) => {
      if (typeof name !== 'string' || !isPictureName(name) || url !== `/uploads/${name}`)
        refuse(`its media library names a picture ${printable(String(url))}`);
      return name;
    });
}

/** @throws BackupError when Strapi's list of the tables is not one that Strapi writes, or names a table that is missing */
function checkStoredSchemas(connection: Connection): void {
  const schemas = connection
    .prepare('SELECT schema FROM strapi_database_schema ORDER BY time DESC')
    .all()
    .map(({ schema }): unknown => JSON.parse(String(schema)));
  if (!schemas.every(isStoredSchema)) refuse('its list of tables is not one that Strapi writes');
  const tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const names = new Set(tables.map(({ name }) => name));
  const missing = schemas[0]?.tables.find(({ name }) => !names.has(name));
  if (missing) refuse(`its table ${missing.name} is missing`);
}

function refuse(reason: string): never {
  throw new BackupError(
    `The database in the backup is not one of this site: ${reason}. Nothing was changed.`,
  );
}

/**
 * Checks and reads the database of a backup.
 * @throws BackupError when the database is damaged, or is not one of this site
 */
export function readSnapshot(file: string): Snapshot {
  try {
    return withSqlite(file, LOCK_TIMEOUT_MS, (connection) => {
      // Also a function that is in the database's schema must not run.
      connection.prepare('PRAGMA trusted_schema = OFF').run();
      const foreign = findForeignObject(connection);
      if (foreign) refuse(`the ${foreign} does not belong in it`);
      const [result] = connection.prepare('PRAGMA integrity_check(1)').all();
      if (result?.integrity_check !== 'ok')
        throw new BackupError('The database in the backup is damaged. Nothing was changed.');
      if (!connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'website_name'").all().length)
        refuse('it has no website name');
      checkStoredSchemas(connection);
      return { pictureNames: readPictureNames(connection), version: readDataVersion(connection) };
    });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `The database in the backup is damaged (${printable(errorMessage(error))}). Nothing was changed.`,
    );
  }
}
