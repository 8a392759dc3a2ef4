interface Failures {
  count: number;
  /** When they are forgotten, by the counter's clock. */
  expiresAt: number;
}

interface Limits {
  /** A key with this many failures is blocked. */
  failures: number;
  /** Failures are forgotten this long after the first of them. */
  windowMs: number;
  /** The most keys in memory. */
  keys: number;
}

/** Counts the failures of each key within a time window, in bounded memory. */
export class FailureCounter {
  /** In the order in which they expire, because all windows are equally long. */
  private readonly failures = new Map<string, Failures>();

  /** @param now a clock in milliseconds that never goes back */
  constructor(
    private readonly limits: Limits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Milliseconds until a key is no longer blocked; 0 when it is not blocked. */
  blockedMs(key: string): number {
    const failed = this.failures.get(key);
    return failed && this.isBlocked(failed) ? Math.max(0, failed.expiresAt - this.now()) : 0;
  }

  /** Counts a failure, and returns what takes it back. */
  add(key: string): () => void {
    this.removeExpired();
    const failed = this.failures.get(key) ?? this.start(key);
    failed.count += 1;
    return () => {
      failed.count -= 1;
      if (failed.count === 0 && this.failures.get(key) === failed) this.failures.delete(key);
    };
  }

  private isBlocked({ count }: Failures): boolean {
    return count >= this.limits.failures;
  }

  private start(key: string): Failures {
    if (this.failures.size >= this.limits.keys) this.evict();
    const failed = { count: 0, expiresAt: this.now() + this.limits.windowMs };
    this.failures.set(key, failed);
    return failed;
  }

  private removeExpired(): void {
    for (const [key, { expiresAt }] of this.failures) {
      if (expiresAt > this.now()) return;
      this.failures.delete(key);
    }
  }

  /**
   * Forgets the oldest key that is not blocked. When all are blocked, the one whose block ends first: refusing new keys
   * instead would let someone with many addresses keep everybody else from signing in.
   */
  private evict(): void {
    const [oldest] = this.failures.keys();
    let evicted = oldest;
    for (const [key, failed] of this.failures) {
      if (this.isBlocked(failed)) continue;
      evicted = key;
      break;
    }
    if (evicted !== undefined) this.failures.delete(evicted);
  }
}
