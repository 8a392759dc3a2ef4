import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';

const HOOK = fileURLToPath(new URL('testClock.cjs', import.meta.url));

/** The clock of the Node processes that are started with its environment variables. It stands still until a test sets it. */
export class TestClock {
  readonly env: { NODE_OPTIONS: string; TEST_CLOCK: string };

  /** @param time in ISO format with its time zone, such as '2026-11-26T12:00:00-05:00' */
  constructor(folder: string, time: string) {
    const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(HOOK)}`;
    this.env = { NODE_OPTIONS, TEST_CLOCK: join(folder, 'test-clock') };
    this.set(time);
  }

  set(time: string): void {
    const temporaryFile = `${this.env.TEST_CLOCK}.new`;
    writeFileSync(temporaryFile, String(Date.parse(time)));
    renameSync(temporaryFile, this.env.TEST_CLOCK);
  }

  /** Sets the time, and makes what running processes do every minute, hour or day happen once. */
  skipTo(time: string, processes: number[]): void {
    this.set(time);
    for (const id of processes) process.kill(id, 'SIGUSR2');
  }
}

/** Call it before `page.clock`, which would replace the `performance` that `waitForHydration` reads. */
export async function preserveBrowserPerformance(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { performance } = window;
    Object.defineProperty(window, 'performance', {
      configurable: true,
      get: () => performance,
      set: () => {},
    });
  });
}
