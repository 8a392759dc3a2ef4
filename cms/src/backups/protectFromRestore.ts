import { refuseToStart } from '../environment/settings';
import { BackupError, describeFailure } from './backupError';
import { completeRestoreAndLock, IncompleteRestoreError } from './stagedRestore';

/**
 * Completes a restore that was interrupted, and locks the data against restores for as long as this process runs; before
 * Strapi opens the database. While a restore runs, or can't be completed, the process exits with a one-line message, and the
 * supervisor or Docker restarts it with a backoff.
 */
export async function protectFromRestore(): Promise<void> {
  try {
    if (await completeRestoreAndLock((message) => console.log(message))) return;
    console.error("The CMS can't start yet: a restore is running.");
  } catch (error) {
    if (error instanceof BackupError && !(error instanceof IncompleteRestoreError))
      refuseToStart(error.message);
    console.error(`The CMS can't start yet: ${describeFailure(error)}`);
  }
  process.exit(1);
}
