import {
  findFullDisks,
  formatGigabytes,
  isAnyFileFromFuture,
  MAX_BACKUP_DAYS,
  readBackupAge,
} from '../doctor/dataChecks';
import { readOffsiteAge } from '../offsite/offsiteStatus';

/** What the owner can do about what only a person with access to the server can repair. */
export const ADVICE = 'Tell whoever looks after the site; until then, everything you change is kept.';

/** Something that the owner should know. */
export interface Warning {
  sentence: string;
  /** Where she can do something about it. */
  link?: { label: string; path: string };
}

/** Says for how long no backup was made on this machine; `undefined` when one is recent. */
export async function describeOldBackups(): Promise<string | undefined> {
  const age = await readBackupAge();
  const days = Math.floor(Math.min(age?.backupDays ?? 0, age?.siteDays ?? 0));
  if (days < MAX_BACKUP_DAYS || days === Number.POSITIVE_INFINITY) return undefined;
  return `For ${days} days no copy was made of your words and photographs.`;
}

/** Says for how long no off-site backup was made; `undefined` when one is recent, or when they are not configured. */
export async function describeOldOffsiteBackups(): Promise<string | undefined> {
  const days = Math.floor((await readOffsiteAge())?.days ?? 0);
  if (days < MAX_BACKUP_DAYS) return undefined;
  return `For ${days} days no copy of your words and photographs was put in a safe place elsewhere.`;
}

/** Warns when the backups on this machine are old, or else when those off-site are. */
export async function warnAboutBackups(): Promise<Warning[]> {
  const sentence = (await describeOldBackups()) ?? (await describeOldOffsiteBackups());
  return sentence ? [{ sentence: `${sentence} ${ADVICE}` }] : [];
}

/** Warns when the clock of this machine is wrong, or was and has left a file from the future. */
export async function warnAboutClock(): Promise<Warning[]> {
  if (!(await isAnyFileFromFuture())) return [];
  return [
    {
      sentence: `The clock of the computer that runs the site is wrong, or was wrong for a while. ${ADVICE}`,
    },
  ];
}

/** The database needs a few megabytes to confirm a change. */
const NO_ROOM_BYTES = 10_000_000;
const NO_ROOM =
  'The disk of the computer that runs the site is full: what you change now may not be saved, and then you are told so. Visitors still see the site as it is.';

/** Says that a disk is nearly full, or full; `undefined` when there is room. */
export async function describeFullDisk(): Promise<string | undefined> {
  const disks = (await findFullDisks()) ?? [];
  const disk = disks.toSorted((one, other) => one.freeBytes - other.freeBytes)[0];
  if (!disk) return undefined;
  if (disk.freeBytes < NO_ROOM_BYTES) return NO_ROOM;
  return `Only ${formatGigabytes(disk.freeBytes)} are left for new photographs and for copies of your site.`;
}

/** Warns when a disk is nearly full, or full. */
export async function warnAboutDisks(): Promise<Warning[]> {
  const sentence = await describeFullDisk();
  if (!sentence) return [];
  const end = sentence === NO_ROOM ? '.' : ', before there is no room any more.';
  return [{ sentence: `${sentence} Tell whoever looks after the site${end}` }];
}
