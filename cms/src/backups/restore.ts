import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getBackupsFolder, getDatabaseFile } from '../environment/settings';
import { unpack } from './archive';
import { BackupError, describeFailure, getMessageOrStack } from './backupError';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';
import { copyPictures, getPicturesFolder, listPictures } from './copyData';
import type { DatabaseAdapter } from './databaseAdapter';
import { createBackupName, DATABASE, PICTURES, readBackupVersion, withTemporaryFolder } from './folders';
import { createSqliteAdapter, readPictureNames } from './sqliteAdapter';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Whether a CMS uses the configured database or, while the site moves to Postgres, still the SQLite file: it
 * would use the same pictures.
 */
const isCmsRunning = async (database: DatabaseAdapter) =>
  (await database.isInUse()) || (await createSqliteAdapter(getDatabaseFile()).isInUse());

/**
 * Copies the current data, even if it is damaged, into a folder `…-replaced` among the backups.
 * @param database `undefined` when there is no database to copy
 * @returns the path of the folder
 */
async function copyCurrentData(
  database: DatabaseAdapter | undefined,
  temporaryFolder: string,
): Promise<string> {
  const copy = join(temporaryFolder, 'replaced');
  await mkdir(copy);
  await copyPictures(getPicturesFolder(), join(copy, PICTURES));
  await database?.copyTo(copy);
  const folder = join(getBackupsFolder(), `${createBackupName()}-replaced`);
  await rename(copy, folder);
  return folder;
}

/**
 * Undoes what a failed restore has changed in the pictures.
 * @param copy the copy of the previous pictures; `undefined` when there were none
 * @param names the file names of the previous pictures
 */
async function rollBackPictures(copy: string | undefined, names: string[]): Promise<void> {
  // The restore may have replaced pictures by others with the same file name.
  if (copy) await copyPictures(join(copy, PICTURES), getPicturesFolder());
  for (const name of await listPictures(getPicturesFolder()))
    if (!names.includes(name)) await rm(join(getPicturesFolder(), name));
}

/**
 * Deletes pictures.
 * @returns the name and the reason for each picture that could not be deleted
 */
async function deletePictures(names: string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const name of names) {
    await rm(join(getPicturesFolder(), name), { force: true }).catch((error) =>
      failures.push(`${name} (${getMessageOrStack(error)})`),
    );
  }
  return failures;
}

/**
 * Restores the content, pictures and accounts of a backup: a file, or a folder as the daily backup creates
 * it.
 * @param replace whether to replace an existing database and existing pictures; a copy of them is stored
 *   among the backups
 * @returns the message for the operator
 * @throws BackupError before any change, when there is data and `replace` is false, the CMS is running, or
 *   the backup is invalid
 * @throws BackupError that names what is unchanged and where the copy is, when the restore fails later
 */
export async function restore(backup: string, replace: boolean): Promise<string> {
  const isFolder = (await stat(backup).catch(() => undefined))?.isDirectory();
  if (isFolder === undefined) throw new BackupError(`There is no ${backup}.`);
  const database = await chooseDatabaseAdapter();
  const hasSite = await database.hasSite();
  const previousPictures = await listPictures(getPicturesFolder());
  const isEmpty = !hasSite && !previousPictures.length;
  if (!isEmpty && !replace) {
    const existingData = hasSite
      ? `is already a site in ${database.location}`
      : `are already pictures in ${getPicturesFolder()}`;
    throw new BackupError(
      `There ${existingData}. To replace ${hasSite ? 'it' : 'them'} with the backup, add the word "replace"; \
the current data is then kept among the backups.`,
    );
  }
  if (await isCmsRunning(database)) throw new BackupError('The CMS is running: stop it, and run this again.');

  return withTemporaryFolder(async (temporaryFolder) => {
    if (isFolder) {
      const file = join(backup, DATABASE);
      if (!(await exists(file))) throw new BackupError(`${backup} is not a backup of this site.`);
      await copyFile(file, join(temporaryFolder, DATABASE));
    } else await unpack(backup, temporaryFolder);
    const unpacked = isFolder ? backup : temporaryFolder;
    const pictures = join(unpacked, PICTURES);
    const version = await readBackupVersion(unpacked);
    const expectedPictures = readPictureNames(join(temporaryFolder, DATABASE));
    const backupPictures = new Set(await listPictures(pictures));

    const copy = isEmpty ? undefined : await copyCurrentData(hasSite ? database : undefined, temporaryFolder);
    try {
      await copyPictures(pictures, getPicturesFolder());
      await database.replace(join(temporaryFolder, DATABASE));
    } catch (error) {
      await rollBackPictures(copy, previousPictures).catch((rollBackError) => {
        const remains = copy
          ? `A copy of the previous data is in ${copy}.`
          : `Pictures of the backup remain in ${getPicturesFolder()}.`;
        throw new BackupError(
          `${describeFailure(error)}, and the previous pictures could not be restored (${getMessageOrStack(rollBackError)}). \
The database is unchanged. ${remains}`,
        );
      });
      if (!copy) throw error;
      throw new BackupError(
        `${describeFailure(error)}; the previous data is unchanged, and a copy of it is in ${copy}.`,
      );
    }
    // Previous pictures are deleted last, so that an interrupted restore loses nothing. The restore is complete
    // by now, so a failure to delete one is reported in the message and not as a failed command.
    const undeleted = await deletePictures(previousPictures.filter((name) => !backupPictures.has(name)));

    const missing = expectedPictures.filter((name) => !backupPictures.has(name));
    return [
      `Restored from ${backup}${version ? ` (created by version ${version})` : ''}: content, ${expectedPictures.length - missing.length} picture files, and the accounts with their passwords.`,
      ...(missing.length ? [`Missing in the backup: ${missing.join(', ')}.`] : []),
      ...(undeleted.length
        ? [`Pictures that are not in the backup and could not be deleted: ${undeleted.join(', ')}.`]
        : []),
      ...(copy && hasSite ? [`The previous data is kept in ${copy}.`] : []),
      ...(copy && !hasSite
        ? [
            `The previous pictures are kept in ${copy}, without a database: there was no site in ${database.location}.`,
          ]
        : []),
    ].join('\n');
  });
}
