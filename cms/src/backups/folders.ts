import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getBackupsFolder, readVersion } from '../environment/settings';
import { isRecord } from '../shared/isRecord';

// The names in every backup, whether it is a folder or a file.
export const DATABASE = 'strapi.db';
export const PICTURES = 'uploads';
export const VERSION_FILE = 'version.json';

const TEMPORARY_PREFIX = '.tmp-';
/** Version 1.0 used the prefix `.draft-`. */
const TEMPORARY_FOLDER = /^\.(tmp|draft)-/;
const MAX_TEMPORARY_AGE_MS = 86_400_000;

/** Creates the name of a new backup: the local date and time, so that names are unique and sort by age. */
export function createBackupName(): string {
  const now = new Date();
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const date = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('-');
  return `${date}_${time}-${String(now.getMilliseconds()).padStart(3, '0')}`;
}

/** Lists the paths of the daily backups, newest first. */
export async function listDailyBackups(): Promise<string[]> {
  const names = await readdir(getDailyFolder()).catch(() => []);
  return names
    .filter((name) => /^\d{4}-\d\d-\d\d_/.test(name))
    .sort()
    .reverse()
    .map((name) => join(getDailyFolder(), name));
}

/** Returns the folder of the daily backups. */
export const getDailyFolder = () => join(getBackupsFolder(), 'daily');

/**
 * Calls a function with a new temporary folder among the backups, and deletes the folder afterwards unless
 * the function has renamed it. First deletes temporary folders of interrupted processes.
 */
export async function withTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  // Closed to other users, because backups contain password hashes.
  await mkdir(getBackupsFolder(), { recursive: true, mode: 0o700 });
  for (const name of await readdir(getBackupsFolder())) {
    const folder = join(getBackupsFolder(), name);
    if (TEMPORARY_FOLDER.test(name) && (await stat(folder)).mtimeMs < Date.now() - MAX_TEMPORARY_AGE_MS)
      await rm(folder, { recursive: true });
  }
  const temporaryFolder = await mkdtemp(join(getBackupsFolder(), TEMPORARY_PREFIX));
  try {
    return await use(temporaryFolder);
  } finally {
    // A failure here doesn't affect the result: a later call deletes the folder.
    await rm(temporaryFolder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Writes the version of Scioto Table that creates a backup or, before an update, has used its data. */
export const writeBackupVersion = (folder: string, version = readVersion()) =>
  writeFile(join(folder, VERSION_FILE), `${JSON.stringify({ version: version ?? null })}\n`);

/**
 * Reads the version of Scioto Table that created a backup; `undefined` when it can't be read, as in backups of
 * version 1.0.0, which don't contain it.
 */
export async function readBackupVersion(folder: string): Promise<string | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(join(folder, VERSION_FILE), 'utf8'));
    return isRecord(content) && typeof content.version === 'string' ? content.version : undefined;
  } catch {
    return undefined;
  }
}
