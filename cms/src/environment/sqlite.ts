/** The used part of a better-sqlite3 connection. */
export interface Connection {
  prepare(sql: string): {
    all(...values: unknown[]): Record<string, unknown>[];
    run(...values: unknown[]): void;
  };
  close(): void;
}

/** Loaded with `require`, because better-sqlite3 has no types; `Connection` declares the used part. */
const Database: new (file: string, options: { fileMustExist: boolean; timeout: number }) => Connection =
  require('better-sqlite3');

/** How long a statement usually waits for the lock of another connection. */
const LOCK_TIMEOUT_MS = 10_000;

/** Opens a SQLite database, and creates an empty one when the file is missing. No statement waits for the lock of another connection. */
export const openSqlite = (file: string): Connection =>
  new Database(file, { fileMustExist: false, timeout: 0 });

/**
 * Opens an existing SQLite database, calls a function with the connection and closes it.
 * @param timeout how long a statement waits for the lock of another connection, in milliseconds
 * @throws Error when the file is missing
 */
export function withSqlite<Result>(
  file: string,
  use: (connection: Connection) => Result,
  timeout = LOCK_TIMEOUT_MS,
): Result {
  const connection = new Database(file, { fileMustExist: true, timeout });
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

/** Whether an error of SQLite means that another connection has a conflicting lock. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
