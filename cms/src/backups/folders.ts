import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsFolder, version } from '../environment/settings';

/** Names in every backup, be it a folder or a file. */
export const DATABASE = 'strapi.db';
export const PICTURES = 'uploads';
export const VERSION_FILE = 'version.json';

const TEMPORARY = '.draft-';
const ABANDONED = 86_400_000;

/** The name of a backup made now: local date and time to the millisecond, so that names sort by age and none is there twice. */
export function timeName(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-');
  return `${date}_${time}-${String(now.getMilliseconds()).padStart(3, '0')}`;
}

/** The newest of the daily backups first. */
export async function listDaily(): Promise<string[]> {
  const names = await readdir(dailyFolder()).catch(() => []);
  return names
    .filter((name) => /^\d{4}-\d\d-\d\d_/.test(name))
    .sort()
    .reverse()
    .map((name) => join(dailyFolder(), name));
}

/** Where the daily backups are. */
export const dailyFolder = () => join(backupsFolder(), 'daily');

/** Has something made in a folder that is gone afterwards, unless it was renamed; one that an earlier process left goes first. */
export async function withTemporaryFolder<Result>(make: (draft: string) => Promise<Result>): Promise<Result> {
  // Passwords are in backups, if only as hashes.
  await mkdir(backupsFolder(), { recursive: true, mode: 0o700 });
  for (const name of await readdir(backupsFolder())) {
    const folder = join(backupsFolder(), name);
    if (name.startsWith(TEMPORARY) && (await stat(folder)).mtimeMs < Date.now() - ABANDONED)
      await rm(folder, { recursive: true });
  }
  const draft = await mkdtemp(join(backupsFolder(), TEMPORARY));
  try {
    return await make(draft);
  } finally {
    // What was made is made, also if this fails: a later call removes what is left.
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Notes in a backup which version of Scioto Table makes it. */
export const writeVersion = (folder: string) =>
  writeFile(join(folder, VERSION_FILE), `${JSON.stringify({ version: version() ?? null })}\n`);

/** The version that made a backup, as far as it has a usable note of it: version 1.0.0 wrote none. */
export async function readVersion(folder: string): Promise<string | undefined> {
  try {
    const { version } = JSON.parse(await readFile(join(folder, VERSION_FILE), 'utf8'));
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
