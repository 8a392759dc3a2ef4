import { existsSync } from 'node:fs';
import { isOlder } from '../environment/isOlder';
import { getDataPath, readDatabaseUrl, readVersion } from '../environment/settings';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { parseJson } from '../shared/parseJson';
import type { ClockReading } from './dataChecks';
import type { Findings, Place } from './doctor';

const POSTGRES_TIMEOUT_MS = 5_000;
/** Shorter, because SQLite waits synchronously, and the other checks with it. */
const SQLITE_TIMEOUT_MS = 1_000;
/** The oldest version of Postgres that Strapi supports. */
const MIN_POSTGRES_VERSION = 14;

/** What the database says about itself. */
export interface DatabaseCheck {
  findings: string[];
  /** The stored version of the data, as JSON; `undefined` when there is none. */
  dataVersion?: unknown;
  /** Whether the first accounts exist. */
  hasAccounts?: boolean;
  /** The clock of Postgres, which may be another machine's. */
  clock?: ClockReading;
}

const READ_VERSION = "SELECT value FROM strapi_core_store_settings WHERE key = 'scioto_table_version'";
const READ_ACCOUNT = 'SELECT 1 FROM admin_users LIMIT 1';
/** Changes no row, but fails where no row can be changed. */
const TRY_TO_WRITE = 'UPDATE strapi_core_store_settings SET value = value WHERE id IS NULL';

/** Checks that the database can be read and written, without changing anything in it. */
export function checkDatabase(place: Place): Promise<DatabaseCheck> {
  const url = readDatabaseUrl();
  return url ? checkPostgres(url, place) : checkSqlite(getDataPath('cms/strapi.db'), place);
}

const describeMissingSite = (location: string, { startCommand }: Place) =>
  `There is no site in ${location} yet: start it with \`${startCommand}\`.`;

/** The used part of a better-sqlite3 connection; the package has no types. */
interface SqliteConnection {
  prepare(sql: string): { all(): Record<string, unknown>[]; run(): void };
  close(): void;
}

async function checkSqlite(file: string, place: Place): Promise<DatabaseCheck> {
  if (!existsSync(file)) return { findings: [describeMissingSite(getDataPath(''), place)] };
  try {
    return querySqlite(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_BUSY'))
      return {
        findings: [
          `Another program locks the database ${file}: end it; if it is a restore, wait until it has finished.`,
        ],
      };
    if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code))
      return {
        findings: [
          `The database ${file} can't be written (${code}): give the user that runs the site write access to this file and its folder.`,
        ],
      };
    return { findings: [describeDamage(file, errorMessage(error))] };
  }
}

const describeDamage = (file: string, reason: string) =>
  `The database ${file} is damaged (${reason}): stop the site, and restore the newest backup as docs/backups.md describes.`;

function querySqlite(file: string): DatabaseCheck {
  const Database: new (
    file: string,
    options: { fileMustExist: true; readonly?: boolean; timeout: number },
  ) => SqliteConnection = require('better-sqlite3');
  const open = (readonly: boolean) =>
    new Database(file, { fileMustExist: true, readonly, timeout: SQLITE_TIMEOUT_MS });
  // When its last connection closes, SQLite writes the log of a site that was killed into the database. A read-only
  // connection that closes last leaves both files as they are.
  const guard = existsSync(`${file}-wal`) ? open(true) : undefined;
  try {
    guard?.prepare('SELECT 1 FROM sqlite_schema').all();
    const database = open(false);
    try {
      const [check] = database.prepare('PRAGMA quick_check(1)').all();
      const result = String(check?.quick_check);
      if (result !== 'ok') return { findings: [describeDamage(file, result.replaceAll(/\s+/g, ' '))] };
      database.prepare('BEGIN IMMEDIATE').run();
      database.prepare(TRY_TO_WRITE).run();
      database.prepare('ROLLBACK').run();
      return {
        findings: [],
        dataVersion: database.prepare(READ_VERSION).all()[0]?.value,
        hasAccounts: database.prepare(READ_ACCOUNT).all().length > 0,
      };
    } finally {
      database.close();
    }
  } finally {
    guard?.close();
  }
}

/** The used part of a client of the package pg, which has no types. */
export interface PostgresClient {
  on(event: 'error', listener: () => void): void;
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

/** What to do, by Postgres' or Node's error code. */
const POSTGRES_ADVICE: [code: RegExp, advice: string][] = [
  [/^28/, 'correct the user and the password in it'],
  [/^3D/, 'create this database, or correct its name'],
  [
    /^(25006|42501)/,
    'make it writable for this user: connect to the primary server, and make the user the owner of the database',
  ],
  [
    /^(55P03|57014)/,
    'end the transaction that locks its tables; if it is a restore, wait until it has finished',
  ],
  [/^(ERR_TLS|\S*(CERT|SIGNED))/, 'correct the certificate of its server, or sslmode in DATABASE_URL'],
  [/^/, 'start its server, or correct the address'],
];

async function checkPostgres(url: string, place: Place): Promise<DatabaseCheck> {
  const { Client }: { Client: new (options: object) => PostgresClient } = require('pg');
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: POSTGRES_TIMEOUT_MS,
    query_timeout: POSTGRES_TIMEOUT_MS,
    lock_timeout: POSTGRES_TIMEOUT_MS / 2,
  });
  // A connection that is lost also fails the query that needs it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await queryPostgres(client, place);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const [, advice] = POSTGRES_ADVICE.find(([pattern]) => pattern.test(code)) ?? [];
    const reason = `${code} ${errorMessage(error)}`.trim();
    return { findings: [`The database of DATABASE_URL can't be used (${reason}): ${advice}.`] };
  } finally {
    // Without a response when the server does not answer.
    void client.end().catch(() => {});
  }
}

/** Checks a Postgres database to which a client is connected. */
export async function queryPostgres(client: PostgresClient, place: Place): Promise<DatabaseCheck> {
  const ownTime = Date.now();
  const { rows } = await client.query(`
    SELECT extract(epoch FROM clock_timestamp()) * 1000 AS time,
      current_setting('server_version_num')::int / 10000 AS version,
      has_schema_privilege(current_schema(), 'CREATE') AS can_create,
      to_regclass('strapi_core_store_settings') IS NOT NULL AS has_site`);
  const [server = {}] = rows;
  const clock = { clock: 'the database', time: Number(server.time), ownTime };
  const findings: string[] = [];
  if (Number(server.version) < MIN_POSTGRES_VERSION)
    findings.push(
      `The database of DATABASE_URL runs on Postgres ${server.version}: update it to version ${MIN_POSTGRES_VERSION} or newer, which Strapi needs.`,
    );
  if (!server.can_create)
    findings.push(
      'The user in DATABASE_URL may not create tables: make this user the owner of the database.',
    );
  if (!server.has_site)
    return { findings: [...findings, describeMissingSite('the database of DATABASE_URL', place)], clock };
  await client.query('BEGIN');
  await client.query(TRY_TO_WRITE);
  await client.query('ROLLBACK');
  const [row] = (await client.query(READ_VERSION)).rows;
  const { rows: accounts } = await client.query(READ_ACCOUNT);
  return { findings, clock, dataVersion: row?.value, hasAccounts: accounts.length > 0 };
}

/**
 * Checks that the data has not been used by a version newer than this one. Older data is no finding: the next start
 * updates it, after a backup.
 */
export function checkDataVersion({ findings, dataVersion }: DatabaseCheck): Findings {
  const version = readVersion();
  if (version === undefined || findings.length) return undefined;
  // Version 1.0 stored none.
  const data = typeof dataVersion === 'string' ? parseJson(dataVersion) : undefined;
  if (!isRecord(data) || typeof data.version !== 'string') return [];
  if (!isOlder(version, data.version)) return [];
  const restore =
    typeof data.backup === 'string'
      ? `, or restore the backup ${getDataPath(`backups/${data.backup}`)}, which was made before version ${data.version}`
      : '';
  return [
    `The data is of version ${data.version}, which is newer than this version ${version}: install version ${data.version} again${restore}.`,
  ];
}
