interface Limits {
  /** The maximum number of tasks that run at once. */
  running: number;
  /** The maximum number of waiting tasks of one key. */
  waitingPerKey: number;
  /** The maximum number of waiting tasks of all keys. */
  waiting: number;
  /** After this time a task no longer counts as running, so that hung tasks don't block the queue. */
  longestRunMs: number;
}

/** Runs a limited number of tasks at once; the others wait, and their keys take turns. */
export class FairQueue {
  private running = 0;
  private waitingCount = 0;
  /** The functions that start the waiting tasks of each key, in the order of the keys' turns. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(private readonly limits: Limits) {}

  /** Whether no task runs or waits. */
  get isIdle(): boolean {
    return this.running === 0;
  }

  /**
   * Waits for a task's turn.
   * @returns a function that ends the task; `undefined` when too many tasks wait, or when the signal is
   *   aborted first
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

  /** Starts a task of the next key after another task has ended. */
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
