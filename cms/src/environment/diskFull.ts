/** What a file system, SQLite and Postgres answer when there is no room. */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', '53100'];

/** Whether an error, or the one that caused it, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CODES.includes(String(error.code))) || isDiskFull(error.cause);
}
