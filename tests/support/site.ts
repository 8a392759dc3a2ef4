import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import { FaultyCms } from './faultyCms.ts';
import { test as base, expect, freePort } from './stack.ts';

/** For what may have to wait for a pause between two questions to the CMS. */
const PATIENCE = { timeout: 30_000, intervals: [100] };
const MAIN = fileURLToPath(new URL('../../web/dist/server/main.js', import.meta.url));

export const pagePaths = ['/', '/home', '/menu', '/services', '/contact'];
export const queryPaths: string[] = Object.values(queries).map(({ path }) => path);

/** What the site's server says about itself: of each read the age of what it holds, in seconds. */
export interface Health {
  status: string;
  words: Record<QueryName, number | null>;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asks for one thing on a connection of its own; the target goes out as written, and headers and body come as they were sent. */
export async function ask(
  address: string,
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const asking = request({ hostname, port, path: target, method, headers, agent: false }).end();
  const [response] = await once(asking, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

interface Circumstances {
  cms: string;
  dataDir: string;
  /** Every write to a file fails, as on a full disk. */
  diskFull?: boolean;
  /** A script that breaks something in the process before the server's own runs. */
  before?: string;
}

/** One process of the site's server by itself. */
export class Site {
  private stopping = false;

  private constructor(
    readonly address: string,
    private readonly process: ChildProcess,
    private readonly said: string[],
  ) {}

  /** @throws Error with all that the process said, when it ends before it listens */
  static async start({ cms, dataDir, diskFull = false, before = '' }: Circumstances): Promise<Site> {
    const port = await freePort();
    // A limit of 0 blocks is the only full disk that every system has, for every user.
    const [command, args] = diskFull
      ? ['sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, MAIN]]
      : [process.execPath, [MAIN]];
    const child = spawn(command, args, {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...(before && { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(before)}` }),
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: dataDir,
        CMS_URL: cms,
        SITE_URL: 'https://table.example',
        ADMIN_URL: 'https://admin.table.example',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said.push(text);
          if (said.join('').includes('The site listens on')) resolve();
        });
      child.once('exit', () => reject(new Error(`the site did not start:\n${said.join('')}`)));
    });
    return new Site(`http://127.0.0.1:${port}`, child, said);
  }

  /** All that the process has written. */
  get log(): string {
    return this.said.join('');
  }

  private get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Whether the process has ended without having been told to. */
  get crashed(): boolean {
    return !this.isRunning && !this.stopping;
  }

  /** The memory that the process takes up (its resident set), in MiB. */
  get memory(): number {
    return (
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(this.process.pid)], { encoding: 'utf8' })) / 1024
    );
  }

  /** Sends the process a signal, and gives its exit code once it has ended: `null` when the signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.stopping = true;
    if (this.isRunning) {
      this.process.kill(signal);
      await once(this.process, 'exit');
    }
    return this.process.exitCode;
  }

  /** The text of a page or a read. */
  async text(path: string): Promise<string> {
    return (await fetch(this.address + path)).text();
  }

  /** Every page and every read, each as its status and its text. */
  async everything(): Promise<Record<string, string>> {
    const answers = [...pagePaths, ...queryPaths].map(async (path) => {
      const response = await fetch(this.address + path);
      return [path, `${response.status} ${await response.text()}`] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  }

  /** What is no longer as it was among everything: the beginnings of the answers that differ. */
  async changes(before: Record<string, string>): Promise<string[]> {
    return Object.entries(await this.everything())
      .filter(([path, answer]) => answer !== before[path])
      .map(([path, answer]) => `${path}: ${answer.slice(0, 200)}`);
  }

  async health(): Promise<Health> {
    return (await fetch(`${this.address}/healthz`)).json();
  }

  /** Resolves when all held words are older than a second, if nobody asks for them meanwhile. */
  async aged(): Promise<void> {
    // The ages are whole seconds.
    await expect
      .poll(async () => Math.min(...Object.values((await this.health()).words).map(Number)), PATIENCE)
      .toBeGreaterThanOrEqual(2);
  }

  /** Resolves when all words are held, which a first visit may bring about. */
  async filled(): Promise<this> {
    await expect
      .poll(async () => {
        await this.everything();
        return Object.values((await this.health()).words);
      }, PATIENCE)
      .not.toContain(null);
    return this;
  }
}

interface Fixtures {
  /** The site's data folder: the pictures of the shared stack, and no held words yet. */
  dataDir: string;
  cms: FaultyCms;
  /** Starts a site on `dataDir` in front of `cms`; it is stopped with the test. */
  startSite: (circumstances?: Partial<Circumstances>) => Promise<Site>;
  /** A site that holds all words. */
  site: Site;
}

/** Tests of one site's server, whose CMS misbehaves when it is told to. */
export const test = base.extend<Fixtures>({
  dataDir: async ({ stack }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'site-'));
    symlinkSync(join(stack.dataDir, 'public'), join(dataDir, 'public'));
    await use(dataDir);
    rmSync(dataDir, { recursive: true });
  },
  cms: async ({ stack }, use) => {
    const cms = await FaultyCms.start(stack.cms);
    await use(cms);
    await cms.stop();
  },
  startSite: async ({ cms, dataDir }, use) => {
    const started: Site[] = [];
    const sabotaged = new Set<Site>();
    await use(async (circumstances) => {
      const site = await Site.start({ cms: cms.address, dataDir, ...circumstances });
      started.push(site);
      if (circumstances?.before) sabotaged.add(site);
      return site;
    });
    const crashed = started.filter((site) => site.crashed);
    for (const site of started) await site.stop('SIGKILL');
    expect(crashed.map(({ log }) => log)).toEqual([]);
    // An error that nobody foresaw leaves its trace in the log.
    for (const site of started) if (!sabotaged.has(site)) expect(site.log).not.toMatch(/^ +at /m);
  },
  site: async ({ startSite }, use) => use(await (await startSite()).filled()),
});

export { expect, type Stack } from './stack.ts';
