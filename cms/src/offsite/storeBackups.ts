import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BackupError } from '../backups/backupError';
import { isNameInFuture, listDailyBackups } from '../backups/folders';
import { getAge } from '../environment/clock';
import { type OffsiteStatus, writeOffsiteStatus } from './offsiteStatus';
import { type Restic, ResticError, type ResticSnapshot } from './restic';

const DAY_MS = 24 * 60 * 60 * 1000;
const CHECK_INTERVAL_MS = 30 * DAY_MS;
/** A check reads everything, which some stores charge for, so a failed one isn't repeated at once. */
const FAILED_CHECK_INTERVAL_MS = DAY_MS;

/** Whether the monthly check is due; an empty repository needs none. */
export function isCheckDue({ backupTime, check }: OffsiteStatus): boolean {
  if (backupTime === undefined) return false;
  if (!check) return true;
  const age = getAge(check.time);
  return age === undefined || age >= (check.failure ? FAILED_CHECK_INTERVAL_MS : CHECK_INTERVAL_MS);
}

/** Returns the time of the newest backup, without those of a clock that was ahead. */
const findNewestTime = (snapshots: ResticSnapshot[]) =>
  snapshots.find(({ name }) => !isNameInFuture(name))?.time;

/** What restic says, among other things, when there is no repository. */
const MISSING = /unable to open config file|repository does not exist/i;

/** Opens the repository, and creates it when it was never opened before and there is none. */
async function openRepository(restic: Restic, status: OffsiteStatus): Promise<void> {
  try {
    status.id = await restic.readId();
  } catch (error) {
    // A repository that was opened before may be on a disk that is not mounted: a new one would fill the folder under it.
    if (status.id || !(error instanceof ResticError && MISSING.test(error.message))) throw error;
    // Fails where there is a repository that can't be read.
    await restic.createRepository();
    status.id = await restic.readId();
  }
}

/**
 * Stores every daily backup that the repository doesn't have, the oldest first, deletes old ones there, and makes the monthly
 * check. Updates the status.
 * @param log receives a message for each stored backup and for the check
 * @throws BackupError when the operator can repair the reason
 */
export async function storeBackups(
  restic: Restic,
  status: OffsiteStatus,
  log: (message: string) => void,
): Promise<void> {
  await openRepository(restic, status);
  await restic.removeStaleLocks();
  const stored = await restic.listSnapshots();
  status.backupTime = findNewestTime(stored);
  // A later backup of the same day is kept instead of an earlier one.
  const isStored = (name: string) =>
    stored.some((snapshot) => snapshot.name.slice(0, 10) === name.slice(0, 10) && snapshot.name >= name);
  const pending = (await listDailyBackups()).filter((folder) => !isStored(basename(folder))).reverse();
  for (const folder of pending) {
    const name = basename(folder);
    // The CMS deletes the oldest daily backup when it creates one.
    if (!(await stat(folder).catch(() => undefined))) continue;
    const startedAt = Date.now();
    await restic.storeBackup(folder, name);
    log(`Stored the backup ${name} off-site in ${Math.ceil((Date.now() - startedAt) / 1000)} s.`);
  }
  if (pending.length) {
    const snapshots = await restic.listSnapshots();
    await restic.deleteOldBackups(snapshots);
    status.backupTime = findNewestTime(snapshots);
  }
  await writeOffsiteStatus(status);
  if (!isCheckDue(status)) return;
  const time = Date.now();
  try {
    await restic.check();
    status.check = { time };
    log('Checked all data of the off-site backups: no errors.');
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    // New backups are still stored, so this is not a failure of the backup.
    status.check = { time, failure: error.message };
    log(`The monthly check of the off-site backups failed: ${error.message}. It is repeated in a day.`);
  }
}
