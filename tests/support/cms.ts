import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { vi } from 'vitest';
import type { Core } from '../../cms/node_modules/@strapi/strapi';
import { toInstant } from '../../cms/src/shared/hours/zonedTime.ts';
import { findQuery } from './contentTypes.ts';
import { NewBrowser } from './mailedCodes.ts';
import { type Mail, startMailServer } from './mailServer.ts';
import { listenOnFreePort } from './ports.ts';
import { accounts, copyToNewFolder } from './seededCopy.ts';
import { type Response as RawResponse, sendFrom } from './sendFrom.ts';
import { type DataLocation, Snapshot } from './snapshot.ts';

const CMS = new URL('../../cms/', import.meta.url).pathname;
const TIME_ZONE = 'America/New_York';
/** When each test begins, by the clock of the restaurant: later than the seeded content, on a Tuesday before Thanksgiving. */
const NOW = '2037-11-24T12:00';
function toTime(localTime: string): number {
  const [date = '', clock = ''] = localTime.split('T');
  return toInstant(date, clock, TIME_ZONE);
}
/** A session of the admin ends after 30 minutes, unless the admin renews it. */
const SESSION_MS = 20 * 60_000;
const YEAR_MS = 365 * 24 * 60 * 60_000;

/** Strapi's own way to load modules: with Vitest's import, modules with a state, and classes, would exist twice. */
const requireCms = createRequire(`${CMS}package.json`);
export const requireCompiled = <Module>(path: string): Module => requireCms(`./dist/src/${path}.js`);

const { createMaker } = requireCompiled<typeof import('../../cms/src/site/scheduler.ts')>('site/scheduler');
const { askAboutPassedChanges } =
  requireCompiled<typeof import('../../cms/src/backups/passedChanges.ts')>('backups/passedChanges');
const { storeRestoreId } =
  requireCompiled<typeof import('../../cms/src/backups/storeRestoreId.ts')>('backups/storeRestoreId');

export interface Route {
  method: string;
  path: string;
  /** Whether code of this project has registered it. */
  isOurs: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function collectOurRoutes({ server }: Core.Strapi): Set<string> {
  const names = new Set<string>();
  const addRoutes = server.routes.bind(server);
  server.routes = (routes) => {
    if (new Error().stack?.includes(`${CMS}dist/src/`)) {
      const { type, routes: list } = Array.isArray(routes) ? { routes } : routes;
      for (const { method, path } of list)
        names.add(`${method} ${type === 'content-api' ? '/api' : ''}${path}`);
    }
    return addRoutes(routes);
  };
  return names;
}

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  email?: string;
}

/** A CMS in the process of the test, on a copy of the seeded data. It is loaded once in a worker, and reset before each test. */
export class TestCms {
  private makeDue: () => Promise<number> = async () => 0;
  private readonly tokens = new Map<string, { token: Promise<string>; since: number }>();
  private addresses = 0;

  private constructor(
    readonly strapi: Core.Strapi,
    readonly url: string,
    private readonly location: DataLocation,
    private readonly snapshot: Snapshot,
    private readonly ourRoutes: Set<string>,
    /** The mails that were sent since the test began; `undefined` when the CMS sends none. */
    readonly mails?: Mail[],
  ) {}

  /** Loads Strapi without its scheduler, daily backups and other things that begin when it listens. */
  static async load(): Promise<TestCms> {
    const location = { dataDir: copyToNewFolder(), databaseUrl: process.env.TEST_DATABASE_URL ?? '' };
    const snapshot = await Snapshot.take(location);
    // The config has the files whose CMS sends mails.
    const mailServer = process.env.TEST_WITH_MAILS ? await startMailServer() : undefined;
    Object.assign(process.env, {
      ...accounts,
      // Strapi would read a developer's settings.
      ENV_PATH: '/dev/null',
      NODE_ENV: 'production',
      DATA_DIR: location.dataDir,
      DATABASE_URL: location.databaseUrl,
      TIME_ZONE,
      STRAPI_TELEMETRY_DISABLED: 'true',
      SMTP_URL: mailServer?.url ?? '',
    });
    for (const name of ['SITE_URL', 'ADMIN_URL', 'BACKUP_REPOSITORY', 'BACKUP_PASSWORD'])
      delete process.env[name];
    const { createStrapi }: typeof import('../../cms/node_modules/@strapi/strapi') =
      requireCms('@strapi/strapi');
    const strapi = createStrapi({ appDir: CMS, distDir: `${CMS}dist`, serveAdminPanel: false });
    strapi.log.level = 'error';
    const ourRoutes = collectOurRoutes(strapi);
    await strapi.load();
    // A clock that is set would make Strapi's own jobs run during a test.
    strapi.cron.stop();
    strapi.server.mount();
    const server = createServer(strapi.server.app.callback());
    server.keepAliveTimeout = strapi.server.httpServer.keepAliveTimeout;
    const url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
    const cms = new TestCms(strapi, url, location, snapshot, ourRoutes, mailServer?.mails);
    server.unref();
    return cms;
  }

  get dataDir(): string {
    return this.location.dataDir;
  }

  get isPostgres(): boolean {
    return this.location.databaseUrl !== '';
  }

  takeSnapshot(): Promise<Snapshot> {
    return Snapshot.take(this.location);
  }

  /** Restores a snapshot on SQLite as `npm run restore` restores a backup while the CMS is stopped. */
  async restoreBackup(snapshot: Snapshot): Promise<void> {
    askAboutPassedChanges(snapshot.database, Date.now(), TIME_ZONE);
    storeRestoreId(snapshot.database);
    await snapshot.restore();
    snapshot.remove();
  }

  /** Lists all routes, but that of the page of the admin, which is not loaded. */
  listRoutes(): Route[] {
    const routes = this.strapi.server
      .listRoutes()
      .flatMap(({ methods, path }) =>
        methods.map((method: string) => ({ method, path, isOurs: this.ourRoutes.has(`${method} ${path}`) })),
      )
      .filter(({ method }) => METHODS.includes(method));
    // No test must miss a route because its name is another one here.
    const count = routes.filter(({ isOurs }) => isOurs).length;
    if (count !== this.ourRoutes.size) throw new Error(`${count} routes of ${this.ourRoutes.size} are known`);
    return routes;
  }

  /** Resets everything but the failures of addresses and accounts: a test with failures needs new ones of its own. */
  async reset(): Promise<void> {
    this.mails?.splice(0);
    vi.useFakeTimers({ toFake: ['Date'], now: toTime(NOW) });
    await this.snapshot.restore();
    for (const [email, { token }] of this.tokens)
      if (!(await this.isSession(email, await token))) this.tokens.delete(email);
    this.forget();
  }

  /** Forgets what the planned changes keep in memory, as a new process does, and makes what is due. */
  async restart(): Promise<void> {
    this.forget();
    await this.makeDue();
  }

  private forget(): void {
    this.makeDue = createMaker(this.strapi);
  }

  /** Sets the clock by that of the restaurant, which otherwise moves with each request, and does nothing else: the CMS did not run meanwhile. */
  setTime(time: string): void {
    const instant = toTime(time);
    // Strapi deletes sessions that have ended by its clock, also when it is right again.
    if (Math.abs(instant - Date.now()) > YEAR_MS) this.tokens.clear();
    vi.setSystemTime(instant);
  }

  /** Sets the clock, and makes the planned changes that are due then. */
  async goTo(time: string): Promise<void> {
    this.setTime(time);
    await this.makeDue();
  }

  async goToInstant(instant: number): Promise<void> {
    vi.setSystemTime(instant);
    await this.makeDue();
  }

  async readInPreview(path: string, token: string): Promise<{ status: number; body: string }> {
    const response = await fetch(this.url + path, { headers: { 'x-preview-token': token } });
    return { status: response.status, body: await response.text() };
  }

  /** Sends a request, a millisecond after the last one, in a session of an account, of which `token` may name another one. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    email?: string,
    token?: string,
  ): Promise<Response> {
    vi.setSystemTime(Date.now() + 1);
    const isForm = body instanceof FormData;
    return fetch(this.url + path, {
      method,
      headers: {
        ...(email === undefined ? {} : { authorization: `Bearer ${token ?? (await this.signIn(email))}` }),
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  createAddress(): string {
    this.addresses += 1;
    return `127.1.${this.addresses >> 8}.${this.addresses & 255}`;
  }

  /** Sends a request from an address of this machine, where the limits of an address count it. */
  async requestFrom(
    address: string,
    method: string,
    path: string,
    { email, headers, ...options }: RequestOptions = {},
  ): Promise<RawResponse> {
    vi.setSystemTime(Date.now() + 1);
    const session = email !== undefined && { authorization: `Bearer ${await this.signIn(email)}` };
    return sendFrom(address, this.url + path, { method, ...options, headers: { ...session, ...headers } });
  }

  /** Whether a token is still that of a session of the account: a test may have ended it, or deleted the account. */
  private async isSession(email: string, token: string): Promise<boolean> {
    const { isValid, payload } = this.strapi.sessionManager('admin').validateAccessToken(token);
    const [session, account] = await Promise.all([
      isValid && this.strapi.db.query('admin::session').findOne({ where: { sessionId: payload.sessionId } }),
      this.strapi.db.query('admin::user').findOne({ where: { email } }),
    ]);
    return session && account ? session.userId === String(account.id) : false;
  }

  /** Forgets the session of an account, so that the next request in it signs in again. */
  forgetSession(email: string): void {
    this.tokens.delete(email);
  }

  signIn(email: string): Promise<string> {
    const known = this.tokens.get(email);
    if (known && Math.abs(Date.now() - known.since) < SESSION_MS) return known.token;
    const password = email === accounts.ADMIN_EMAIL ? accounts.ADMIN_PASSWORD : accounts.OWNER_PASSWORD;
    const signIn = async () => {
      if (this.mails) return new NewBrowser(this.url).signInWithCode({ mails: this.mails }, email, password);
      const response = await this.request('POST', '/admin/login', { email, password });
      const answer: { data?: { token: string } } = await response.json();
      if (!answer.data) throw new Error(`${email} can't sign in: ${response.status}`);
      return answer.data.token;
    };
    const token = signIn();
    this.tokens.set(email, { token, since: Date.now() });
    return token;
  }

  /** Reads the content of a type as the site does, which gets only what is published. */
  async readContent(type: string): Promise<string> {
    const { path, query } = findQuery(type);
    return (await this.request('GET', `${path}?${query}`)).text();
  }
}

export const cms = await TestCms.load();
