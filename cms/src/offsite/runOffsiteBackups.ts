import { setTimeout as sleep } from 'node:timers/promises';
import { describeFailure } from '../backups/backupError';
import { listDailyBackups } from '../backups/folders';
import type { OffsiteSettings } from '../environment/settings';
import { readOffsiteStatus, writeOffsiteStatus } from './offsiteStatus';
import { hidePassword, Restic } from './restic';
import { isCheckDue, storeBackups } from './storeBackups';

const POLL_INTERVAL_MS = 10_000;
const MIN_RETRY_MS = 60_000;
const MAX_RETRY_MS = 60 * 60_000;

/** Stores each new daily backup off-site, and repeats a failed attempt with backoff, until the signal. */
export async function runOffsiteBackups(settings: OffsiteSettings, signal: AbortSignal): Promise<void> {
  const restic = new Restic(settings, signal);
  const repository = hidePassword(settings.repository);
  /** The newest daily backup at the last successful attempt. */
  let newestStored: string | undefined;
  let isFirstAttempt = true;
  let retryMs = MIN_RETRY_MS;
  /** By the monotonic clock, which nobody sets. */
  let nextAttempt = 0;

  while (!signal.aborted) {
    // Each time, because the operator deletes the file to start a new repository.
    const previous = await readOffsiteStatus();
    const status = previous?.repository === repository ? previous : { repository };
    const [newest] = await listDailyBackups();
    const isDue = isFirstAttempt || newest !== newestStored || status.failure || isCheckDue(status);
    if (isDue && performance.now() >= nextAttempt) {
      try {
        await storeBackups(restic, status, console.log);
        if (status.failure) console.log('Off-site backups work again.');
        status.failure = undefined;
        isFirstAttempt = false;
        newestStored = newest;
        retryMs = MIN_RETRY_MS;
      } catch (error) {
        if (signal.aborted) return;
        const message = describeFailure(error);
        // Once for each reason, also when this process was restarted in the meantime.
        if (status.failure?.message !== message)
          console.error(
            `The off-site backup failed: ${message}. It is tried again until it succeeds, at least every hour.`,
          );
        status.failure = { time: Date.now(), message };
        nextAttempt = performance.now() + retryMs;
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
      await writeOffsiteStatus(status);
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
