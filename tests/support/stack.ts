import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { queries } from '../../web/src/content/queries.ts';
import { contentTypes, findQuery } from './contentTypes.ts';
import { guardBrowser } from './guardBrowser.ts';
import { setCurrentTest, takeRefusedConnections } from './guardConnections.cjs';
import { freePort, retryWhenPortInUse } from './ports.ts';
import { PostgresServer, runSql } from './postgresServer.ts';
import { ProcessOutput } from './processOutput.ts';
import { accounts, copyToNewFolder, dailyFolder, today } from './seededCopy.ts';
import { type DataLocation, Snapshot } from './snapshot.ts';
import { databaseFile, withSqlite } from './sqlite.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Settings = Record<string, string>;

/** Finds a time zone in which it is 2 o'clock in the night: no opening, closing or midnight comes during a test. */
export function findQuietTimeZone(): string {
  const hoursBehind = (new Date().getUTCHours() + 22) % 24;
  // In these names the sign is the opposite of the usual one.
  return hoursBehind <= 12 ? `Etc/GMT+${hoursBehind}` : `Etc/GMT-${24 - hoursBehind}`;
}

/** For requests to the CMS, which closes idle connections: it could do so while a test reads files or waits for a script. */
const NEW_CONNECTION = { connection: 'close' };

/** Waits for the daily backup of today. Call it right after a start: later, the CMS may create it an hour late. */
export async function waitForDailyBackup(dataDir: string): Promise<void> {
  const day = today();
  const folder = dailyFolder(dataDir);
  const listDays = () =>
    existsSync(folder) ? readdirSync(folder).map((name) => name.slice(0, day.length)) : [];
  await expect.poll(listDays, { timeout: 60_000 }).toContain(day);
}

/** A running site and CMS: started as `npm start` does on free ports and its own data folder, or running already. */
export class Stack {
  private adminToken: Promise<string> | undefined;

  private constructor(
    readonly site: string,
    readonly cms: string,
    readonly dataDir: string,
    private readonly databaseUrl = '',
    private readonly startScript?: ChildProcess,
    private readonly output?: ProcessOutput,
  ) {}

  /** Creates a stack for servers that run already: it has no data folder, and `stop` leaves them running. */
  static at(site: string, cms: string, token?: string): Stack {
    const stack = new Stack(site, cms, '');
    return token ? stack.withToken(token) : stack;
  }

  /**
   * Starts a site and a CMS and waits until both serve.
   * @param databaseUrl the Postgres database; empty means SQLite
   * @param root the folder of the source, of this version by default
   */
  static start(dataDir: string, databaseUrl = '', env: Settings = {}, root = ROOT): Promise<Stack> {
    return retryWhenPortInUse(() => Stack.startOnFreePorts(dataDir, databaseUrl, env, root));
  }

  private static async startOnFreePorts(
    dataDir: string,
    databaseUrl: string,
    env: Settings,
    root: string,
  ): Promise<Stack> {
    const [sitePort, adminPort] = [await freePort(), await freePort()];
    const scratch = join(dataDir, 'scratch');
    mkdirSync(scratch, { recursive: true });
    const startScript = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: root,
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
        // A developer's .env must not make backups of test data.
        BACKUP_REPOSITORY: '',
        BACKUP_PASSWORD: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = new ProcessOutput(startScript);
    await output.waitFor('Ctrl-C stops both.');
    return new Stack(
      `http://127.0.0.1:${sitePort}`,
      // Only from this address, the default of ADMIN_URL, the admin may frame the site.
      `http://localhost:${adminPort}`,
      dataDir,
      databaseUrl,
      startScript,
      output,
    );
  }

  withToken(token: string): this {
    this.adminToken = Promise.resolve(token);
    return this;
  }

  async stop(): Promise<void> {
    if (!this.startScript || this.startScript.exitCode !== null) return;
    this.startScript.kill('SIGTERM');
    await once(this.startScript, 'exit');
  }

  get settings(): { DATA_DIR: string; DATABASE_URL: string } {
    return { DATA_DIR: this.dataDir, DATABASE_URL: this.databaseUrl };
  }

  get log(): string {
    return this.output?.text ?? '';
  }

  get processes(): { cms: number; web: number } {
    const latestId = (part: string) => {
      const ids = [...this.log.matchAll(new RegExp(`^${part} started \\(process (\\d+)\\)`, 'gm'))];
      return Number(ids.at(-1)?.[1]);
    };
    return { cms: latestId('cms'), web: latestId('web') };
  }

  /** Sends a request to the CMS as the administrator, who signs in once per stack. */
  async asAdmin(method: string, path: string, body?: unknown): Promise<Response> {
    this.adminToken ??= signIn(this.cms, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
    return fetch(`${this.cms}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.adminToken}`,
        // The CMS would end a new connection before it has received all files of an upload that it rejects.
        ...(body instanceof FormData ? {} : { ...NEW_CONNECTION, 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  }

  async readContent(type: string): Promise<string> {
    const { path, query } = findQuery(type);
    return (await fetch(`${this.cms}${path}?${query}`, { headers: NEW_CONNECTION })).text();
  }

  /** @param content by default what the CMS has now */
  async waitForSite(type: string, content?: string): Promise<void> {
    const { path } = findQuery(type);
    const latest = content ?? (await this.readContent(type));
    // After one slow response the site backs off before its next request to the CMS.
    await expect(async () => expect(await (await fetch(this.site + path)).text()).toBe(latest)).toPass({
      timeout: 40_000,
      intervals: [100],
    });
  }

  /** Publishes an entry, or a single type without `documentId`, and waits until the site shows it. */
  async publish(type: string, documentId: string | undefined, data: object): Promise<void> {
    await this.publishAll([[type, documentId, data]]);
  }

  /** Publishes entries as `publish` does, but waits for the site only once they are all published. */
  async publishAll(
    entries: (readonly [type: string, documentId: string | undefined, data: object])[],
  ): Promise<void> {
    for (const [type, documentId, data] of entries) {
      const uid = `api::${type}.${type}`;
      const path = documentId ? `collection-types/${uid}/${documentId}` : `single-types/${uid}`;
      const response = await this.asAdmin('POST', `/content-manager/${path}/actions/publish`, data);
      expect(response.status, await response.text()).toBe(200);
    }
    await Promise.all([...new Set(entries.map(([type]) => type))].map((type) => this.waitForSite(type)));
  }

  async runStatement(statement: string): Promise<void> {
    const { DATA_DIR, DATABASE_URL } = this.settings;
    if (DATABASE_URL) await runSql(DATABASE_URL, statement);
    else withSqlite(databaseFile(DATA_DIR), (database) => database.exec(statement));
  }

  /** Creates and publishes an entry without waiting for the site, and returns its document id. */
  async addEntry(type: string, data: object): Promise<string> {
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

export async function signIn(cms: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${cms}/admin/login`, {
    method: 'POST',
    headers: { ...NEW_CONNECTION, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  const answer: { data: { token: string } } = await response.json();
  return answer.data.token;
}

/** Lists the queries whose content the site has not saved to its data folder yet: it saves it after it has begun to serve. */
export const listUnsavedQueries = (dataDir: string): string[] =>
  Object.keys(queries).filter((name) => !existsSync(join(dataDir, 'web', `${name}.json`)));

export async function seedData(dataDir: string, databaseUrl = ''): Promise<void> {
  const stack = await Stack.start(dataDir, databaseUrl);
  await waitForDailyBackup(dataDir);
  await expect.poll(() => listUnsavedQueries(dataDir), { timeout: 60_000 }).toEqual([]);
  await stack.stop();
}

export type Database = 'sqlite' | 'postgres';

type CopyData = () => Promise<DataLocation>;

const copySqliteData: CopyData = async () => ({ dataDir: copyToNewFolder(), databaseUrl: '' });

/** Seeds a Postgres database by a first start, and removes the server after use. */
export async function withPostgres(use: (copyData: CopyData) => Promise<void>): Promise<void> {
  const server = await retryWhenPortInUse(async () => PostgresServer.start(await freePort()));
  const seededDir = mkdtempSync(join(tmpdir(), 'seeded-'));
  await server.run('CREATE DATABASE seeded');
  await seedData(seededDir, server.address('seeded'));
  let copies = 0;
  await use(async () => {
    copies += 1;
    await server.run(`CREATE DATABASE copy_${copies} TEMPLATE seeded`);
    return { dataDir: copyToNewFolder(seededDir), databaseUrl: server.address(`copy_${copies}`) };
  });
  await server.remove();
  rmSync(seededDir, { recursive: true });
}

export async function withStack(
  { dataDir, databaseUrl }: DataLocation,
  use: (stack: Stack) => Promise<void>,
  settings: Settings = {},
): Promise<void> {
  const stack = await Stack.start(dataDir, databaseUrl, settings);
  await use(stack);
  await stack.stop();
  rmSync(dataDir, { recursive: true });
}

interface SharedStack {
  /** Returns the stack, with its data as seeded. */
  get: () => Promise<Stack>;
  markEdited: () => void;
}

async function withResettableStack(
  copyData: CopyData,
  use: (shared: SharedStack) => Promise<void>,
): Promise<void> {
  const location = await copyData();
  const snapshot = await Snapshot.take(location);
  let isEdited = false;
  const seeded = new Map<string, string>();
  const useShared = (stack: Stack) => {
    const get = async () => {
      if (!isEdited) return stack;
      await snapshot.restore();
      const waitForSeeded = async ({ name }: { name: string }) => {
        const content = seeded.get(name) ?? (await stack.readContent(name));
        seeded.set(name, content);
        await stack.waitForSite(name, content);
      };
      await Promise.all(contentTypes.map(waitForSeeded));
      isEdited = false;
      return stack;
    };
    const markEdited = () => {
      isEdited = true;
    };
    return use({ get, markEdited });
  };
  await withStack(location, useShared, { TIME_ZONE: findQuietTimeZone() });
  snapshot.remove();
}

/** Uses the containers that `compose/setup.ts` has started, or else starts a stack on seeded data. */
async function withSharedStack(
  copyData: CopyData,
  use: (shared: SharedStack) => Promise<void>,
): Promise<void> {
  const { CONTAINERS_SITE: site, CONTAINERS_CMS: cms } = process.env;
  if (!site || !cms) return withResettableStack(copyData, use);
  // A new one for each test, because a restore in an earlier test has ended the session.
  await use({ get: async () => Stack.at(site, cms), markEdited: () => {} });
}

/**
 * `stack` and `editableStack` are the same stack, which the tests of a worker share. A test must not change `stack`. After a
 * test with `editableStack`, the database and the pictures are reset; what the CMS keeps in memory, such as failed sign-ins,
 * is not: all tests together must stay below the limit of failed sign-ins.
 * A stub page replaces the map, so that no test sends requests to OpenStreetMap. A test fails when it, its browser or a process
 * that it has started tries to reach a port that no test has opened, and when the admin violates its Content Security Policy.
 */
export const test = base.extend<
  { refusedConnections: undefined; stack: Stack; editableStack: Stack },
  { database: Database; copyData: CopyData; sharedStack: SharedStack }
>({
  refusedConnections: [
    async ({}, use, { titlePath }) => {
      setCurrentTest(titlePath.join(' › '));
      await use(undefined);
      expect(takeRefusedConnections()).toEqual([]);
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      guardBrowser(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  database: ['sqlite', { scope: 'worker', option: true }],
  copyData: [
    ({ database }, use) => (database === 'postgres' ? withPostgres(use) : use(copySqliteData)),
    { scope: 'worker', timeout: 180_000 },
  ],
  sharedStack: [({ copyData }, use) => withSharedStack(copyData, use), { scope: 'worker', timeout: 180_000 }],
  stack: async ({ sharedStack }, use) => use(await sharedStack.get()),
  editableStack: async ({ sharedStack }, use) => {
    await use(await sharedStack.get());
    // After the test, which may also use `stack`, such as by the fixtures of a site.
    sharedStack.markEdited();
  },
  context: async ({ context }, use) => {
    await context.route('https://www.openstreetmap.org/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        // Like OpenStreetMap's page, it has elements that take the focus.
        body: '<!doctype html><html lang="en"><title>Map</title>The map<button>In</button><button>Out</button>',
      }),
    );
    const violations: string[] = [];
    context.on('console', (message) => {
      const inAdmin = message.page()?.url().includes('/admin');
      if (inAdmin && message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await use(context);
    expect(violations).toEqual([]);
  },
});

export { expect, type Page } from '@playwright/test';
