import { join } from 'node:path';
import { ensurePrivateFolder } from '../environment/settings';
import { type Connection, isBusy, openSqlite } from '../environment/sqlite';

/** Referenced here, because better-sqlite3 closes a connection, and so ends its lock, when it is garbage-collected. */
const connections = new Set<Connection>();

/**
 * Locks the data folder without waiting: `shared` for processes that use the data, `exclusive` for a restore. The lock is
 * SQLite's lock on an empty database file. The operating system releases it when the process ends, even when it is killed;
 * and it also works between containers, and when the site's own database is Postgres.
 * @returns a function that releases the lock; `undefined` when another process has a conflicting lock
 */
export function tryToLockData(mode: 'shared' | 'exclusive'): (() => void) | undefined {
  const connection = openSqlite(join(ensurePrivateFolder(), 'lock.db'));
  try {
    connection.prepare(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN').run();
    // A transaction takes its shared lock with its first query.
    connection.prepare('SELECT 1 FROM sqlite_master').all();
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  connections.add(connection);
  return () => {
    connections.delete(connection);
    connection.close();
  };
}
