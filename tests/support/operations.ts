import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../scripts/shared/settings.mjs';
import { runScript } from './backups.ts';
import { freePort, retryWhenPortInUse } from './ports.ts';
import { PostgresServer } from './postgresServer.ts';
import { accounts, copySeededData } from './seededCopy.ts';
import { test as base, expect, Stack } from './stack.ts';

export const CMS = fileURLToPath(new URL('../../cms', import.meta.url));

interface CmsOptions {
  env?: Record<string, string>;
  /** Node's own arguments, such as `--require FILE`. */
  nodeArgs?: string[];
  /** A folder with the files of the CMS, compiled to `dist` or, as in the container image, to the folder itself. */
  folder?: string;
}

/** A process of the CMS alone, without the supervisor that would restart it. */
export class Cms {
  output = '';
  /** Resolves when the process has exited and its output is complete. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.exited = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  }

  /** Starts the process with the accounts of every stack, and doesn't wait. */
  static async start(dataDir: string, { env, nodeArgs = [], folder = CMS }: CmsOptions = {}): Promise<Cms> {
    const port = await freePort();
    const script = existsSync(join(folder, 'dist')) ? 'dist/src/start.js' : 'src/start.js';
    const args = [...nodeArgs, script];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        ...process.env,
        ...accounts,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        DATA_DIR: dataDir,
        PORT: port,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Cms(`http://127.0.0.1:${port}`, child);
  }

  async waitUntilReady(): Promise<void> {
    const ended = this.exited.then(() => {
      throw new Error(`the CMS did not start:\n${this.output}`);
    });
    await Promise.race([
      expect
        .poll(() => this.output, { timeout: 120_000, intervals: [50] })
        .toContain('Strapi started successfully'),
      ended,
    ]);
  }

  /** Stops the process as the supervisor does, and waits until it has exited. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.exited;
  }

  /** Kills the process if it runs, as a crash or a power failure does. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}

function createScratchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'operations-'));
}

function removeScratchFolder(folder: string): void {
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 250 });
}

interface TestFixtures {
  scratch: string;
  startStack: typeof Stack.start;
  startCms: typeof Cms.start;
}

interface WorkerFixtures {
  seededBackup: string;
  postgres: PostgresServer;
  /** A Postgres database with the freshly seeded site, as the template of others. */
  seededDatabase: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  scratch: async ({}, use) => {
    const scratch = createScratchFolder();
    await use(scratch);
    removeScratchFolder(scratch);
  },
  startStack: async ({ scratch: _ }, use) => {
    const started: Stack[] = [];
    await use(async (...args) => {
      const stack = await Stack.start(...args);
      started.push(stack);
      return stack;
    });
    for (const stack of started) await stack.stop();
  },
  startCms: async ({ scratch: _ }, use) => {
    const started: Cms[] = [];
    await use(async (...args) => {
      const cms = await Cms.start(...args);
      started.push(cms);
      return cms;
    });
    for (const cms of started) await cms.kill();
  },
  seededBackup: [
    async ({}, use) => {
      const scratch = createScratchFolder();
      const file = join(scratch, 'seeded.tar.gz');
      const DATA_DIR = copySeededData(join(scratch, 'data'));
      expect(runScript('backup', { DATA_DIR }, [file])).toMatchObject({ status: 0, stderr: '' });
      await use(file);
      removeScratchFolder(scratch);
    },
    { scope: 'worker' },
  ],
  postgres: [
    async ({}, use) => {
      const server = await retryWhenPortInUse(async () => PostgresServer.start(await freePort()));
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  seededDatabase: [
    async ({ postgres, seededBackup }, use) => {
      const scratch = createScratchFolder();
      await postgres.run('CREATE DATABASE seeded');
      const settings = { DATA_DIR: scratch, DATABASE_URL: postgres.address('seeded') };
      expect(runScript('restore', settings, [seededBackup])).toMatchObject({ status: 0, stderr: '' });
      await use('seeded');
      removeScratchFolder(scratch);
    },
    { scope: 'worker' },
  ],
});

export { expect } from './stack.ts';
