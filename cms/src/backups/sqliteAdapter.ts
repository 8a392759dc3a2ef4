import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '../shared/errorMessage';
import { BackupError } from './backupError';
import type { DatabaseAdapter } from './databaseAdapter';

interface Connection {
  prepare(sql: string): {
    all(...values: unknown[]): Record<string, unknown>[];
    run(...values: unknown[]): void;
  };
  close(): void;
}

/** The used part of better-sqlite3, which has no types. */
const Database: new (file: string, options: { fileMustExist: true; timeout: number }) => Connection =
  require('better-sqlite3');

const LOCK_TIMEOUT_MS = 10_000;

function withDatabase<Result>(
  file: string,
  timeoutMs: number,
  use: (connection: Connection) => Result,
): Result {
  const connection = new Database(file, { fileMustExist: true, timeout: timeoutMs });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

/**
 * Whether another process has a database open. If none has, this also moves the write-ahead log into the
 * database file.
 */
function isInUse(file: string): boolean {
  try {
    withDatabase(file, 0, (connection) => {
      // In WAL mode, every open connection has a shared lock, even an idle one.
      connection.prepare('PRAGMA locking_mode = EXCLUSIVE').all();
      connection.prepare('BEGIN EXCLUSIVE').run();
      connection.prepare('ROLLBACK').run();
    });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
  }
  return false;
}

/** Waits until a file's content is on the disk, so that it survives a power failure. */
export async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync();
  await handle.close();
}

/** The adapter of a SQLite database file. */
export const sqliteAdapter = (file: string): DatabaseAdapter => ({
  location: dirname(dirname(file)),

  isFilled: () =>
    stat(file).then(
      () => true,
      () => false,
    ),

  isInUse: async () => isInUse(file),

  async snapshot(copy) {
    withDatabase(file, LOCK_TIMEOUT_MS, (connection) => connection.prepare('VACUUM INTO ?').run(copy));
    await flushToDisk(copy);
  },

  async copyTo(folder) {
    for (const name of await readdir(dirname(file)))
      if (name.startsWith(basename(file))) await copyFile(join(dirname(file), name), join(folder, name));
  },

  async replace(snapshot) {
    const temporaryFile = `${file}.tmp`;
    try {
      await copyFile(snapshot, temporaryFile);
      await flushToDisk(temporaryFile);
      // SQLite would apply the journal of the previous database to the new one.
      for (const journal of ['-wal', '-shm', '-journal']) await rm(file + journal, { force: true });
      await rename(temporaryFile, file);
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    }
  },
});

/**
 * The names of the picture files that a database refers to.
 * @throws BackupError when the database is damaged, or is not one of this site
 */
export function readPictureNames(file: string): string[] {
  try {
    return withDatabase(file, LOCK_TIMEOUT_MS, (connection) => {
      const [check] = connection.prepare('PRAGMA integrity_check(1)').all();
      if (check?.integrity_check !== 'ok') throw new BackupError('The database in the backup is damaged.');
      if (!connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'website_name'").all().length)
        throw new BackupError('The database in the backup is not one of this site.');
      const urls = connection
        .prepare(
          `SELECT url FROM files WHERE provider = 'local'
           UNION SELECT json_extract(format.value, '$.url') FROM files, json_each(files.formats) AS format
           WHERE provider = 'local'`,
        )
        .all();
      return urls.map(({ url }) => String(url).replace(/^.*\//, ''));
    });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The database in the backup is damaged (${errorMessage(error)}).`);
  }
}
