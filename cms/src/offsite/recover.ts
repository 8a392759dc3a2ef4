// `node recover.js [SNAPSHOT] [replace]`: restores a backup from the off-site repository; `node recover.js list` lists them. The
// npm script runs it, and operators in containers; it does not start Strapi.
import { mkdir } from 'node:fs/promises';
import { BackupError, printResult } from '../backups/backupError';
import { checkSpace } from '../backups/checkSpace';
import { getPicturesFolder } from '../backups/copyData';
import { isNameInFuture, withTemporaryFolder } from '../backups/folders';
import { checkRestoreTarget, restore } from '../backups/restore';
import { ensurePrivateFolder, getBackupsFolder, readOffsiteSettings } from '../environment/settings';
import { hidePassword, Restic, ResticError, type ResticSnapshot } from './restic';

const USAGE = 'Usage: recover [SNAPSHOT] [replace], or recover list';
/** What the database and the file system need beside the files of a backup. */
const SPARE_BYTES = 100e6;

const shortId = ({ id }: ResticSnapshot) => id.slice(0, 8);

/**
 * Finds the newest snapshot that is not from the future.
 * @throws BackupError when there is none
 */
function findNewest(snapshots: ResticSnapshot[]): ResticSnapshot {
  const newest = snapshots.find(({ name }) => !isNameInFuture(name));
  if (!newest)
    throw new BackupError(
      'All backups in the repository are from the future: set the clock of this machine, or choose one of those that `list` lists.',
    );
  return newest;
}

/**
 * Finds the one snapshot with an id or a name, or whose id or name begins with a text, such as a date.
 * @throws BackupError when there is none, or several
 */
function findSnapshot(snapshots: ResticSnapshot[], wanted: string): ResticSnapshot {
  const exact = snapshots.filter(({ id, name }) => id === wanted || name === wanted);
  const begun = snapshots.filter(({ id, name }) => id.startsWith(wanted) || name.startsWith(wanted));
  const matches = exact.length ? exact : begun;
  const [found] = matches;
  if (!found) throw new BackupError(`There is no backup ${wanted} in the repository: \`list\` lists them.`);
  if (matches.length === 1) return found;
  throw new BackupError(
    `${matches.length} backups in the repository begin with ${wanted}: choose one by its id, which \`list\` lists. Nothing was changed.`,
  );
}

/**
 * Checks that a backup of this size, in bytes, can be fetched and then copied to its place.
 * @throws BackupError when a disk lacks the space
 */
async function checkRecoverySpace(size: number): Promise<void> {
  await mkdir(getBackupsFolder(), { recursive: true, mode: 0o700 });
  const needs = new Map([
    [getBackupsFolder(), size],
    [ensurePrivateFolder(), size + SPARE_BYTES],
    [getPicturesFolder(), size],
  ]);
  checkSpace(needs, 'the recovery');
}

async function recover(restic: Restic, repository: string, args: string[]): Promise<string> {
  const replace = args.at(-1) === 'replace';
  const [wanted, ...rest] = replace ? args.slice(0, -1) : args;
  if (rest.length || (wanted === 'list' && replace)) throw new BackupError(USAGE);
  const snapshots = await restic.listSnapshots();
  if (!snapshots.length) throw new BackupError(`There is no backup of this site in ${repository}.`);
  if (wanted === 'list')
    return snapshots
      .map((snapshot) => {
        const mark = isNameInFuture(snapshot.name) ? '  (in the future: the clock was wrong)' : '';
        return `${shortId(snapshot)}  ${snapshot.name}${mark}`;
      })
      .join('\n');
  const snapshot = wanted === undefined ? findNewest(snapshots) : findSnapshot(snapshots, wanted);
  await checkRestoreTarget(replace);
  await checkRecoverySpace(await restic.readSize(snapshot.id));
  const startedAt = Date.now();
  return withTemporaryFolder(async (folder) => {
    console.log(`Fetching the backup ${snapshot.name} from ${repository}.`);
    await restic.fetchBackup(snapshot.id, folder);
    const report = await restore(
      folder,
      replace,
      `the off-site backup ${snapshot.name} (${shortId(snapshot)})`,
    );
    return `${report}\nThe recovery took ${Math.ceil((Date.now() - startedAt) / 1000)} s. Now start the site.`;
  });
}

async function run(args: string[]): Promise<string> {
  const settings = readOffsiteSettings();
  if (!settings)
    throw new BackupError('Set BACKUP_REPOSITORY and BACKUP_PASSWORD, in .env or in the environment.');
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  const restic = new Restic(settings, controller.signal, true);
  return recover(restic, hidePassword(settings.repository), args).catch((error) => {
    if (!(error instanceof ResticError)) throw error;
    throw new BackupError(`The off-site backup can't be fetched: ${error.message}. Nothing was changed.`);
  });
}

printResult(run(process.argv.slice(2)));
