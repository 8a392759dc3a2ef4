import { existsSync } from 'node:fs';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Connection, isBusy, withSqlite } from '../environment/sqlite';
import { DATABASE, JOURNALS } from './backupContents';
import type { DatabaseAdapter } from './databaseAdapter';
import { flushToDisk } from './flushToDisk';

/**
 * Whether another process has the database open. If none has, SQLite also writes the write-ahead log (WAL) into
 * the database file, because this connection is the last one that closes.
 */
function isInUse(file: string): boolean {
  try {
    const lock = (connection: Connection) => {
      // An exclusive lock fails with SQLITE_BUSY while another connection is open: in WAL mode, every
      // connection has a shared lock, even while it is idle.
      connection.prepare('PRAGMA locking_mode = EXCLUSIVE').all();
      connection.prepare('BEGIN EXCLUSIVE').run();
      connection.prepare('ROLLBACK').run();
    };
    withSqlite(file, lock, 0);
    return false;
  } catch (error) {
    // Other errors mean that the file is missing or damaged, so no process uses it.
    return isBusy(error);
  }
}

/** Creates the adapter of a SQLite database file. */
export const createSqliteAdapter = (file: string): DatabaseAdapter => ({
  // The data folder: the file is in its subfolder `cms`.
  location: dirname(dirname(file)),
  name: 'SQLite',

  hasSite: async () => existsSync(file),

  isInUse: async () => isInUse(file),

  async snapshot(snapshotFile) {
    withSqlite(file, (connection) => connection.prepare('VACUUM INTO ?').run(snapshotFile));
    await flushToDisk(snapshotFile);
  },

  async copyTo(folder) {
    const copied = [DATABASE, ...JOURNALS];
    for (const name of await readdir(dirname(file)))
      if (copied.includes(name)) await copyFile(join(dirname(file), name), join(folder, name));
  },

  // Renaming the file can't fail because of its content.
  checkReplace: async () => undefined,

  async replace(snapshotFile) {
    // SQLite would apply a journal of the previous database to the new one.
    for (const suffix of ['-wal', '-shm', '-journal']) await rm(file + suffix, { force: true });
    await rename(snapshotFile, file);
    await flushToDisk(dirname(file));
  },
});
