import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from '../../web/src/content/pages.ts';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import { FaultyCms } from './faultyCms.ts';
import { freePort, retryWhenPortInUse } from './ports.ts';
import { ProcessOutput } from './processOutput.ts';
import { test as base, expect, findQuietTimeZone } from './stack.ts';

/** Longer than the backoff between two requests to the CMS. */
const POLL_OPTIONS = { timeout: 30_000, intervals: [100] };
const SERVER_SCRIPT = fileURLToPath(new URL('../../web/dist/server/main.js', import.meta.url));

export const canonicalPaths: string[] = pages.map(({ path }) => path);
export const pagePaths: string[] = pages.flatMap(({ path, alias }) => (alias ? [path, alias] : [path]));
export const queryPaths: string[] = Object.values(queries).map(({ path }) => path);

/** The body of `/healthz`: `words` is the age of each query's cached content in seconds, `null` when nothing is cached. */
export interface Health {
  status: string;
  words: Record<QueryName, number | null>;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request whose target is not normalized, by default on a new connection; the body is not decoded. */
export async function ask(
  address: string,
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
  agent: Agent | false = false,
): Promise<HttpResponse> {
  const { hostname, port } = new URL(address);
  const outgoing = request({ hostname, port, path: target, method, headers, agent }).end();
  const [response] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

interface SiteOptions {
  cms: string;
  dataDir: string;
  script?: string;
  /** Makes every write to a file fail, as on a full disk. */
  diskFull?: boolean;
  /** JavaScript to run in the process before the server, to make something in it fail. */
  preload?: string;
  env?: Record<string, string>;
}

export class Site {
  private stopping = false;

  private constructor(
    readonly address: string,
    private readonly process: ChildProcess,
    private readonly output: ProcessOutput,
  ) {}

  /** Starts the server and waits until it listens. */
  static start(options: SiteOptions): Promise<Site> {
    return retryWhenPortInUse(() => Site.startOnFreePort(options));
  }

  private static async startOnFreePort({
    cms,
    dataDir,
    script: serverScript = SERVER_SCRIPT,
    diskFull = false,
    preload = '',
    env = {},
  }: SiteOptions): Promise<Site> {
    const port = await freePort();
    // A file size limit of 0 blocks simulates a full disk on every system and for every user. Both outputs share a pipe, so that
    // the log has its lines in order, and every line before "The site listens on" once that is there.
    const script = `${diskFull ? 'ulimit -f 0; ' : ''}exec "$0" "$@" 2>&1`;
    const child = spawn('sh', ['-c', script, process.execPath, serverScript], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: port,
        DATA_DIR: dataDir,
        CMS_URL: cms,
        SITE_URL: 'https://table.example',
        ADMIN_URL: 'https://admin.table.example',
        TIME_ZONE: findQuietTimeZone(),
        ...env,
        NODE_OPTIONS: [
          env.NODE_OPTIONS ?? process.env.NODE_OPTIONS,
          preload && `--import data:text/javascript,${encodeURIComponent(preload)}`,
        ]
          .filter(Boolean)
          .join(' '),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = new ProcessOutput(child);
    await output.waitFor('The site listens on');
    return new Site(`http://127.0.0.1:${port}`, child, output);
  }

  get log(): string {
    return this.output.text;
  }

  private get isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  get hasCrashed(): boolean {
    return !this.isRunning && !this.stopping;
  }

  /** Sends a signal and returns the exit code, which is `null` when the signal killed the process. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.stopping = true;
    if (this.isRunning) {
      this.process.kill(signal);
      await once(this.process, 'exit');
    }
    return this.process.exitCode;
  }

  async fetchText(path: string): Promise<string> {
    return (await fetch(this.address + path)).text();
  }

  async fetchAll(): Promise<Record<string, string>> {
    const responses = [...pagePaths, ...queryPaths].map(async (path) => {
      const response = await fetch(this.address + path);
      return [path, `${response.status} ${await response.text()}`] as const;
    });
    return Object.fromEntries(await Promise.all(responses));
  }

  async health(): Promise<Health> {
    return (await fetch(`${this.address}/healthz`)).json();
  }

  /** Waits until all cached content is stale (older than 1 s); requests during the wait would revalidate it. */
  async waitUntilStale(): Promise<void> {
    // Ages are rounded down to whole seconds.
    await expect
      .poll(async () => Math.min(...Object.values((await this.health()).words).map(Number)), POLL_OPTIONS)
      .toBeGreaterThanOrEqual(2);
  }

  /** Requests every page and query until the content of every query is cached. */
  async waitUntilCached(): Promise<this> {
    await expect
      .poll(async () => {
        await this.fetchAll();
        return Object.values((await this.health()).words);
      }, POLL_OPTIONS)
      .not.toContain(null);
    return this;
  }
}

export const createSiteData = (): string => mkdtempSync(join(tmpdir(), 'site-'));

interface Fixtures {
  dataDir: string;
  cms: FaultyCms;
  /** Starts a site that uses `dataDir` and `cms`; it is stopped after the test. */
  startSite: (options?: Partial<SiteOptions>) => Promise<Site>;
  site: Site;
}

export const test = base.extend<Fixtures>({
  dataDir: async ({}, use) => {
    const dataDir = createSiteData();
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
    const withPreload = new Set<Site>();
    await use(async (options) => {
      const site = await Site.start({ cms: cms.address, dataDir, ...options });
      started.push(site);
      if (options?.preload) withPreload.add(site);
      return site;
    });
    const crashed = started.filter((site) => site.hasCrashed);
    for (const site of started) await site.stop('SIGKILL');
    expect(crashed.map(({ log }) => log)).toEqual([]);
    // An unexpected error leaves a stack trace in the log.
    for (const site of started) if (!withPreload.has(site)) expect(site.log).not.toMatch(/^ +at /m);
  },
  site: async ({ startSite }, use) => use(await (await startSite()).waitUntilCached()),
});

export { expect, type Stack } from './stack.ts';
