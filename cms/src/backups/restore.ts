import { existsSync } from 'node:fs';
import { copyFile, lstat, readdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { storePendingLines } from '../auditLog/pendingLines';
import { isOlder } from '../environment/isOlder';
import { getBackupsFolder, getDatabaseFile, readProjectVersion, readTimeZone } from '../environment/settings';
import { unpack } from './archive';
import { ContentsCheck, DATABASE, PICTURES, printable } from './backupContents';
import { BackupError } from './backupError';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';
import { copyPictures, getPicturesFolder, listPictures } from './copyData';
import type { DatabaseAdapter } from './databaseAdapter';
import { tryToLockData } from './dataLock';
import { listEdits } from './edits';
import { endSignIns } from './endSignIns';
import { flushFolderToDisk, flushToDisk } from './flushToDisk';
import { createBackupName, listDailyBackups, readBackupVersion, withTemporaryFolder } from './folders';
import { askAboutPassedChanges } from './passedChanges';
import { readSnapshot } from './snapshot';
import { createSqliteAdapter } from './sqliteAdapter';
import {
  commitRestore,
  completeInterruptedRestore,
  completeRestore,
  deleteStaging,
  openStaging,
  type RestorePlan,
  type Staging,
} from './stagedRestore';
import { storeRestoreId } from './storeRestoreId';

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
async function copyCurrentData(database: DatabaseAdapter | undefined): Promise<string> {
  return withTemporaryFolder(async (temporaryFolder) => {
    // Pictures that have not changed since the newest backup become hard links.
    await copyPictures(getPicturesFolder(), join(temporaryFolder, PICTURES), (await listDailyBackups())[0]);
    await database?.copyTo(temporaryFolder);
    for (const folder of [join(temporaryFolder, PICTURES), temporaryFolder]) await flushFolderToDisk(folder);
    const folder = join(getBackupsFolder(), `${createBackupName()}-replaced`);
    await rename(temporaryFolder, folder);
    await flushToDisk(getBackupsFolder());
    return folder;
  });
}

/**
 * Checks the files of a backup that is a folder.
 * @throws BackupError when it has other content than a backup
 */
async function checkFolder(folder: string, name: string): Promise<void> {
  const check = new ContentsCheck(name);
  const addFile = async (path: string) => {
    const stats = await lstat(join(folder, path));
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    check.add({ path, kind, size: stats.size });
  };
  for (const path of await readdir(folder)) await addFile(path);
  check.end();
  const pictures = existsSync(join(folder, PICTURES)) ? await readdir(join(folder, PICTURES)) : [];
  for (const picture of pictures) await addFile(`${PICTURES}/${picture}`);
}

/**
 * Copies or unpacks a backup into the staging folders, after a check of its files.
 * @param name what messages call the backup
 * @returns the version of Scioto Table that created the backup, if it is known
 * @throws BackupError when it has other content than a backup
 */
async function stageBackup(backup: string, name: string, staging: Staging): Promise<string | undefined> {
  const stats = await stat(backup);
  if (stats.isFile()) {
    await unpack(backup, staging.folder, staging.picturesParent);
    return readBackupVersion(staging.folder);
  }
  if (!stats.isDirectory())
    throw new BackupError(`${backup} is neither a file nor a folder. Nothing was changed.`);
  await checkFolder(backup, name);
  await copyFile(join(backup, DATABASE), staging.database);
  // Pictures that are already in use become hard links.
  await copyPictures(join(backup, PICTURES), staging.pictures, join(getPicturesFolder(), '..'));
  return readBackupVersion(backup);
}

/**
 * Checks a staged backup.
 * @param name what messages call the backup
 * @param createdBy the version that created the backup, if it is known
 * @returns the names of its picture files, and of those that its records refer to
 * @throws BackupError when it is invalid, or its data is of a newer version
 */
async function checkStagedBackup(name: string, createdBy: string | undefined, staging: Staging) {
  const { pictureNames, version = createdBy } = readSnapshot(staging.database);
  const ownVersion = readProjectVersion();
  if (version && ownVersion && isOlder(ownVersion, version))
    throw new BackupError(
      `The data of ${name} is of version ${version}, and this is version ${ownVersion}: update to version ${version} \
or newer to restore it. Nothing was changed.`,
    );
  const pictures = await listPictures(staging.pictures);
  for (const picture of pictures) {
    const path = join(getPicturesFolder(), picture);
    if (existsSync(path) && !(await stat(path)).isFile())
      throw new BackupError(
        `${path} has the name of a picture in the backup, and is not a file: delete it. Nothing was changed.`,
      );
  }
  return { pictures, pictureNames };
}

/**
 * Restores the content, pictures and accounts of a backup: a file, or a folder as the daily backup creates
 * it. A process that ends while it restores leaves either the previous data or, after the next process has completed the
 * restore, that of the backup.
 * @param replace whether to replace an existing database and existing pictures; a copy of them is stored
 *   among the backups
 * @param name what messages call the backup
 * @returns the message for the operator
 * @throws BackupError before any change, when there is data and `replace` is false, the CMS is running, or
 *   the backup is invalid
 * @throws IncompleteRestoreError when the restore can't be completed yet
 */
export async function restore(backup: string, replace: boolean, name = backup): Promise<string> {
  const unlock = tryToLockData('exclusive');
  try {
    if (!existsSync(backup)) throw new BackupError(`There is no ${backup}.`);
    const target = await checkTarget(replace, unlock !== undefined);
    return await restoreLocked(backup, name, target);
  } finally {
    unlock?.();
  }
}

/** The database that a restore replaces, and what there is before it. */
interface Target {
  database: DatabaseAdapter;
  hasSite: boolean;
  isEmpty: boolean;
}

/**
 * Checks whether a backup may be restored now; first completes a restore that was interrupted.
 * @param replace whether existing data may be replaced
 * @param isLocked whether this process has the exclusive lock
 * @throws BackupError when there is data and `replace` is false, or when the data is in use
 */
async function checkTarget(replace: boolean, isLocked: boolean): Promise<Target> {
  const database = await chooseDatabaseAdapter();
  if (isLocked) await completeInterruptedRestore(console.log);
  const hasSite = await database.hasSite();
  const isEmpty = !hasSite && !(await listPictures(getPicturesFolder())).length;
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
  if (!isLocked)
    throw new BackupError(
      'The CMS is starting, or a backup or another restore is running: run this again later.',
    );
  return { database, hasSite, isEmpty };
}

/**
 * Checks whether `restore` would restore a backup now, before the backup is fetched.
 * @throws BackupError when it would not
 */
export async function checkRestoreTarget(replace: boolean): Promise<void> {
  const unlock = tryToLockData('exclusive');
  try {
    await checkTarget(replace, unlock !== undefined);
  } finally {
    unlock?.();
  }
}

/** Restores a backup while this process has the exclusive lock. */
async function restoreLocked(backup: string, name: string, target: Target): Promise<string> {
  const { plan, report } = await stageRestore(backup, name, target);
  const undeleted = await completeRestore(plan, target.database);
  if (undeleted.length)
    report.push(`Pictures that are not in the backup and could not be deleted: ${undeleted.join(', ')}.`);
  return report.join('\n');
}

/**
 * Stages a restore. Until its plan is written, an error or the end of the process leaves the site as it was; a copy of its data may
 * stay among the backups.
 */
async function stageRestore(
  backup: string,
  name: string,
  { database, hasSite, isEmpty }: Target,
): Promise<{ plan: RestorePlan; report: string[] }> {
  try {
    const staging = await openStaging();
    const createdBy = await stageBackup(backup, name, staging);
    const { pictures, pictureNames } = await checkStagedBackup(name, createdBy, staging);
    const { hasLinks, invited } = endSignIns(staging.database);
    const passedChanges = askAboutPassedChanges(staging.database, Date.now(), readTimeZone());
    const hasStatements = storeRestoreId(staging.database);
    await database.checkReplace(staging.database);
    const copy = isEmpty ? undefined : await copyCurrentData(hasSite ? database : undefined);

    const missing = pictureNames.filter((picture) => !pictures.includes(picture));
    const report = [
      `Restored from ${name}${createdBy ? ` (created by version ${createdBy})` : ''}: content, ${pictureNames.length - missing.length} picture files, and the accounts with their passwords.`,
      'Everyone has to sign in again. The password links and API tokens of the backup have ended.',
    ];
    if (hasLinks) report.push('The next start prints a link for each account without a password.');
    if (invited.length)
      report.push(`Delete these accounts, which were invited, and invite them again: ${invited.join(', ')}.`);
    if (passedChanges)
      report.push(
        `Scheduled changes whose time has passed: ${passedChanges}. None of them is made; the owner's first screen lists them.`,
      );
    if (hasStatements)
      report.push(
        'What is stated about allergens and diets is shown again when the owner has confirmed it on the screen “Menu”, and published it.',
      );
    if (missing.length) report.push(`Missing in the backup: ${missing.join(', ')}.`);
    if (copy && hasSite) {
      report.push(`The previous data is kept in ${copy}.`);
      report.push(...listEdits(join(copy, DATABASE), staging.database));
    } else if (copy)
      report.push(
        `The previous pictures are kept in ${copy}, without a database: there was no site in ${database.location}.`,
      );

    const replaced = copy && hasSite ? join(copy, DATABASE) : undefined;
    if (!storePendingLines(staging.database, replaced, `restored ${printable(basename(name))}`))
      report.push(
        'The audit log of the previous data could not be read: it begins anew with that of the backup.',
      );

    const plan = { backup: name, copy, database: database.name, pictures };
    await commitRestore(staging, plan);
    return { plan, report };
  } catch (error) {
    // If this fails too, the next process that uses the data deletes the folders.
    await deleteStaging().catch(() => undefined);
    throw error;
  }
}
