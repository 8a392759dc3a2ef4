import { type Connection, withSqlite } from '../environment/sqlite';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { findSchemaProblem, listPictureFiles, readStored } from '../strapi/databaseFile';
import { findForeignObject } from '../strapi/databaseObjects';
import { isPictureName, printable } from './backupContents';
import { BackupError } from './backupError';
import { isVersion } from './folders';

/** What a restore needs to know about the database of a backup. */
export interface Snapshot {
  /** The names of the picture files that its records refer to. */
  pictureNames: string[];
  /** The newest version of Scioto Table that has used the data; `undefined` for versions 1.0. */
  version: string | undefined;
}

function readDataVersion(connection: Connection): string | undefined {
  const value = readStored(connection, 'scioto_table_version');
  return isRecord(value) && isVersion(value.version) ? value.version : undefined;
}

/**
 * Reads the names of the picture files. Strapi replaces and deletes the files that the records name.
 * @throws BackupError when one is no name of a picture
 */
const readPictureNames = (connection: Connection): string[] =>
  listPictureFiles(connection).map(({ url, name }) => {
    if (typeof name !== 'string' || !isPictureName(name) || url !== `/uploads/${name}`)
      refuse(`its media library names a picture ${printable(String(url))}`);
    return name;
  });

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
    return withSqlite(file, (connection) => {
      // Also a function that is in the database's schema must not run.
      connection.prepare('PRAGMA trusted_schema = OFF').run();
      const foreign = findForeignObject(connection);
      if (foreign) refuse(`the ${printable(foreign)} does not belong in it`);
      const [result] = connection.prepare('PRAGMA integrity_check(1)').all();
      if (result?.integrity_check !== 'ok')
        throw new BackupError('The database in the backup is damaged. Nothing was changed.');
      if (!connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'website_name'").all().length)
        refuse('it has no website name');
      const problem = findSchemaProblem(connection);
      if (problem) refuse(problem);
      return { pictureNames: readPictureNames(connection), version: readDataVersion(connection) };
    });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `The database in the backup is damaged (${printable(errorMessage(error))}). Nothing was changed.`,
    );
  }
}
