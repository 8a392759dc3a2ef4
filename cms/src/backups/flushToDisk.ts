import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Waits until a file's content, or a folder's list of names, is on the disk, so that it survives a power failure. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a folder and all files in it; after they are written, because that takes much less time than one by one. */
export async function flushFolderToDisk(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await flushToDisk(join(folder, entry.name));
  await flushToDisk(folder);
}
