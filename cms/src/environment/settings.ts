import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorMessage } from '../shared/errorMessage';

/** EX_CONFIG of sysexits.h: tells the supervisor that a restart won't help. */
const EX_CONFIG = 78;

/** The CMS's `application_name` in Postgres, by which a restore detects that the CMS is running. */
export const APPLICATION_NAME = 'scioto-table';

/** Prints one line and exits with EX_CONFIG: the operator has to change the configuration. */
export function refuseToStart(reason: string): never {
  console.error(`The CMS can't start: ${reason}`);
  process.exit(EX_CONFIG);
}

/** The trimmed value of an environment variable; `undefined` when it is unset or empty. */
export function setting(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** The version of Scioto Table; from VERSION, which `npm start` and the container set; otherwise `undefined`. */
export const version = () => setting('VERSION');

/** A port number from the environment; refuses to start when it is invalid. */
export function portSetting(name: string, fallback: number): number {
  const value = setting(name);
  if (value === undefined) return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    refuseToStart(`${name} is "${value}", which is not a port number.`);
  return port;
}

/** The URL of the website; refuses to start when it is invalid. */
export function siteUrl(): string {
  const url = setting('SITE_URL') ?? 'http://localhost:3000';
  if (!URL.canParse(url) || !/^https?:/.test(url))
    refuseToStart(`SITE_URL is "${url}", which is not a URL like https://example.com.`);
  return url;
}

const dataPath = (name: string) => join(resolve(process.cwd(), setting('DATA_DIR') ?? '../data'), name);

/** A folder of the data directory, created when missing, with mode 700 if `isPrivate`; an existing folder keeps its mode. */
function dataFolder(name: string, isPrivate = false): string {
  const folder = dataPath(name);
  try {
    mkdirSync(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) });
  } catch (error) {
    refuseToStart(`the data folder ${folder} can't be created (${errorMessage(error)}).`);
  }
  return folder;
}

/** The folder of the database file and the secrets, created when missing. */
export const privateFolder = () => dataFolder('cms', true);

/**
 * The URL of the Postgres database; `undefined` when SQLite stores the content. Refuses to start when it is
 * invalid.
 */
export function databaseUrl(): string | undefined {
  const value = setting('DATABASE_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || url.pathname.length < 2) {
    // The message doesn't contain the value, which may contain a password.
    refuseToStart(
      'DATABASE_URL is not the URL of a Postgres database: it must have the form postgres://user:password@host:5432/database, \
with %40 for an @ in the password, %2F for a / and so on.',
    );
  }
  return value;
}

/** Strapi's SQLite database; unused with Postgres. */
export const databaseFile = () => join(privateFolder(), 'strapi.db');

/** The default folder for backups; it may not exist yet. */
export const backupsFolder = () => dataPath('backups');

/** Strapi's public folder; the media library stores its files in the subfolder `uploads`. */
export function publicFolder(): string {
  // Strapi requires the subfolder to exist.
  dataFolder('public/uploads');
  return dataFolder('public');
}
