import { errorMessage } from '../../cms/src/shared/errorMessage.ts';

/** Logs the first of several failures in a row and, when there was one, the recovery. */
export class FailureLog {
  private isFailing = false;

  constructor(private readonly recoveryMessage: string) {}

  logOnce(...message: unknown[]): void {
    if (!this.isFailing) console.error(...message);
    this.isFailing = true;
  }

  logRecovery(): void {
    if (this.isFailing) console.log(this.recoveryMessage);
    this.isFailing = false;
  }
}

/** The message of an error, followed by the message of its cause if it has one. */
export function describeError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return errorMessage(error) + (cause instanceof Error ? `: ${cause.message}` : '');
}
