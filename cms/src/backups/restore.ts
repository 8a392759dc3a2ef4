import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsFolder, databaseFile } from '../environment/settings';
import { unpack } from './archive';
import { BackupError, describeFailure, reasonOf } from './backupError';
import { copyPictures, listPictures, picturesFolder } from './copy';
import { type DatabaseAdapter, databaseAdapter } from './databaseAdapter';
import { DATABASE, PICTURES, readVersion, timeName, withTemporaryFolder } from './folders';
import { readPictureNames, sqliteAdapter } from './sqlite';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Another database than the one of the settings may be moved from: pictures belong to both. */
const isCmsRunning = async (database: DatabaseAdapter) =>
  (await database.isInUse()) || (await sqliteAdapter(databaseFile()).isInUse());

/** Puts a copy of the present data, as it is and be it damaged, into a folder among the backups. */
async function setAside(database: DatabaseAdapter | undefined, draft: string): Promise<string> {
  const made = join(draft, 'replaced');
  await mkdir(made);
  await copyPictures(picturesFolder(), join(made, PICTURES));
  await database?.setAside(made);
  const folder = join(backupsFolder(), `${timeName()}-replaced`);
  await rename(made, folder);
  return folder;
}

/** Undoes what a restore has done to the pictures, given a copy of them and their names. */
async function putPicturesBack(copy: string | undefined, names: string[]): Promise<void> {
  // A photograph that was replaced has kept its name.
  if (copy) await copyPictures(join(copy, PICTURES), picturesFolder());
  for (const name of await listPictures(picturesFolder()))
    if (!names.includes(name)) await rm(join(picturesFolder(), name));
}

/** Deletes pictures, and tells of each that could not be deleted why. */
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
 * Brings back the words, pictures and accounts of a backup: of a file, or of a folder as the daily backup makes them.
 * @param replace whether to go on where there is a database or a picture already, of which a copy is then kept
 * @returns what to tell the reader
 * @throws Refusal before anything is changed, when that is not asked for, or the CMS is running, or the backup is unusable
 * @throws Refusal that says what is as it was and where the copy is, when it fails later
 */
export async function restore(backup: string, replace: boolean): Promise<string> {
  const isFolder = (await stat(backup).catch(() => undefined))?.isDirectory();
  if (isFolder === undefined) throw new BackupError(`There is no ${backup}.`);
  const database = databaseAdapter();
  const isFilled = await database.isFilled();
  const picturesBefore = await listPictures(picturesFolder());
  const isEmpty = !isFilled && !picturesBefore.length;
  if (!isEmpty && !replace) {
    const there = isFilled ? `is a site in ${database.place}` : `are pictures in ${picturesFolder()}`;
    throw new BackupError(
      `There ${there} already. To put the backup in ${isFilled ? 'its' : 'their'} place, add the word "replace"; \
what is there now is kept among the backups.`,
    );
  }
  if (await isCmsRunning(database)) throw new BackupError('The CMS is running: stop it, and run this again.');

  return withTemporaryFolder(async (draft) => {
    if (isFolder) {
      const file = join(backup, DATABASE);
      if (!(await exists(file))) throw new BackupError(`${backup} is no backup of this site.`);
      await copyFile(file, join(draft, DATABASE));
    } else await unpack(backup, draft);
    const unpacked = isFolder ? backup : draft;
    const pictures = join(unpacked, PICTURES);
    const version = await readVersion(unpacked);
    const wanted = readPictureNames(join(draft, DATABASE));
    const present = new Set(await listPictures(pictures));

    const aside = isEmpty ? undefined : await setAside(isFilled ? database : undefined, draft);
    try {
      await copyPictures(pictures, picturesFolder());
      await database.replace(join(draft, DATABASE));
    } catch (error) {
      await putPicturesBack(aside, picturesBefore).catch((second) => {
        const rest = aside
          ? `A copy of what was there is in ${aside}.`
          : `Pictures of the backup are left in ${picturesFolder()}.`;
        throw new BackupError(
          `${describeFailure(error)}, and the pictures could not be put back (${reasonOf(second)}). \
The database is as it was. ${rest}`,
        );
      });
      if (!aside) throw error;
      throw new BackupError(
        `${describeFailure(error)}; what was there is as it was, and a copy of it is in ${aside}.`,
      );
    }
    // Last, so that a restore that is cut short has taken nothing away. The site is complete and works by now, so failures
    // are told and the exit code stays 0: another one would have a script take the restore for undone.
    const undeleted = await deletePictures(picturesBefore.filter((name) => !present.has(name)));

    const missing = wanted.filter((name) => !present.has(name));
    return [
      `Brought back from ${backup}${version ? ` (made by version ${version})` : ''}: words, ${wanted.length - missing.length} picture files, and the accounts with their passwords.`,
      ...(missing.length ? [`Missing in the backup: ${missing.join(', ')}.`] : []),
      ...(undeleted.length
        ? [`Pictures that are not in the backup and could not be deleted: ${undeleted.join(', ')}.`]
        : []),
      ...(aside && isFilled ? [`What was here before is kept in ${aside}.`] : []),
      ...(aside && !isFilled
        ? [
            `The pictures that were here before are kept in ${aside}, without a database: there was no site in ${database.place}.`,
          ]
        : []),
    ].join('\n');
  });
}
