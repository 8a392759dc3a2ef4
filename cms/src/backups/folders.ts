import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAge, isInFuture } from '../environment/clock';
import { getBackupsFolder, readProjectVersion } from '../environment/settings';
import { isRecord } from '../shared/isRecord';
import { VERSION_FILE } from './backupContents';

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

/** Returns the time in the name of a backup, in milliseconds since 1970; `undefined` when the name has none. */
export function readNameTime(name: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d_/.test(name)) return undefined;
  const [year = 0, month = 1, day, ...time] = name.split(/\D/).map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time;
  return new Date(year, month - 1, day, hours, minutes, seconds).getTime();
}

/** Whether a backup is named by a clock that was ahead. */
export const isNameInFuture = (name: string): boolean => isInFuture(readNameTime(name) ?? 0);

/** Compares the names of two backups, to sort them newest first; names in the future come last. */
export const compareNames = (one: string, other: string): number =>
  Number(isNameInFuture(one)) - Number(isNameInFuture(other)) || (one < other ? 1 : -1);

/** Lists the paths of the daily backups, newest first; those with a name in the future come last. */
export async function listDailyBackups(): Promise<string[]> {
  const names = await readdir(getDailyFolder()).catch(() => []);
  return names
    .filter((name) => readNameTime(name) !== undefined)
    .sort(compareNames)
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
    if (!TEMPORARY_FOLDER.test(name)) continue;
    const folder = join(getBackupsFolder(), name);
    const age = getAge((await stat(folder)).mtimeMs);
    // Its process may still run when the clock has just been set.
    if (age === undefined) await utimes(folder, new Date(), new Date());
    else if (age > MAX_TEMPORARY_AGE_MS) await rm(folder, { recursive: true });
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
export const writeBackupVersion = (folder: string, version = readProjectVersion()) =>
  writeFile(join(folder, VERSION_FILE), `${JSON.stringify({ version: version ?? null })}\n`);

/** Whether a value is a version of Scioto Table. */
export const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,4}(\.\d{1,4}){0,2}(-[\w.-]{1,30})?$/.test(value);

/**
 * Reads the version of Scioto Table that created a backup; `undefined` when it can't be read, as in backups of
 * version 1.0.0, which don't contain it.
 */
export async function readBackupVersion(folder: string): Promise<string | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(join(folder, VERSION_FILE), 'utf8'));
    return isRecord(content) && isVersion(content.version) ? content.version : undefined;
  } catch {
    return undefined;
  }
}
