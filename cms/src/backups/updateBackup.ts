import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { getBackupsFolder } from '../environment/settings';
import { PICTURES } from './backupContents';
import { copyData } from './copyData';
import { flushFolderToDisk, flushToDisk } from './flushToDisk';
import { listDailyBackups, withTemporaryFolder, writeBackupVersion } from './folders';

/** Returns a name that no backup has: an update that a restore has undone may have left one. */
function chooseName(name: string, number = 1): string {
  const candidate = number === 1 ? name : `${name}-${number}`;
  return existsSync(join(getBackupsFolder(), candidate)) ? chooseName(name, number + 1) : candidate;
}

/**
 * Makes a backup of the data before an update. Pictures that have not changed since the newest daily backup become
 * hard links.
 * @param from the version of the data
 * @param to the version that will change it
 * @returns the name of the backup's folder among the backups
 */
export const createUpdateBackup = (from: string, to: string): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    await copyData(folder, (await listDailyBackups())[0]);
    await writeBackupVersion(folder, from);
    for (const part of [join(folder, PICTURES), folder]) await flushFolderToDisk(part);
    const name = chooseName(`before-${to}`);
    await rename(folder, join(getBackupsFolder(), name));
    // The database will refer to this name, so the name must not get lost in a power failure.
    await flushToDisk(getBackupsFolder());
    return name;
  });
