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

/** Loaded with `require`, because better-sqlite3 has no types; `Connection` declares the used part. */
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
 * Whether another process has the database open. If none has, SQLite also writes the write-ahead log (WAL) into
 * the database file, because this connection is the last one that closes.
 */
function isInUse(file: string): boolean {
  try {
    withDatabase(file, 0, (connection) => {
      // An exclusive lock fails with SQLITE_BUSY while another connection is open: in WAL mode, every
      // connection has a shared lock, even while it is idle.
      connection.prepare('PRAGMA locking_mode = EXCLUSIVE').all();
      connection.prepare('BEGIN EXCLUSIVE').run();
      connection.prepare('ROLLBACK').run();
    });
    return false;
  } catch (error) {
    // Other errors mean that the file is missing or damaged, so no process uses it.
    return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
  }
}

/** Waits until a file's content is on the disk, so that it survives a power failure. */
export async function flushToDisk(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync();
  await handle.close();
}

/** Creates the adapter of a SQLite database file. */
export const createSqliteAdapter = (file: string): DatabaseAdapter => ({
  // The data folder: the file is in its subfolder `cms`.
  location: dirname(dirname(file)),

  hasSite: () =>
    stat(file).then(
      () => true,
      () => false,
    ),

  isInUse: async () => isInUse(file),

  async snapshot(snapshotFile) {
    withDatabase(file, LOCK_TIMEOUT_MS, (connection) =>
      connection.prepare('VACUUM INTO ?').run(snapshotFile),
    );
    await flushToDisk(snapshotFile);
  },

  async copyTo(folder) {
    // Also copies the journals, whose names start with the name of the database file.
    for (const name of await readdir(dirname(file)))
      if (name.startsWith(basename(file))) await copyFile(join(dirname(file), name), join(folder, name));
  },

  async replace(snapshotFile) {
    const temporaryFile = `${file}.tmp`;
    try {
      await copyFile(snapshotFile, temporaryFile);
      await flushToDisk(temporaryFile);
      // SQLite would apply a journal of the previous database to the new one.
      for (const suffix of ['-wal', '-shm', '-journal']) await rm(file + suffix, { force: true });
      await rename(temporaryFile, file);
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    }
  },
});

/**
 * Checks the database of a backup, and returns the names of the picture files that its records refer to.
 * @throws BackupError when the database is damaged, or is not one of this site
 */
export function readPictureNames(file: string): string[] {
  try {
    return withDatabase(file, LOCK_TIMEOUT_MS, (connection) => {
      const [result] = connection.prepare('PRAGMA integrity_check(1)').all();
      if (result?.integrity_check !== 'ok') throw new BackupError('The database in the backup is damaged.');
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
