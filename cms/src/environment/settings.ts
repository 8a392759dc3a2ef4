import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The exit code that tells the starter that starting again will not help (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/** The name by which Postgres knows the CMS, and a restore sees that it is running. */
export const APPLICATION_NAME = 'scioto-table';

/** Ends the process with one line that says what to mend before the next start. */
export function refuseToStart(reason: string): never {
  console.error(`The CMS can't start: ${reason}`);
  process.exit(EX_CONFIG);
}

/** The value of an environment variable; an empty one counts as not set. */
export function setting(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** The version of Scioto Table; unknown when the CMS was started neither by npm start nor in a container. */
export const version = () => setting('VERSION');

/** A port number from the environment; refuses to start when it is none. */
export function portSetting(name: string, fallback: number): number {
  const value = setting(name);
  if (value === undefined) return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    refuseToStart(`${name} is "${value}", which is no port number.`);
  return port;
}

/** The address of the website; refuses to start when it is none. */
export function siteUrl(): string {
  const address = setting('SITE_URL') ?? 'http://localhost:3000';
  if (!URL.canParse(address) || !/^https?:/.test(address))
    refuseToStart(`SITE_URL is "${address}", which is no address like https://example.com.`);
  return address;
}

const dataPath = (name: string) => join(resolve(process.cwd(), setting('DATA_DIR') ?? '../data'), name);

/** A folder of the data directory, made when it is missing, closed to other users of the machine when `secret`. */
function dataFolder(name: string, secret = false): string {
  const folder = dataPath(name);
  try {
    mkdirSync(folder, { recursive: true, ...(secret && { mode: 0o700 }) });
  } catch (error) {
    refuseToStart(
      `the data folder ${folder} can't be made (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
  return folder;
}

/** The database and the secrets: nothing else may see this folder. */
export const privateFolder = () => dataFolder('cms', true);

/** The address of the Postgres that holds the words; without one SQLite does, in `databaseFile`. Refuses to start when it is none. */
export function databaseUrl(): string | undefined {
  const value = setting('DATABASE_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || url.pathname.length < 2) {
    // It is not repeated here: it may have a password in it.
    refuseToStart(
      'DATABASE_URL is no address of a Postgres database: it must be like postgres://user:password@host:5432/database, \
with %40 for an @ in the password, %2F for a / and so on.',
    );
  }
  return value;
}

/** Strapi's database, unless Postgres holds it. */
export const databaseFile = () => join(privateFolder(), 'strapi.db');

/** All backups that are not written elsewhere; the folder may be missing. */
export const backupsFolder = () => dataPath('backups');

/** Strapi's public folder; the media library keeps its files in `uploads` under it. */
export function publicFolder(): string {
  dataFolder('public/uploads');
  return dataFolder('public');
}
