const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'];

/** An error that the operator can correct: only its one-line message is shown. */
export class BackupError extends Error {}

/** The reason of an error; for one without a code, which is a bug, the stack trace. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : String(error.stack);
}

/** The beginning of a sentence about an error that ended a command. */
export function describeFailure(error: unknown): string {
  const isDiskFull =
    error instanceof Error && 'code' in error && DISK_FULL_CODES.includes(String(error.code));
  return `${isDiskFull ? 'This failed because the disk is full' : 'This failed'} (${reasonOf(error)})`;
}
