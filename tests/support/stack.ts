import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { queries } from '../../web/src/content/queries.ts';
import { PostgresServer } from './postgresServer.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const accounts = {
  ADMIN_EMAIL: 'admin@test.example',
  ADMIN_PASSWORD: 'Oak-Fire-1797-admin',
  OWNER_EMAIL: 'owner@test.example',
  OWNER_PASSWORD: 'Oak-Fire-1797-owner',
};

/** Settings of a stack, as in `.env`. */
type Settings = Record<string, string>;

/** A port that is free right now. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** The running stack: what `npm start` serves, on ports and data of its own, or what runs somewhere already. */
export class Stack {
  private signedIn: Promise<string> | undefined;

  private constructor(
    readonly site: string,
    readonly cms: string,
    readonly dataDir: string,
    private readonly databaseUrl = '',
    private readonly starter?: ChildProcess,
    private readonly said: string[] = [],
  ) {}

  /** A stack that runs already and is not stopped with its tests; it has no data folder. */
  static at(site: string, cms: string, token: string): Stack {
    const stack = new Stack(site, cms, '');
    stack.signedIn = Promise.resolve(token);
    return stack;
  }

  /**
   * @param databaseUrl of Postgres; without one the words are in SQLite
   * @param env settings of this stack beside those of all tests
   * @throws Error with all that the starter said, when it ends before it serves
   */
  static async start(dataDir: string, databaseUrl = '', env: Settings = {}): Promise<Stack> {
    const [sitePort, adminPort] = [await freePort(), await freePort()];
    const scratch = join(dataDir, 'scratch');
    mkdirSync(scratch, { recursive: true });
    const starter = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...accounts,
        npm_lifecycle_event: '',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        TMPDIR: scratch,
        SITE_HOST: '127.0.0.1',
        SITE_PORT: sitePort,
        ADMIN_PORT: adminPort,
        SITE_URL: '',
        ADMIN_URL: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: string[] = [];
    await new Promise<void>((resolve, reject) => {
      for (const stream of [starter.stdout, starter.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said.push(text);
          if (said.join('').includes('Ctrl-C stops both.')) resolve();
        });
      starter.once('exit', () => reject(new Error(`the stack did not start:\n${said.join('')}`)));
    });
    return new Stack(
      `http://127.0.0.1:${sitePort}`,
      `http://127.0.0.1:${adminPort}`,
      dataDir,
      databaseUrl,
      starter,
      said,
    );
  }

  async stop(): Promise<void> {
    if (!this.starter || this.starter.exitCode !== null) return;
    this.starter.kill('SIGTERM');
    await once(this.starter, 'exit');
  }

  /** The settings by which commands find what this stack keeps. */
  get settings(): { DATA_DIR: string; DATABASE_URL: string } {
    return { DATA_DIR: this.dataDir, DATABASE_URL: this.databaseUrl };
  }

  /** The temporary files of the CMS and the site. */
  get temporary(): string[] {
    return readdirSync(join(this.dataDir, 'scratch'));
  }

  /** All that the starter has said so far. */
  get log(): string {
    return this.said.join('');
  }

  /** The process ids of the CMS and of the site, of each the one that runs now. */
  get processes(): { cms: number; web: number } {
    const last = (part: string) => {
      const ids = [...this.log.matchAll(new RegExp(`^${part} started \\(process (\\d+)\\)`, 'gm'))];
      return Number(ids.at(-1)?.[1]);
    };
    return { cms: last('cms'), web: last('web') };
  }

  /** Asks the CMS for something as the administrator, who signs in once. */
  async asAdmin(method: string, path: string, body?: unknown): Promise<Response> {
    this.signedIn ??= signIn(this.cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
    return fetch(`${this.cms}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.signedIn}`,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  }

  /** Resolves when the site has the words of a type that the CMS has. */
  async shows(type: string): Promise<void> {
    const read = Object.values(queries).find(({ path }) => [`/api/${type}`, `/api/${type}s`].includes(path));
    if (!read) throw new Error(`no read brings ${type}`);
    const text = (address: string) => fetch(address).then((answer) => answer.text());
    // A CMS that was slow once is asked again after a pause.
    await expect(async () =>
      expect(await text(this.site + read.path)).toBe(await text(`${this.cms}${read.path}?${read.query}`)),
    ).toPass({ timeout: 40_000 });
  }

  /** Changes a record, or a single type when it has no id, publishes it as the admin's Publish button does, and waits for the site. */
  async publish(type: string, documentId: string | undefined, data: object): Promise<void> {
    const uid = `api::${type}.${type}`;
    const path = documentId ? `collection-types/${uid}/${documentId}` : `single-types/${uid}`;
    const response = await this.asAdmin('POST', `/content-manager/${path}/actions/publish`, data);
    expect(response.status, await response.text()).toBe(200);
    await this.shows(type);
  }

  /** Adds a dish and publishes it; the site may be a moment behind. */
  async add(type: string, data: object): Promise<string> {
    const uid = `api::${type}.${type}`;
    const response = await this.asAdmin(
      'POST',
      `/content-manager/collection-types/${uid}/actions/publish`,
      data,
    );
    expect(response.status).toBe(200);
    const answer: { data: { documentId: string } } = await response.json();
    return answer.data.documentId;
  }
}

/** Signs in as the admin's form does and gives the token. */
export async function signIn(cms: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${cms}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  const answer: { data: { token: string } } = await response.json();
  return answer.data.token;
}

/** What the words of a stack are in. */
export type Database = 'sqlite' | 'postgres';

/** What a stack keeps its words and pictures in. */
interface Data {
  dataDir: string;
  databaseUrl: string;
}

/** Makes a copy of freshly seeded data. */
type CopyData = () => Promise<Data>;

async function copyOfSqlite(): Promise<Data> {
  const seeded = process.env.SEEDED_DATA_DIR;
  if (!seeded) throw new Error('seededData.ts has not run');
  return { dataDir: copyFolder(seeded), databaseUrl: '' };
}

/** Seeds a Postgres as a first start does, for as long as its copies are used. */
async function withPostgres(use: (copyData: CopyData) => Promise<void>): Promise<void> {
  const server = await PostgresServer.start(await freePort());
  const seeded = mkdtempSync(join(tmpdir(), 'seeded-'));
  await server.run('CREATE DATABASE seeded');
  const stack = await Stack.start(seeded, server.address('seeded'));
  await stack.stop();
  let copies = 0;
  await use(async () => {
    copies += 1;
    await server.run(`CREATE DATABASE copy_${copies} TEMPLATE seeded`);
    return { dataDir: copyFolder(seeded), databaseUrl: server.address(`copy_${copies}`) };
  });
  await server.remove();
  rmSync(seeded, { recursive: true });
}

function copyFolder(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'stack-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function withStack(
  copyData: CopyData,
  use: (stack: Stack) => Promise<void>,
  settings: Settings = {},
): Promise<void> {
  const { dataDir, databaseUrl } = await copyData();
  const stack = await Stack.start(dataDir, databaseUrl, settings);
  await use(stack);
  await stack.stop();
  rmSync(dataDir, { recursive: true });
}

/** Gives the stack of containers where one runs, which `compose/setup.ts` has started. */
async function withSharedStack(copyData: CopyData, use: (stack: Stack) => Promise<void>): Promise<void> {
  const { CONTAINERS_SITE: site, CONTAINERS_CMS: cms, CONTAINERS_TOKEN: token } = process.env;
  if (!site || !cms || !token) return withStack(copyData, use);
  await use(Stack.at(site, cms, token));
}

/**
 * `stack` is shared by the tests of a worker, which only read from it; `ownStack` is a test's own, to change and break,
 * with the `settings` of its file.
 * The map's host is never asked: a page in its place says that it is the map. No test may see the admin do what its own
 * policy forbids.
 */
export const test = base.extend<
  { ownStack: Stack; settings: Settings },
  { database: Database; copyData: CopyData; stack: Stack }
>({
  database: ['sqlite', { scope: 'worker', option: true }],
  copyData: [
    ({ database }, use) => (database === 'postgres' ? withPostgres(use) : use(copyOfSqlite)),
    { scope: 'worker', timeout: 180_000 },
  ],
  stack: [({ copyData }, use) => withSharedStack(copyData, use), { scope: 'worker', timeout: 60_000 }],
  settings: [{}, { option: true }],
  ownStack: ({ copyData, settings }, use) => withStack(copyData, use, settings),
  context: async ({ context }, use) => {
    await context.route('https://www.openstreetmap.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title>The map' }),
    );
    const forbidden: string[] = [];
    context.on('console', (message) => {
      const inAdmin = message.page()?.url().includes('/admin');
      if (inAdmin && message.text().includes('Content Security Policy')) forbidden.push(message.text());
    });
    await use(context);
    expect(forbidden).toEqual([]);
  },
});

export { expect, type Page } from '@playwright/test';
