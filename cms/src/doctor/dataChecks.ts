import { constants } from 'node:fs';
import { access, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isNameInFuture, readNameTime } from '../backups/folders';
import { getAge, isInFuture } from '../environment/clock';
import { isSecrets } from '../environment/secrets';
import { getDataPath } from '../environment/settings';
import { getOffsiteStartFile } from '../offsite/offsiteStatus';
import type { Findings, Place } from './findings';

const GB = 1e9;
const MIN_FREE_BYTES = 1 * GB;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The CMS makes a backup every day; one can be late, because the site was stopped. */
export const MAX_BACKUP_DAYS = 2;
/** The clock of a file server may differ by seconds. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const PRIVATE_FOLDER = 'cms';
const SECRETS_FILE = join(PRIVATE_FOLDER, 'secrets.json');
const DATABASE_FILE = join(PRIVATE_FOLDER, 'strapi.db');
const BACKUPS_FOLDER = 'backups';
const PICTURES_FOLDER = join('public', 'uploads');

export const formatGigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;

/** Returns the details of a file, or `undefined` when it doesn't exist or may not be read. */
const tryToStat = (path: string) => stat(path).catch(() => undefined);

async function listPaths(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name));
}

/** Returns the size of the database file and the pictures: the space that one backup needs at most. */
async function measureBackup(): Promise<number> {
  const paths = [getDataPath(DATABASE_FILE), ...(await listPaths(getDataPath(PICTURES_FOLDER)))];
  const details = await Promise.all(paths.map(tryToStat));
  return details.reduce((total, file) => total + (file?.size ?? 0), 0);
}

/** A disk with a part of the data. */
interface Disk {
  /** A folder of the data on this disk. */
  folder: string;
  freeBytes: number;
}

/** A disk that has less free space than new pictures and backups may need. */
interface FullDisk extends Disk {
  neededBytes: number;
}

/** Lists the disks that have a part of the data; none before the first start. */
export async function listDisks(): Promise<Disk[]> {
  const folders = new Map<number, string>();
  for (const name of [PRIVATE_FOLDER, BACKUPS_FOLDER, PICTURES_FOLDER]) {
    const folder = getDataPath(name);
    const device = (await tryToStat(folder))?.dev;
    if (device !== undefined && !folders.has(device)) folders.set(device, folder);
  }
  const disks = [...folders.values()].map(async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return { folder, freeBytes: bavail * bsize };
  });
  return Promise.all(disks);
}

/** Finds the disks with a part of the data that are nearly full; returns `undefined` before the first start. */
export async function findFullDisks(): Promise<FullDisk[] | undefined> {
  const disks = await listDisks();
  if (!disks.length) return undefined;
  const neededBytes = MIN_FREE_BYTES + (await measureBackup());
  return disks.filter(({ freeBytes }) => freeBytes < neededBytes).map((disk) => ({ ...disk, neededBytes }));
}

/** Checks the free space of every disk that has a part of the data. */
export const checkDisks = async (): Promise<Findings> =>
  (await findFullDisks())?.map(
    ({ folder, freeBytes, neededBytes }) =>
      `The disk of ${folder} has ${formatGigabytes(freeBytes)} free, and new pictures and backups may need ${formatGigabytes(neededBytes)}: delete what is not needed there, or use a larger disk.`,
  );

/** The result of the check of the files, and whether the secrets can be used. */
interface FileCheck {
  findings: string[];
  hasSecrets: boolean;
}

/** Checks that this user, and no other, can read and write the data, and that the secrets are complete. */
export async function checkFiles({ shellPrefix }: Place): Promise<FileCheck> {
  if (!(await tryToStat(getDataPath(PRIVATE_FOLDER))))
    return { findings: [`There is no site in ${getDataPath('')} yet: start it.`], hasSecrets: false };
  const findings: string[] = [];
  for (const [name, privateMode] of [
    [PRIVATE_FOLDER, 700],
    [SECRETS_FILE, 600],
    [DATABASE_FILE, undefined],
    [BACKUPS_FOLDER, 700],
    [PICTURES_FOLDER, undefined],
  ] as const) {
    const path = getDataPath(name);
    const error = await access(path, constants.R_OK | constants.W_OK).then(
      () => undefined,
      ({ code }: NodeJS.ErrnoException) => code,
    );
    if (error === 'ENOENT') continue;
    if (error) {
      findings.push(
        `This user can't read and write ${path} (${error}): run this as the user that runs the site, or give that user the folder with chown.`,
      );
      // The same is true of the files in the folder.
      if (name === PRIVATE_FOLDER) return { findings, hasSecrets: false };
      continue;
    }
    if (privateMode && (await stat(path)).mode & 0o077)
      findings.push(
        `Other users of this machine may open ${path}: run \`${shellPrefix}chmod ${privateMode} ${path}\`.`,
      );
  }
  const secretsProblem = await findSecretsProblem();
  return {
    findings: [...findings, ...(secretsProblem ? [secretsProblem] : [])],
    hasSecrets: !secretsProblem,
  };
}

async function findSecretsProblem(): Promise<string | undefined> {
  const file = getDataPath(SECRETS_FILE);
  const consequence = 'the next start generates a new one, and all users must sign in again';
  try {
    if (isSecrets(JSON.parse(await readFile(file, 'utf8')))) return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return `${file} is missing: restore your own copy of this file; otherwise ${consequence}.`;
  }
  return `${file} is damaged: restore your own copy of this file, or delete it: ${consequence}.`;
}

/** Lists the backups of every kind: daily ones, those made before an update, and those made by command. */
async function listBackups(): Promise<string[]> {
  const folder = getDataPath(BACKUPS_FOLDER);
  const ownNames = (await listPaths(folder)).filter((path) => /\/before-[^/]+$|\.tar\.gz$/.test(path));
  return [...(await listPaths(join(folder, 'daily'))), ...ownNames];
}

/** Returns when a file was changed, in milliseconds since 1970; `undefined` when it doesn't exist. */
const readTime = async (path: string) => (await tryToStat(path))?.mtimeMs;

/** A file, and when it was changed or, if it is a backup with a name in the future, the time in its name. */
interface TimedFile {
  path: string;
  time: number;
}

/** Reads the times of those files that exist. */
async function readTimes(paths: string[]): Promise<TimedFile[]> {
  const files = paths.map(async (path) => {
    const changedAt = await readTime(path);
    const namedAt = isNameInFuture(basename(path)) ? readNameTime(basename(path)) : undefined;
    return changedAt === undefined ? [] : [{ path, time: namedAt ?? changedAt }];
  });
  return (await Promise.all(files)).flat();
}

/** Reads the times of the files by whose age the doctor and the admin's first screen judge the backups. */
const readFileTimes = async (): Promise<TimedFile[]> =>
  readTimes([getDataPath(SECRETS_FILE), getOffsiteStartFile(), ...(await listBackups())]);

/** Whether the clock of this machine is or was wrong: a file is from the future. */
export const isAnyFileFromFuture = async (): Promise<boolean> =>
  (await readFileTimes()).some(({ time }) => isInFuture(time));

/**
 * Returns the age of the newest backup, `Infinity` without any, and that of the site, in days; `undefined` before the first
 * start. The age of a site that is from the future is `Infinity` too: it says nothing.
 */
export async function readBackupAge(): Promise<{ backupDays: number; siteDays: number } | undefined> {
  // Written by the first start, and never changed.
  const siteTime = await readTime(getDataPath(SECRETS_FILE));
  if (siteTime === undefined) return undefined;
  const backupTimes = (await readTimes(await listBackups())).map(({ time }) => time);
  const ageInDays = (time: number) => (getAge(time) ?? Number.POSITIVE_INFINITY) / DAY_MS;
  return { backupDays: Math.min(...backupTimes.map(ageInDays)), siteDays: ageInDays(siteTime) };
}

/** Checks that a recent backup exists. */
export async function checkBackups({ backupCommand }: Place): Promise<Findings> {
  const age = await readBackupAge();
  if (!age) return undefined;
  const advice = `run \`${backupCommand}\`, and look for “daily backup” in the log of the CMS, which makes one every day while it runs.`;
  if (age.backupDays < MAX_BACKUP_DAYS) return [];
  if (age.backupDays < Number.POSITIVE_INFINITY)
    return [`The newest backup is ${Math.floor(age.backupDays)} days old: ${advice}`];
  return age.siteDays > 1 ? [`There is no backup: ${advice}`] : [];
}

/** Checks that no file is from the future: the clock of this machine is or was wrong. */
export async function checkClock({ shellPrefix }: Place): Promise<Findings> {
  // This file is as old as the installation of Scioto Table.
  const files = [...(await readFileTimes()), ...(await readTimes([__filename, getDataPath(DATABASE_FILE)]))];
  const [newest] = files.sort((one, other) => other.time - one.time);
  if (!newest || newest.time <= Date.now() + MAX_CLOCK_DIFFERENCE_MS) return [];
  const { path, time } = newest;
  const command = isNameInFuture(basename(path)) ? 'rm -r' : 'touch';
  return [
    `There are files from the future (${new Date(time).toISOString()}): set the clock of this machine, and have it set automatically (NTP). If it is right, it was wrong when ${path} was made: run \`${shellPrefix}${command} ${path}\`.`,
  ];
}
