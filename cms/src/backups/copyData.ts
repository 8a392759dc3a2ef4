import type { Stats } from 'node:fs';
import { constants, copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePublicFolder } from '../environment/settings';
import { DATABASE, isPictureName, PICTURES } from './backupContents';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';
import { writeBackupVersion } from './folders';

/** Returns the media library's folder of picture files. */
export const getPicturesFolder = () => join(ensurePublicFolder(), PICTURES);

/** Lists the names of the picture files in a folder of pictures, and no others; none when the folder doesn't exist. */
export async function listPictures(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
  return entries.filter((entry) => entry.isFile() && isPictureName(entry.name)).map(({ name }) => name);
}

/**
 * Copies new and changed pictures from one folder to another; deletes none.
 * @param previous a backup whose identical pictures are hard-linked instead of copied again
 */
export async function copyPictures(from: string, to: string, previous?: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const temporaryFile = join(to, '.tmp');
  try {
    for (const name of await listPictures(from)) {
      const [source, target] = [join(from, name), join(to, name)];
      const sourceStats = await statIfExists(source);
      // The picture may have been deleted since the folder was listed.
      if (!sourceStats || isUnchanged(sourceStats, await statIfExists(target))) continue;
      await rm(temporaryFile, { force: true });
      const previousFile = previous && join(previous, PICTURES, name);
      const isLinked =
        previousFile &&
        isUnchanged(sourceStats, await statIfExists(previousFile)) &&
        (await tryToLink(previousFile, temporaryFile));
      if (!isLinked) {
        await copyFile(source, temporaryFile, constants.COPYFILE_FICLONE);
        await utimes(temporaryFile, sourceStats.mtime, sourceStats.mtime);
      }
      await rename(temporaryFile, target);
    }
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

/**
 * Copies a snapshot of the database, all pictures and the version into a new folder.
 * @param previous a backup whose identical pictures are hard-linked instead of copied again
 */
export async function copyData(folder: string, previous?: string): Promise<void> {
  const pictures = join(folder, PICTURES);
  await copyPictures(getPicturesFolder(), pictures, previous);
  const database = await chooseDatabaseAdapter();
  await database.snapshot(join(folder, DATABASE));
  // Again, because the snapshot may refer to pictures that were added during the first copy.
  await copyPictures(getPicturesFolder(), pictures, previous);
  await writeBackupVersion(folder);
}

const statIfExists = (file: string) => stat(file).catch(ifMissing(undefined));

const isUnchanged = (one: Stats, other: Stats | undefined) =>
  one.size === other?.size && one.mtime.getTime() === other.mtime.getTime();

/** Resolves to whether the hard link was created: some file systems don't support hard links. */
const tryToLink = (file: string, name: string) =>
  link(file, name).then(
    () => true,
    () => false,
  );

/** Returns an error handler that replaces a missing file or folder by a default value. */
function ifMissing<Value>(defaultValue: Value) {
  return (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return defaultValue;
    throw error;
  };
}
