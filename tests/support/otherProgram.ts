import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ProcessOutput } from './processOutput.ts';

const SCRIPT = `
  const server = require('node:http').createServer((_request, response) => {
    console.log('request');
    response.end();
  });
  server.on('connection', () => console.log('connection'));
  server.listen(0, '127.0.0.1', () => console.log(String(server.address().port)));`;

/** A web server that the tests have not opened, as another program on this machine. */
export class OtherProgram {
  private constructor(
    readonly address: string,
    private readonly output: ProcessOutput,
    readonly stop: () => void,
  ) {}

  static async start(): Promise<OtherProgram> {
    const child = spawn(process.execPath, ['-e', SCRIPT], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = new ProcessOutput(child);
    await once(child.stdout, 'data');
    return new OtherProgram(`http://127.0.0.1:${output.text.trim()}`, output, () => void child.kill());
  }

  /** A line for each connection and each request. */
  get log(): string {
    return this.output.text;
  }
}
