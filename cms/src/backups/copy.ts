import type { Stats } from 'node:fs';
import { constants, copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { publicFolder } from '../environment/settings';
import { databaseAdapter } from './databaseAdapter';
import { DATABASE, PICTURES, writeVersion } from './folders';

/** Where the media library keeps its pictures. */
export const picturesFolder = () => join(publicFolder(), PICTURES);

/** The names of the files in a folder of pictures; none when there is no folder. */
export async function listPictures(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/**
 * Brings a folder of pictures up to what another one holds; what it has besides stays.
 * @param previous a backup whose pictures are linked, not copied once more, where they are the same
 */
export async function copyPictures(from: string, to: string, previous?: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const draft = join(to, '.draft');
  try {
    for (const name of await listPictures(from)) {
      const [source, file] = [join(from, name), join(to, name)];
      const wanted = await statOf(source);
      // Deleted since the folder was read.
      if (!wanted || isSame(wanted, await statOf(file))) continue;
      await rm(draft, { force: true });
      const older = previous && join(previous, PICTURES, name);
      if (!(older && isSame(wanted, await statOf(older)) && (await tryToLink(older, draft)))) {
        await copyFile(source, draft, constants.COPYFILE_FICLONE);
        await utimes(draft, wanted.mtime, wanted.mtime);
      }
      await rename(draft, file);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Copies the CMS's words as they are at one moment, and all pictures they show, into a new folder, and notes the version. */
export async function copyData(folder: string, previous?: string): Promise<void> {
  const pictures = join(folder, PICTURES);
  await copyPictures(picturesFolder(), pictures, previous);
  await databaseAdapter().snapshot(join(folder, DATABASE));
  // Those that were added while the others were copied, and may be shown by now.
  await copyPictures(picturesFolder(), pictures, previous);
  await writeVersion(folder);
}

const statOf = (file: string) => stat(file).catch(ifMissing(undefined));

const isSame = (one: Stats, other: Stats | undefined) =>
  one.size === other?.size && one.mtime.getTime() === other.mtime.getTime();

/** Not every file system knows links. */
const tryToLink = (file: string, name: string) =>
  link(file, name).then(
    () => true,
    () => false,
  );

function ifMissing<Value>(value: Value) {
  return (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
