import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { BackupError } from './backupError';
import { type Connection, LOCK_TIMEOUT_MS, withSqlite } from './sqlite';

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
  return isRecord(value) && typeof value.version === 'string' ? value.version : undefined;
}

function readPictureNames(connection: Connection): string[] {
  const urls = connection
    .prepare(
      `SELECT url FROM files WHERE provider = 'local'
       UNION SELECT json_extract(format.value, '$.url') FROM files, json_each(files.formats) AS format
       WHERE provider = 'local'`,
    )
    .all();
  return urls.map(({ url }) => String(url).replace(/^.*\//, ''));
}

/**
 * Checks and reads the database of a backup.
 * @throws BackupError when the database is damaged, or is not one of this site
 */
export function readSnapshot(file: string): Snapshot {
  try {
    return withSqlite(file, LOCK_TIMEOUT_MS, (connection) => {
      const [result] = connection.prepare('PRAGMA integrity_check(1)').all();
      if (result?.integrity_check !== 'ok') throw new BackupError('The database in the backup is damaged.');
      if (!connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'website_name'").all().length)
        throw new BackupError('The database in the backup is not one of this site.');
      return { pictureNames: readPictureNames(connection), version: readDataVersion(connection) };
    });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The database in the backup is damaged (${errorMessage(error)}).`);
  }
}
