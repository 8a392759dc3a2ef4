import { isDiskFull } from '../environment/diskFull';

/** An error that the operator can fix: only its one-line message is printed, without a stack trace. */
export class BackupError extends Error {}

/** Returns an error's message or, for an error without a code, which is a bug, its stack trace. */
export function getMessageOrStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : String(error.stack);
}

/** Returns the beginning of a sentence about an error that ended a command. */
export function describeFailure(error: unknown): string {
  return `${isDiskFull(error) ? 'This failed because the disk is full' : 'This failed'} (${getMessageOrStack(error)})`;
}
