import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { vi } from 'vitest';
import type { Core } from '../../cms/node_modules/@strapi/strapi';
import { toInstant } from '../../cms/src/shared/hours/zonedTime.ts';
import { queries } from '../../web/src/content/queries.ts';
import { listenOnFreePort } from './ports.ts';
import { accounts, copyToNewFolder } from './seededCopy.ts';
import { type DataLocation, Snapshot } from './snapshot.ts';

/** The folder of the CMS. */
const CMS = new URL('../../cms/', import.meta.url).pathname;
const TIME_ZONE = 'America/New_York';
/** When each test begins, by the clock of the restaurant: later than the seeded content, on a Tuesday before Thanksgiving. */
const NOW = '2037-11-24T12:00';
/** A session of the admin ends after 30 minutes, unless the admin renews it. */
const SESSION_MS = 20 * 60_000;
const YEAR_MS = 365 * 24 * 60 * 60_000;

/**
 * Loads a compiled module of the CMS with Node's own `require`, as Strapi does: with Vitest's import, modules that have a state, and
 * classes, would exist twice.
 */
const requireCms = createRequire(`${CMS}package.json`);
export const requireCompiled = <Module>(path: string): Module => requireCms(`./dist/src/${path}.js`);

const { createMaker } =
  requireCompiled<typeof import('../../cms/src/schedule/scheduler.ts')>('schedule/scheduler');
const { showItem } = requireCompiled<typeof import('../../cms/src/menu/itemReturns.ts')>('menu/itemReturns');

/** A CMS in the process of the test, on a copy of the seeded data. It is loaded once in a worker, and reset before each test. */
export class TestCms {
  /** Makes the planned changes that are due. */
  private makeDue: () => Promise<number> = async () => 0;
  private readonly tokens = new Map<string, { token: Promise<string>; since: number }>();

  private constructor(
    readonly strapi: Core.Strapi,
    /** The address under which the CMS answers. */
    readonly url: string,
    private readonly location: DataLocation,
    private readonly snapshot: Snapshot,
  ) {}

  /** Loads Strapi without its scheduler, daily backups and other things that begin when it listens. */
  static async load(): Promise<TestCms> {
    const location = { dataDir: copyToNewFolder(), databaseUrl: process.env.TEST_DATABASE_URL ?? '' };
    const snapshot = await Snapshot.take(location);
    Object.assign(process.env, {
      ...accounts,
      // Strapi would read a developer's settings.
      ENV_PATH: '/dev/null',
      NODE_ENV: 'production',
      DATA_DIR: location.dataDir,
      DATABASE_URL: location.databaseUrl,
      TIME_ZONE,
      STRAPI_TELEMETRY_DISABLED: 'true',
    });
    for (const name of ['SITE_URL', 'ADMIN_URL', 'BACKUP_REPOSITORY', 'BACKUP_PASSWORD', 'SMTP_URL'])
      delete process.env[name];
    const { createStrapi }: typeof import('../../cms/node_modules/@strapi/strapi') =
      requireCms('@strapi/strapi');
    const strapi = createStrapi({ appDir: CMS, distDir: `${CMS}dist`, serveAdminPanel: false });
    strapi.log.level = 'error';
    await strapi.load();
    // A clock that is set would make Strapi's own jobs run during a test.
    strapi.cron.stop();
    strapi.server.mount();
    const server = createServer(strapi.server.app.callback());
    // Otherwise it could close a connection at the moment when a test sends its next request.
    server.keepAliveTimeout = 0;
    const cms = new TestCms(strapi, `http://127.0.0.1:${await listenOnFreePort(server)}`, location, snapshot);
    server.unref();
    return cms;
  }

  get dataDir(): string {
    return this.location.dataDir;
  }

  /** Resets the database, the pictures, the clock and what the planned changes keep in memory. */
  async reset(): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    this.setTime(NOW);
    await this.snapshot.restore();
    this.forget();
  }

  /** Forgets what the planned changes keep in memory, as a new process does, and makes what is due. */
  async restart(): Promise<void> {
    this.forget();
    await this.makeDue();
  }

  private forget(): void {
    this.makeDue = createMaker(this.strapi, showItem, TIME_ZONE);
  }

  /** Sets the clock by that of the restaurant, which otherwise moves with each request, and does nothing else: the CMS did not run meanwhile. */
  setTime(time: string): void {
    const [date = '', clock = ''] = time.split('T');
    const instant = toInstant(date, clock, TIME_ZONE);
    // Strapi deletes sessions that have ended by its clock, also when it is right again.
    if (Math.abs(instant - Date.now()) > YEAR_MS) this.tokens.clear();
    vi.setSystemTime(instant);
  }

  /** Sets the clock, and makes the planned changes that are due then. */
  async goTo(time: string): Promise<void> {
    this.setTime(time);
    await this.makeDue();
  }

  /** Reads a path of the API as the page of a preview does. */
  async readInPreview(path: string, token: string): Promise<{ status: number; body: string }> {
    const response = await fetch(this.url + path, { headers: { 'x-preview-token': token } });
    return { status: response.status, body: await response.text() };
  }

  /**
   * Sends a request, a millisecond after the last one, in the session of an account if one is given.
   * @param token of another session of the account
   */
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

  /** Returns the token of a session of an account that has one of the passwords of `accounts`. */
  private signIn(email: string): Promise<string> {
    const known = this.tokens.get(email);
    if (known && Math.abs(Date.now() - known.since) < SESSION_MS) return known.token;
    const password = email === accounts.ADMIN_EMAIL ? accounts.ADMIN_PASSWORD : accounts.OWNER_PASSWORD;
    const signIn = async () => {
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
    const query = Object.values(queries).find(({ path }) => [`/api/${type}`, `/api/${type}s`].includes(path));
    if (!query) throw new Error(`no query fetches ${type}`);
    return (await this.request('GET', `${query.path}?${query.query}`)).text();
  }
}

/** The CMS of this worker. */
export const cms = await TestCms.load();
