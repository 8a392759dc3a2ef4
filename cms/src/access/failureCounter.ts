interface FailureWindow {
  count: number;
  /** In milliseconds of `now()`. */
  expiresAt: number;
}

interface Limits {
  /** The number of failures at which a key is blocked. */
  maxFailures: number;
  /** The failures of a key expire this long after the first one. */
  windowMs: number;
  /** The maximum number of keys in memory. */
  maxKeys: number;
}

/** Counts the failures of each key, such as an address or an account, within a time window, in bounded memory. */
export class FailureCounter {
  /** In order of expiry, because all windows have the same length. */
  private readonly failures = new Map<string, FailureWindow>();

  /** @param now a monotonic clock in milliseconds */
  constructor(
    private readonly limits: Limits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Milliseconds until a key is no longer blocked; 0 when it is not blocked. */
  remainingBlockMs(key: string): number {
    const failureWindow = this.failures.get(key);
    return failureWindow && this.isBlocked(failureWindow)
      ? Math.max(0, failureWindow.expiresAt - this.now())
      : 0;
  }

  /**
   * Counts a failure.
   * @returns a function that reverts the count
   */
  add(key: string): () => void {
    this.removeExpired();
    const failureWindow = this.failures.get(key) ?? this.startWindow(key);
    failureWindow.count += 1;
    return () => {
      failureWindow.count -= 1;
      if (failureWindow.count === 0 && this.failures.get(key) === failureWindow) this.failures.delete(key);
    };
  }

  private isBlocked({ count }: FailureWindow): boolean {
    return count >= this.limits.maxFailures;
  }

  private startWindow(key: string): FailureWindow {
    if (this.failures.size >= this.limits.maxKeys) this.evict();
    const failureWindow = { count: 0, expiresAt: this.now() + this.limits.windowMs };
    this.failures.set(key, failureWindow);
    return failureWindow;
  }

  private removeExpired(): void {
    for (const [key, { expiresAt }] of this.failures) {
      if (expiresAt > this.now()) return;
      this.failures.delete(key);
    }
  }

  /**
   * Removes the oldest key that is not blocked; when all are blocked, the one whose block ends first.
   * Rejecting new keys instead would allow an attacker with many addresses to prevent all sign-ins.
   */
  private evict(): void {
    const [oldest] = this.failures.keys();
    let evicted = oldest;
    for (const [key, failureWindow] of this.failures) {
      if (this.isBlocked(failureWindow)) continue;
      evicted = key;
      break;
    }
    if (evicted !== undefined) this.failures.delete(evicted);
  }
}
