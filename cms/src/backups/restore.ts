import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backupsFolder, databaseFile } from '../settings';
import { unpack } from './archive';
import { copyPictures, DATABASE, listPictures, PICTURES, picturesFolder } from './copy';
import { timeName, withDraft } from './folders';
import { Refusal } from './refusal';
import { isInUse, readPictureNames } from './sqlite';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Puts the present data, as it is and be it damaged, into a folder among the backups. */
async function setAside(): Promise<string> {
  const folder = join(backupsFolder(), `${timeName()}-replaced`);
  await mkdir(folder);
  await copyPictures(picturesFolder(), join(folder, PICTURES));
  for (const name of await readdir(dirname(databaseFile())))
    if (name.startsWith(basename(databaseFile())))
      await copyFile(join(dirname(databaseFile()), name), join(folder, name));
  return folder;
}

/** Puts a database in the place of the present one, in one step. */
async function replaceDatabase(source: string): Promise<void> {
  const file = databaseFile();
  const draft = `${file}.draft`;
  await copyFile(source, draft);
  const handle = await open(draft);
  await handle.sync();
  await handle.close();
  // A journal of the present one would be applied to the new one.
  for (const journal of ['-wal', '-shm', '-journal']) await rm(file + journal, { force: true });
  await rename(draft, file);
}

/**
 * Brings back the words, pictures and accounts of a backup: of a file, or of a folder as the daily backup makes them.
 * @param replace whether to go on where there is a site already, which is then set aside
 * @returns what to tell the reader
 * @throws Refusal before anything is changed, when that is not asked for, or the CMS is running, or the backup is unusable
 */
export async function restore(backup: string, replace: boolean): Promise<string> {
  const isFolder = (await stat(backup).catch(() => undefined))?.isDirectory();
  if (isFolder === undefined) throw new Refusal(`There is no ${backup}.`);
  const filled = await exists(databaseFile());
  if (filled && !replace) {
    throw new Refusal(
      `There is a site in ${dirname(dirname(databaseFile()))} already. To put the backup in its place, add the word "replace"; \
what is there now is kept among the backups.`,
    );
  }
  if (filled && isInUse(databaseFile()))
    throw new Refusal('The CMS is running: stop it, and run this again.');

  return withDraft(async (draft) => {
    if (isFolder) {
      const database = join(backup, DATABASE);
      if (!(await exists(database))) throw new Refusal(`${backup} is no backup of this site.`);
      await copyFile(database, join(draft, DATABASE));
    } else await unpack(backup, draft);
    const pictures = join(isFolder ? backup : draft, PICTURES);
    const wanted = readPictureNames(join(draft, DATABASE));
    const present = new Set(await listPictures(pictures));

    const aside = filled ? await setAside() : undefined;
    await copyPictures(pictures, picturesFolder());
    await replaceDatabase(join(draft, DATABASE));
    // Last, so that a restore that is cut short has taken nothing away.
    for (const name of await listPictures(picturesFolder()))
      if (!present.has(name)) await rm(join(picturesFolder(), name));

    const missing = wanted.filter((name) => !present.has(name));
    return [
      `Brought back from ${backup}: words, ${wanted.length - missing.length} picture files, and the accounts with their passwords.`,
      ...(missing.length ? [`Missing in the backup: ${missing.join(', ')}.`] : []),
      ...(aside ? [`What was here before is kept in ${aside}.`] : []),
    ].join('\n');
  });
}
