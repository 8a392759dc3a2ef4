import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsFolder, version } from '../environment/settings';
import { isRecord } from '../shared/isRecord';

// The names in every backup, whether it is a folder or a file.
export const DATABASE = 'strapi.db';
export const PICTURES = 'uploads';
export const VERSION_FILE = 'version.json';

const TEMPORARY_PREFIX = '.tmp-';
/** Version 1.0 used the prefix `.draft-`. */
const TEMPORARY_FOLDER = /^\.(tmp|draft)-/;
const MAX_TEMPORARY_AGE_MS = 86_400_000;

/**
 * The name of a new backup: local date and time in milliseconds, so that names are unique and sort by age.
 */
export function timestampName(): string {
  const now = new Date();
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  const date = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('-');
  return `${date}_${time}-${String(now.getMilliseconds()).padStart(3, '0')}`;
}

/** The paths of the daily backups, newest first. */
export async function listDailyBackups(): Promise<string[]> {
  const names = await readdir(dailyFolder()).catch(() => []);
  return names
    .filter((name) => /^\d{4}-\d\d-\d\d_/.test(name))
    .sort()
    .reverse()
    .map((name) => join(dailyFolder(), name));
}

/** The folder of the daily backups. */
export const dailyFolder = () => join(backupsFolder(), 'daily');

/**
 * Calls a function with a new temporary folder among the backups, and deletes the folder afterwards unless
 * the function has renamed it. First deletes temporary folders of interrupted processes.
 */
export async function withTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  // Closed to other users, because backups contain password hashes.
  await mkdir(backupsFolder(), { recursive: true, mode: 0o700 });
  for (const name of await readdir(backupsFolder())) {
    const folder = join(backupsFolder(), name);
    if (TEMPORARY_FOLDER.test(name) && (await stat(folder)).mtimeMs < Date.now() - MAX_TEMPORARY_AGE_MS)
      await rm(folder, { recursive: true });
  }
  const temporaryFolder = await mkdtemp(join(backupsFolder(), TEMPORARY_PREFIX));
  try {
    return await use(temporaryFolder);
  } finally {
    // The result is complete even when this fails; a later call deletes the folder.
    await rm(temporaryFolder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Writes the version of Scioto Table that creates a backup. */
export const writeVersion = (folder: string) =>
  writeFile(join(folder, VERSION_FILE), `${JSON.stringify({ version: version() ?? null })}\n`);

/**
 * The version that created a backup; `undefined` when it is missing, as in backups of version 1.0.0, or
 * unreadable.
 */
export async function readVersion(folder: string): Promise<string | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(join(folder, VERSION_FILE), 'utf8'));
    return isRecord(content) && typeof content.version === 'string' ? content.version : undefined;
  } catch {
    return undefined;
  }
}
