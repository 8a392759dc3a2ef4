import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsFolder } from '../settings';
import { unpack } from './archive';
import { copyPictures, listPictures, picturesFolder } from './copy';
import { DATABASE, PICTURES, timeName, withDraft } from './folders';
import { type Keeper, keeper } from './keeper';
import { Refusal } from './refusal';
import { readPictureNames } from './sqlite';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Puts the present data, as it is and be it damaged, into a folder among the backups. */
async function setAside(present: Keeper): Promise<string> {
  const folder = join(backupsFolder(), `${timeName()}-replaced`);
  await mkdir(folder);
  await copyPictures(picturesFolder(), join(folder, PICTURES));
  await present.setAside(folder);
  return folder;
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
  const words = keeper();
  const filled = await words.isFilled();
  if (filled && !replace) {
    throw new Refusal(
      `There is a site in ${words.place} already. To put the backup in its place, add the word "replace"; \
what is there now is kept among the backups.`,
    );
  }
  if (filled && (await words.isInUse()))
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

    const aside = filled ? await setAside(words) : undefined;
    try {
      await copyPictures(pictures, picturesFolder());
      await words.replace(join(draft, DATABASE));
    } catch (error) {
      // A photograph that was replaced has kept its name.
      if (aside) await copyPictures(join(aside, PICTURES), picturesFolder());
      throw error;
    }
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
