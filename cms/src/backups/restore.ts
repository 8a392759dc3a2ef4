import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsFolder, databaseFile } from '../environment/settings';
import { unpack } from './archive';
import { BackupError, describeFailure, reasonOf } from './backupError';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';
import { copyPictures, listPictures, picturesFolder } from './copyData';
import type { DatabaseAdapter } from './databaseAdapter';
import { DATABASE, PICTURES, readVersion, timestampName, withTemporaryFolder } from './folders';
import { readPictureNames, sqliteAdapter } from './sqliteAdapter';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Whether the CMS runs on the configured database, or still on the SQLite file while the site moves to
 * Postgres: both use the same pictures.
 */
const isCmsRunning = async (database: DatabaseAdapter) =>
  (await database.isInUse()) || (await sqliteAdapter(databaseFile()).isInUse());

/**
 * Copies the present data, even if it is damaged, into a folder `…-replaced` among the backups.
 * @param database `undefined` when there is no database to copy
 * @returns the path of the folder
 */
async function copyPresentData(
  database: DatabaseAdapter | undefined,
  temporaryFolder: string,
): Promise<string> {
  const copy = join(temporaryFolder, 'replaced');
  await mkdir(copy);
  await copyPictures(picturesFolder(), join(copy, PICTURES));
  await database?.copyTo(copy);
  const folder = join(backupsFolder(), `${timestampName()}-replaced`);
  await rename(copy, folder);
  return folder;
}

/** Restores the pictures as they were before a failed restore, from a copy of them and their names. */
async function rollBackPictures(copy: string | undefined, names: string[]): Promise<void> {
  // A replaced picture has the same file name as before.
  if (copy) await copyPictures(join(copy, PICTURES), picturesFolder());
  for (const name of await listPictures(picturesFolder()))
    if (!names.includes(name)) await rm(join(picturesFolder(), name));
}

/**
 * Deletes pictures.
 * @returns the name and the reason for each picture that could not be deleted
 */
async function deletePictures(names: string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const name of names) {
    await rm(join(picturesFolder(), name), { force: true }).catch((error) =>
      failures.push(`${name} (${reasonOf(error)})`),
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
  const database = chooseDatabaseAdapter();
  const isFilled = await database.isFilled();
  const previousPictures = await listPictures(picturesFolder());
  const isEmpty = !isFilled && !previousPictures.length;
  if (!isEmpty && !replace) {
    const present = isFilled
      ? `is already a site in ${database.location}`
      : `are already pictures in ${picturesFolder()}`;
    throw new BackupError(
      `There ${present}. To replace ${isFilled ? 'it' : 'them'} with the backup, add the word "replace"; \
the present data is then kept among the backups.`,
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
    const version = await readVersion(unpacked);
    const expectedPictures = readPictureNames(join(temporaryFolder, DATABASE));
    const backupPictures = new Set(await listPictures(pictures));

    const copy = isEmpty
      ? undefined
      : await copyPresentData(isFilled ? database : undefined, temporaryFolder);
    try {
      await copyPictures(pictures, picturesFolder());
      await database.replace(join(temporaryFolder, DATABASE));
    } catch (error) {
      await rollBackPictures(copy, previousPictures).catch((rollBackError) => {
        const remains = copy
          ? `A copy of the previous data is in ${copy}.`
          : `Pictures of the backup remain in ${picturesFolder()}.`;
        throw new BackupError(
          `${describeFailure(error)}, and the previous pictures could not be restored (${reasonOf(rollBackError)}). \
The database is unchanged. ${remains}`,
        );
      });
      if (!copy) throw error;
      throw new BackupError(
        `${describeFailure(error)}; the previous data is unchanged, and a copy of it is in ${copy}.`,
      );
    }
    // Old pictures are deleted last, so that an interrupted restore loses nothing. The site is complete by
    // now, so a failure is reported with exit code 0: with another code, a script would treat the restore as
    // failed.
    const undeleted = await deletePictures(previousPictures.filter((name) => !backupPictures.has(name)));

    const missing = expectedPictures.filter((name) => !backupPictures.has(name));
    return [
      `Restored from ${backup}${version ? ` (created by version ${version})` : ''}: content, ${expectedPictures.length - missing.length} picture files, and the accounts with their passwords.`,
      ...(missing.length ? [`Missing in the backup: ${missing.join(', ')}.`] : []),
      ...(undeleted.length
        ? [`Pictures that are not in the backup and could not be deleted: ${undeleted.join(', ')}.`]
        : []),
      ...(copy && isFilled ? [`The previous data is kept in ${copy}.`] : []),
      ...(copy && !isFilled
        ? [
            `The previous pictures are kept in ${copy}, without a database: there was no site in ${database.location}.`,
          ]
        : []),
    ].join('\n');
  });
}
