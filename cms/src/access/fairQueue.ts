interface Limits {
  /** The most tasks that run at once. */
  running: number;
  /** The most tasks of one key that wait. */
  waitingPerKey: number;
  /** The most tasks that wait. */
  waiting: number;
  /** A task that takes longer no longer counts as running, so that hung tasks don't stop the queue. */
  longestRunMs: number;
}

/** Lets a limited number of tasks run at once; the others wait, and their keys take turns. */
export class FairQueue {
  private running = 0;
  private waitingCount = 0;
  /** What starts the waiting tasks of each key, in the order of the keys' turns. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(private readonly limits: Limits) {}

  /** Whether no task runs or waits. */
  get isIdle(): boolean {
    return this.running === 0;
  }

  /**
   * Waits for a task's turn, and returns what ends it; `undefined` when too many tasks wait, or when the signal is aborted
   * meanwhile.
   */
  async enter(key: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (this.running < this.limits.running) this.running += 1;
    else if (!(await this.waitForTurn(key, signal))) return undefined;
    const leave = () => {
      if (!timer) return;
      clearTimeout(timer);
      timer = undefined;
      this.startNext();
    };
    let timer: NodeJS.Timeout | undefined = setTimeout(leave, this.limits.longestRunMs).unref();
    return leave;
  }

  private async waitForTurn(key: string, signal: AbortSignal): Promise<boolean> {
    const tasks = this.waiting.get(key) ?? new Set();
    if (signal.aborted || tasks.size >= this.limits.waitingPerKey || this.waitingCount >= this.limits.waiting)
      return false;
    this.waiting.set(key, tasks);
    this.waitingCount += 1;
    return new Promise((resolve) => {
      const end = (started: boolean) => {
        signal.removeEventListener('abort', onAbort);
        tasks.delete(start);
        if (tasks.size === 0) this.waiting.delete(key);
        this.waitingCount -= 1;
        resolve(started);
      };
      const start = () => end(true);
      const onAbort = () => end(false);
      tasks.add(start);
      signal.addEventListener('abort', onAbort);
    });
  }

  /** Gives the place of a task that has ended to the next key. */
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
