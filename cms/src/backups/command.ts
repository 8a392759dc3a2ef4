// `node command.js backup [FILE]` and `node command.js restore FILE [replace]`. The npm scripts run it, and
// operators in containers; it does not start Strapi.
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import createDatabaseConfig from '../../config/database';
import { insertLine } from '../auditLog/insertLine';
import { getBackupsFolder } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { pack } from './archive';
import { BackupError, printResult } from './backupError';
import { chooseDatabaseAdapter } from './chooseDatabaseAdapter';
import { copyData } from './copyData';
import { createBackupName, listDailyBackups, withTemporaryFolder } from './folders';
import { restore } from './restore';
import { completeRestoreAndLock } from './stagedRestore';

const tryToStat = (path: string) => stat(path).catch(() => undefined);

/**
 * Packs content, pictures and accounts into one file; when the path is a folder, into a new file in it.
 * @returns the message for the operator
 * @throws BackupError when the file exists, its folder doesn't, there is no site, or a restore is running
 */
async function backup(path = getBackupsFolder()): Promise<string> {
  const existing = await tryToStat(path);
  const isFolder = existing?.isDirectory() || path === getBackupsFolder();
  const file = isFolder ? join(path, `${createBackupName()}.tar.gz`) : resolve(path);
  if (existing && !isFolder) throw new BackupError(`${file} already exists: choose another file name.`);
  if (!isFolder && !(await tryToStat(dirname(file))))
    throw new BackupError(`The folder ${dirname(file)} does not exist.`);
  if (!(await completeRestoreAndLock(console.log)))
    throw new BackupError('A restore is running: wait for it, and run this again.');
  const database = await chooseDatabaseAdapter();
  if (!(await database.hasSite())) throw new BackupError('There is no site to back up yet: start it first.');
  await withTemporaryFolder(async (folder) => {
    await copyData(folder, (await listDailyBackups())[0]);
    await pack(folder, file);
  });
  // Imported only here, because Strapi's database layer takes longer to load than a backup of SQLite takes.
  const { withDatabase } = await import('../strapi/databaseLayer');
  await withDatabase(createDatabaseConfig().connection, ({ connection }) =>
    insertLine(connection, `made the backup ${basename(file)}`),
  ).catch((error) => console.error(`The audit log lacks this backup (${errorMessage(error)}).`));
  const { size } = await stat(file);
  return `${file} contains the content, pictures and accounts (${(size / 1e6).toFixed(1)} MB). Store a copy on another machine, where only you can read it.`;
}

async function run(action?: string, file?: string, replace?: string): Promise<string> {
  if (action === 'backup' && replace === undefined) return backup(file);
  if (action === 'restore' && file && [undefined, 'replace'].includes(replace))
    return restore(resolve(file), replace === 'replace');
  throw new BackupError('Usage: backup [FILE], or restore FILE [replace]');
}

printResult(run(...process.argv.slice(2)));
