import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BackupError } from './backupError';
import type { DatabaseAdapter } from './databaseAdapter';

interface Connection {
  prepare(sql: string): {
    all(...values: unknown[]): Record<string, unknown>[];
    run(...values: unknown[]): void;
  };
  close(): void;
}

/** What is used here of better-sqlite3, which brings no types. */
const Database: new (file: string, options: { fileMustExist: true; timeout: number }) => Connection =
  require('better-sqlite3');

const PATIENCE = 10_000;

function withDatabase<Result>(
  file: string,
  timeout: number,
  use: (connection: Connection) => Result,
): Result {
  const connection = new Database(file, { fileMustExist: true, timeout });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

/** Whether another process has a database open; when none has, all that is in its journal is in the file afterwards. */
function isInUse(file: string): boolean {
  try {
    withDatabase(file, 0, (connection) => {
      // With write-ahead logging, whoever has it open holds a lock, even while idle.
      connection.prepare('PRAGMA locking_mode = EXCLUSIVE').all();
      connection.prepare('BEGIN EXCLUSIVE').run();
      connection.prepare('ROLLBACK').run();
    });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
  }
  return false;
}

/** Has what was written to a file on the disk, not only on its way there. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync();
  await handle.close();
}

/** The words in a SQLite file. */
export const sqliteAdapter = (file: string): DatabaseAdapter => ({
  place: dirname(dirname(file)),

  isFilled: () =>
    stat(file).then(
      () => true,
      () => false,
    ),

  isInUse: async () => isInUse(file),

  async snapshot(copy) {
    withDatabase(file, PATIENCE, (connection) => connection.prepare('VACUUM INTO ?').run(copy));
    await flush(copy);
  },

  async setAside(folder) {
    for (const name of await readdir(dirname(file)))
      if (name.startsWith(basename(file))) await copyFile(join(dirname(file), name), join(folder, name));
  },

  async replace(source) {
    const draft = `${file}.draft`;
    try {
      await copyFile(source, draft);
      await flush(draft);
      // A journal of the present one would be applied to the new one.
      for (const journal of ['-wal', '-shm', '-journal']) await rm(file + journal, { force: true });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  },
});

/**
 * The names of the picture files that a database asks for.
 * @throws Refusal when it is damaged, or not one of this site
 */
export function readPictureNames(file: string): string[] {
  try {
    return withDatabase(file, PATIENCE, (connection) => {
      const [check] = connection.prepare('PRAGMA integrity_check(1)').all();
      if (check?.integrity_check !== 'ok') throw new BackupError('The database in it is damaged.');
      if (!connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'website_name'").all().length)
        throw new BackupError('The database in it is not one of this site.');
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
    throw new BackupError(
      `The database in it is damaged (${error instanceof Error ? error.message : error}).`,
    );
  }
}
