import type { ChildProcess } from 'node:child_process';

/** Collects what a process writes to stdout and stderr. */
export class ProcessOutput {
  text = '';

  constructor(private readonly child: ChildProcess) {
    for (const stream of this.streams)
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.text += text;
      });
  }

  /** Waits until the process has written a text; the error of one that exits before has its output. */
  waitFor(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      for (const stream of this.streams)
        stream.on('data', () => {
          if (this.text.includes(text)) resolve();
        });
      this.child.once('error', reject);
      // Not at its exit, when its last output may not have been read.
      this.child.once('close', () => reject(new Error(`the process did not start:\n${this.text}`)));
    });
  }

  private get streams() {
    return [this.child.stdout, this.child.stderr].filter((stream) => stream !== null);
  }
}
