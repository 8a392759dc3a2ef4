import { open, rename, rm, stat } from 'node:fs/promises';
import { create, extract } from 'tar';
import { BackupError } from './backupError';
import { DATABASE, PICTURES, VERSION_FILE } from './folders';

const WANTED = new RegExp(`^(\\./)?(${DATABASE}|${VERSION_FILE}|${PICTURES}/[^/]+)$`);

/** Packs a copy of the data into one file, which has its name only once it is whole. */
export async function pack(folder: string, file: string): Promise<void> {
  const draft = `${file}.draft`;
  try {
    // Pictures are as small as they get: more effort would only take time.
    create({ sync: true, cwd: folder, file: draft, gzip: { level: 1 }, portable: true, mode: 0o600 }, [
      DATABASE,
      PICTURES,
      VERSION_FILE,
    ]);
    const handle = await open(draft);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Unpacks what `pack` has packed, and nothing else that may be in the file.
 * @throws Refusal when the file is damaged or something else
 */
export async function unpack(file: string, folder: string): Promise<void> {
  try {
    // In one go: after an error nothing is on its way to the disk any more.
    extract({
      sync: true,
      cwd: folder,
      file,
      strict: true,
      filter: (path, entry) => WANTED.test(path) && 'type' in entry && entry.type === 'File',
    });
  } catch (error) {
    // Of this machine, not of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new BackupError(
      `${file} is damaged, or no backup (${error instanceof Error ? error.message : error}). Nothing was changed.`,
    );
  }
  if (!(await stat(`${folder}/${DATABASE}`).catch(() => undefined)))
    throw new BackupError(`${file} is no backup of this site. Nothing was changed.`);
}
