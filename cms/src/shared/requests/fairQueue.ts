/** The limits of a queue; it has none of those that are left out. */
interface Limits {
  maxRunning: number;
  maxWaitingPerKey?: number;
  maxWaiting?: number;
  /** After this time a task no longer counts as running, so that hung tasks don't block the queue. */
  runTimeoutMs?: number;
}

/** Limits how many tasks run at once; waiting tasks start round-robin by key, such as the client's network. */
export class FairQueue {
  private running = 0;
  private waitingCount = 0;
  /** The functions that start the waiting tasks, by key; the key whose turn is next is first. */
  private waiting = new Map<string, Set<() => void>>();

  constructor(private readonly limits: Limits) {}

  /** Whether no task runs; tasks wait only while others run. */
  get isIdle(): boolean {
    return this.running === 0;
  }

  /**
   * Waits for a free slot.
   * @returns a function that releases the slot, where a second call has no effect; `undefined` when too many
   *   tasks wait, or when the signal is aborted first
   */
  async acquire(key: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (this.running < this.limits.maxRunning) this.running += 1;
    else if (!(await this.waitForSlot(key, signal))) return undefined;
    const { runTimeoutMs } = this.limits;
    let isRunning = true;
    const release = () => {
      if (!isRunning) return;
      isRunning = false;
      clearTimeout(timer);
      this.startNext();
    };
    const timer = runTimeoutMs === undefined ? undefined : setTimeout(release, runTimeoutMs);
    return release;
  }

  /** Gives the next free slot to the waiting tasks of a key, if there are any. */
  prefer(key: string): void {
    const tasks = this.waiting.get(key);
    if (tasks) this.waiting = new Map([[key, tasks], ...this.waiting]);
  }

  private async waitForSlot(key: string, signal: AbortSignal): Promise<boolean> {
    const { maxWaitingPerKey = Number.POSITIVE_INFINITY, maxWaiting = Number.POSITIVE_INFINITY } =
      this.limits;
    const tasks = this.waiting.get(key) ?? new Set();
    if (signal.aborted || tasks.size >= maxWaitingPerKey || this.waitingCount >= maxWaiting) return false;
    this.waiting.set(key, tasks);
    this.waitingCount += 1;
    return new Promise((resolve) => {
      const stopWaiting = (started: boolean) => {
        signal.removeEventListener('abort', onAbort);
        tasks.delete(start);
        if (tasks.size === 0) this.waiting.delete(key);
        this.waitingCount -= 1;
        resolve(started);
      };
      const start = () => stopWaiting(true);
      const onAbort = () => stopWaiting(false);
      tasks.add(start);
      signal.addEventListener('abort', onAbort);
    });
  }

  /** Passes a released slot to the next key's first task, without a change of `running`; moves that key to the end. */
  private startNext(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    const [key, tasks] = next;
    this.waiting.delete(key);
    this.waiting.set(key, tasks);
    const [start] = tasks;
    start?.();
  }
}
