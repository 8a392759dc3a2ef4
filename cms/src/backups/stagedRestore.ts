import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFolder } from '../environment/settings';
import { DATABASE, PICTURES } from './backupContents';
import { BackupError, describeFailure, getMessageOrStack } from './backupError';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';
import { getPicturesFolder, listPictures } from './copyData';
import type { DatabaseAdapter } from './databaseAdapter';
import { tryToLockData } from './dataLock';
import { flushFolderToDisk, flushToDisk } from './flushToDisk';

// A restore first stages everything beside its final place, in a folder of this name, so that it only needs to be renamed.
// The pictures and the database have a folder each, because they are in different file systems in containers.
const STAGING = '.restore';

/** What a restore has staged. It is written last: as long as the file exists, the restore has to be completed. */
export interface RestorePlan {
  /** What messages call the backup, such as its path. */
  backup: string;
  /** The folder with a copy of the previous data. */
  copy?: string | undefined;
  /** The name of the database to replace. */
  database: string;
  /** The file names of all pictures in the backup. */
  pictures: string[];
}

/** The error of a restore that is staged and could not be completed yet; the next attempt may succeed. */
export class IncompleteRestoreError extends BackupError {}

const getPlanFile = () => join(ensurePrivateFolder(), 'restore.json');

/** Where a restore stages a backup. */
export interface Staging {
  /** The folder of the database. */
  folder: string;
  database: string;
  /** The folder of the folder of the pictures. */
  picturesParent: string;
  pictures: string;
}

function getStaging(): Staging {
  const folder = join(ensurePrivateFolder(), STAGING);
  const picturesParent = join(getPicturesFolder(), STAGING);
  return {
    folder,
    database: join(folder, DATABASE),
    picturesParent,
    pictures: join(picturesParent, PICTURES),
  };
}

function getStagingFolders(): string[] {
  const { folder, picturesParent } = getStaging();
  return [folder, picturesParent];
}

/** Deletes everything that is staged. */
export async function deleteStaging(): Promise<void> {
  for (const folder of getStagingFolders()) await rm(folder, { recursive: true, force: true });
}

async function readPlan(): Promise<RestorePlan | undefined> {
  return existsSync(getPlanFile()) ? JSON.parse(await readFile(getPlanFile(), 'utf8')) : undefined;
}

/** Creates the folders in which a restore stages a backup; before `commitRestore`, nothing else changes. */
export async function openStaging(): Promise<Staging> {
  const staging = getStaging();
  await mkdir(staging.folder, { mode: 0o700 });
  await mkdir(staging.pictures, { recursive: true });
  return staging;
}

/** Writes the plan of what is staged: from now on the restore is completed, even if this process ends. */
export async function commitRestore(staging: Staging, plan: RestorePlan): Promise<void> {
  const temporaryFile = join(staging.folder, 'plan.json');
  await writeFile(temporaryFile, JSON.stringify(plan));
  for (const folder of [staging.folder, staging.pictures]) await flushFolderToDisk(folder);
  for (const folder of [staging.picturesParent, getPicturesFolder(), ensurePrivateFolder()])
    await flushToDisk(folder);
  await rename(temporaryFile, getPlanFile());
}

/**
 * Completes a staged restore. Each step can be repeated, because a process may end at any of them.
 * @returns the name and the reason for each previous picture that could not be deleted
 * @throws IncompleteRestoreError when a step fails, for example on a full disk
 */
export async function completeRestore(plan: RestorePlan, database: DatabaseAdapter): Promise<string[]> {
  const staging = getStaging();
  try {
    await flushToDisk(ensurePrivateFolder());
    if (existsSync(staging.database)) await database.replace(staging.database);
    for (const name of await listPictures(staging.pictures))
      await rename(join(staging.pictures, name), join(getPicturesFolder(), name));
    await flushToDisk(getPicturesFolder());
    // Last, so that the running site keeps the pictures of its cached pages for as long as possible.
    const surplus = (await listPictures(getPicturesFolder())).filter((name) => !plan.pictures.includes(name));
    const undeleted = await deletePictures(surplus);
    await deleteStaging();
    await rm(getPlanFile());
    return undeleted;
  } catch (error) {
    throw new IncompleteRestoreError(
      `${describeFailure(error)}; the restore of ${plan.backup} is not complete yet: the next start of the CMS, or this \
command the next time, completes it.`,
    );
  }
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
 * Completes the restore of a process that ended after staging it, or deletes what is left of one that ended before. The
 * caller has the exclusive lock.
 * @param log receives a message when a restore was completed
 * @throws BackupError when the restore was into another database
 * @throws IncompleteRestoreError when a step fails
 */
export async function completeInterruptedRestore(log: (message: string) => void): Promise<void> {
  const plan = await readPlan();
  if (!plan) return deleteStaging();
  const database = await chooseDatabaseAdapter();
  if (plan.database !== database.name)
    throw new BackupError(
      `The restore of ${plan.backup} into ${plan.database} was interrupted: set DATABASE_URL as it was then, so that \
it can be completed. If that database is lost, delete ${getPlanFile()} and restore a backup.`,
    );
  await completeRestore(plan, database);
  const copy = plan.copy ? ` The previous data is kept in ${plan.copy}.` : '';
  log(`Completed the restore of ${plan.backup}, which had been interrupted.${copy}`);
}

const isRestoreInterrupted = (): boolean => [getPlanFile(), ...getStagingFolders()].some(existsSync);

/**
 * Locks the data against restores until the process ends, and first completes a restore that was interrupted.
 * @param log receives a message when a restore was completed
 * @returns whether the data is locked; `false` while a restore runs
 * @throws BackupError when the interrupted restore was into another database
 * @throws IncompleteRestoreError when the interrupted restore could not be completed
 */
export async function completeRestoreAndLock(log: (message: string) => void): Promise<boolean> {
  for (;;) {
    const unlock = tryToLockData('shared');
    if (!unlock) return false;
    if (!isRestoreInterrupted()) return true;
    unlock();
    const unlockExclusive = tryToLockData('exclusive');
    if (!unlockExclusive) return false;
    try {
      await completeInterruptedRestore(log);
    } finally {
      unlockExclusive();
    }
  }
}
