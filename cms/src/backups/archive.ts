import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { errorMessage } from '../shared/errorMessage';
import { BackupError } from './backupError';
import { flushToDisk } from './flushToDisk';
import { DATABASE, PICTURES, VERSION_FILE } from './folders';

const PICTURE_PATH = new RegExp(`^(\\./)?${PICTURES}/[^/]+$`);
const OTHER_PATH = new RegExp(`^(\\./)?(${DATABASE}|${VERSION_FILE})$`);

/**
 * Packs a copy of the data into a `.tar.gz` file. Written to a temporary file and renamed, so that the backup
 * is never partial.
 */
export async function pack(folder: string, file: string): Promise<void> {
  const temporaryFile = `${file}.tmp`;
  try {
    // Pictures are already compressed, so a higher level would take longer without saving space.
    create(
      { sync: true, cwd: folder, file: temporaryFile, gzip: { level: 1 }, portable: true, mode: 0o600 },
      [DATABASE, PICTURES, VERSION_FILE],
    );
    await flushToDisk(temporaryFile);
    await rename(temporaryFile, file);
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  }
}

/**
 * Unpacks the files that `pack` packs; ignores all others.
 * @param folder for the database and the version
 * @param picturesParent for the folder of the pictures, which may be in another file system
 * @throws BackupError when the file is damaged or is not a backup
 */
export async function unpack(file: string, folder: string, picturesParent: string): Promise<void> {
  for (const [cwd, pattern] of [
    [folder, OTHER_PATH],
    [picturesParent, PICTURE_PATH],
  ] as const) {
    try {
      // Synchronous, so that no write continues after an error.
      extract({
        sync: true,
        cwd,
        file,
        strict: true,
        filter: (path, entry) => pattern.test(path) && 'type' in entry && entry.type === 'File',
      });
    } catch (error) {
      // A system error, such as a full disk, is not a damaged backup.
      if (error instanceof Error && 'syscall' in error) throw error;
      throw new BackupError(
        `${file} is damaged, or is not a backup (${errorMessage(error)}). Nothing was changed.`,
      );
    }
  }
  if (!(await stat(join(folder, DATABASE)).catch(() => undefined)))
    throw new BackupError(`${file} is not a backup of this site. Nothing was changed.`);
}
