import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAge } from '../environment/clock';
import { ensureOffsiteFolder, getDataPath, readSetting } from '../environment/settings';
import { isRecord } from '../shared/isRecord';
import { parseJson } from '../shared/parseJson';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the process of the off-site backups has done; times in milliseconds since 1970. */
export interface OffsiteStatus {
  /** The address of the repository without its password. */
  repository: string;
  /** restic's id of the repository, once it was opened. */
  id?: string | undefined;
  /** When the newest backup in the repository was created. */
  backupTime?: number | undefined;
  /** The last check of all data, and why it failed if it did. */
  check?: { time: number; failure?: string | undefined } | undefined;
  /** Why the last attempt failed; `undefined` when it succeeded. */
  failure?: { time: number; message: string } | undefined;
}

const getStatusFile = () => getDataPath(join('offsite', 'status.json'));

const isOffsiteStatus = (value: unknown): value is OffsiteStatus =>
  isRecord(value) && typeof value.repository === 'string';

/** Reads the status; `undefined` before the first attempt, or when the file is damaged. */
export async function readOffsiteStatus(): Promise<OffsiteStatus | undefined> {
  const value = parseJson(await readFile(getStatusFile(), 'utf8').catch(() => ''));
  return isOffsiteStatus(value) ? value : undefined;
}

/** Writes the status to a temporary file and renames it, so that readers never see a partial file. */
export async function writeOffsiteStatus(status: OffsiteStatus): Promise<void> {
  const temporaryFile = join(ensureOffsiteFolder(), 'status.json.tmp');
  await writeFile(temporaryFile, `${JSON.stringify(status, null, 2)}\n`, { mode: 0o600 });
  await rename(temporaryFile, getStatusFile());
}

// In containers the CMS knows only that the setting is set, and not its value.
const isOffsiteConfigured = () => readSetting('BACKUP_REPOSITORY') !== undefined;

/** Returns the file whose time is when off-site backups were configured. */
export const getOffsiteStartFile = () => getDataPath(join('cms', 'offsite-since'));

/** Remembers since when off-site backups are configured, because they may never have run. */
export function recordOffsiteStart(): void {
  if (!isOffsiteConfigured()) rmSync(getOffsiteStartFile(), { force: true });
  else if (!existsSync(getOffsiteStartFile())) writeFileSync(getOffsiteStartFile(), '');
}

/** The status of the off-site backups and the days since the newest one, or since they are configured. */
export interface OffsiteAge {
  status: OffsiteStatus | undefined;
  days: number;
}

/** Returns the age of the newest off-site backup; `undefined` when they are not configured. */
export async function readOffsiteAge(): Promise<OffsiteAge | undefined> {
  if (!isOffsiteConfigured()) return undefined;
  const status = await readOffsiteStatus();
  const file = getOffsiteStartFile();
  const since = existsSync(file) ? statSync(file).mtimeMs : Date.now();
  const ages = [since, status?.backupTime ?? 0].map(getAge).filter((age) => age !== undefined);
  return { status, days: Math.min(...ages) / DAY_MS };
}
