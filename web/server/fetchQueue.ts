/** Runs tasks that fetch something, a few at a time. */
export class FetchQueue {
  private running = 0;
  private readonly waiting: { key: string; start: () => void }[] = [];

  constructor(private readonly maxRunning: number) {}

  /** Runs a task when fewer than the maximum are running. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    if (this.running < this.maxRunning) this.running += 1;
    else await new Promise<void>((start) => this.waiting.push({ key, start }));
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next.start();
      else this.running -= 1;
    }
  }

  /** Makes a waiting task the next one. */
  prefer(key: string): void {
    const position = this.waiting.findIndex((task) => task.key === key);
    if (position > 0) this.waiting.unshift(...this.waiting.splice(position, 1));
  }
}
