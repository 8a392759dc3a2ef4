import { isDiskFull } from '../environment/diskFull';

/** An error that the operator can fix: only its one-line message is printed, without a stack trace. */
export class BackupError extends Error {}

/** Returns an error's message or, for an error without a code, which is a bug, its stack trace. */
export function getMessageOrStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : String(error.stack);
}

/** Returns the beginning of a sentence about an error that ended a command; of one that the operator can fix, all sentences. */
export function describeFailure(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  return `${isDiskFull(error) ? 'This failed because the disk is full' : 'This failed'} (${getMessageOrStack(error)})`;
}

/** Prints the result of a command that leaves the data as it was when it fails, or why it failed. */
export function printResult(result: Promise<string>): void {
  result.then(console.log, (error) => {
    const end = error instanceof BackupError ? '' : '; the previous data is unchanged.';
    console.error(describeFailure(error) + end);
    process.exitCode = 1;
  });
}
