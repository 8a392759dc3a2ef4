const FULL_DISK = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'];

/** Something the reader can put right: its message, one line, is all that is shown. */
export class BackupError extends Error {}

/** The reason of an error; one without a code is a bug of ours, whose place is shown too. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : String(error.stack);
}

/** The beginning of a sentence about an error that ended a command. */
export function describeFailure(error: unknown): string {
  const isFull = error instanceof Error && 'code' in error && FULL_DISK.includes(String(error.code));
  return `${isFull ? 'The disk is full, so this was not finished' : 'This failed'} (${reasonOf(error)})`;
}
