const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL'];

/** An error that the operator can fix: only its one-line message is printed, without a stack trace. */
export class BackupError extends Error {}

/** Returns an error's message or, for an error without a code, which is a bug, its stack trace. */
export function getMessageOrStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : String(error.stack);
}

/** Returns the beginning of a sentence about an error that ended a command. */
export function describeFailure(error: unknown): string {
  const isDiskFull =
    error instanceof Error && 'code' in error && DISK_FULL_CODES.includes(String(error.code));
  return `${isDiskFull ? 'This failed because the disk is full' : 'This failed'} (${getMessageOrStack(error)})`;
}
