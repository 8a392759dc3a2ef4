import { lookup } from 'node:dns/promises';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorMessage } from '../shared/errorMessage';
import { createSettingsReader, EX_CONFIG } from '../shared/sharedSettings';

/** The CMS's `application_name` in Postgres, by which a restore detects that the CMS is running. */
export const APPLICATION_NAME = 'scioto-table';

/** The Swarm secret with settings as in .env, which only the CMS can read; the values of the environment win. */
const SECRET_SETTINGS = '/run/secrets/settings';
if (existsSync(SECRET_SETTINGS)) process.loadEnvFile(SECRET_SETTINGS);

/** Prints one line and exits with EX_CONFIG, because the operator has to change the configuration. */
export function refuseToStart(reason: string): never {
  console.error(`The CMS can't start: ${reason}`);
  process.exit(EX_CONFIG);
}

const readVariable = (name: string) => process.env[name]?.trim() || undefined;

/** The values of the files that were read: the process goes on with them when a file is replaced or deleted. */
const fileValues = new Map<string, string>();

function readSettingFile(variable: string, file: string): string {
  let value = fileValues.get(file);
  if (value !== undefined) return value;
  try {
    value = readFileSync(file, 'utf8').trim();
  } catch (error) {
    refuseToStart(`${variable} is ${file}, which can't be read (${errorMessage(error)}).`);
  }
  if (!value) refuseToStart(`${variable} is ${file}, which is empty.`);
  fileValues.set(file, value);
  return value;
}

/**
 * Reads a setting and trims its value; `undefined` when it is unset or empty. The value is in the environment variable, or in the
 * file that the variable with `_FILE` at the end of its name names. Refuses to start with both, or when the file has no value.
 */
export function readSetting(name: string): string | undefined {
  const value = readVariable(name);
  const fileVariable = `${name}_FILE`;
  const file = readVariable(fileVariable);
  if (file === undefined) return value;
  if (value !== undefined) refuseToStart(`${name} and ${fileVariable} are both set: remove one of them.`);
  return readSettingFile(fileVariable, file);
}

/** Reads the version of Scioto Table from VERSION, which `npm start` and the container set; else `undefined`. */
export const readProjectVersion = () => readSetting('VERSION');

const reader = createSettingsReader({
  readSetting,
  refuseToStart,
  nameLookup: {
    lookUp: (name) => lookup(name, { all: true }),
    readFile: (path) => readFile(path, 'latin1'),
  },
});
export const { readPort, readJsonLogs, readMetricsAddress, readTimeZone, readTrustedProxies } = reader;

/** Reads the URL of the website; refuses to start when it is invalid. */
export const readSiteUrl = () => reader.readOrigin('SITE_URL', 'http://localhost:3000');

/** Reads the URL of the admin, without `/admin`; refuses to start when it is invalid. */
export const readAdminUrl = () => reader.readAdminOrigin(`http://localhost:${readPort('PORT', 1337)}`);

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads the URL of the SMTP server; `undefined` when the CMS sends no e-mail. Refuses to start when it is invalid. */
export function readSmtpUrl(): URL | undefined {
  const value = readSetting('SMTP_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isValid =
    url &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname &&
    // The rest of a password in which a slash, a question mark or a number sign is not encoded.
    /^\/?$/.test(url.pathname + url.search + url.hash) &&
    isDecodable(url.username + url.password);
  if (isValid) return url;
  // The message omits the value, which may contain a password.
  refuseToStart(
    'SMTP_URL is not the URL of a mail server: it must have the form smtp://user:password@host:587 or smtps://user:password@host:465, \
with %40 for an @ in the user or the password, %2F for a / and so on.',
  );
}

/** Reads the sender of the CMS's e-mails; refuses to start when it is invalid. */
export function readMailFrom(): string {
  const from = readSetting('MAIL_FROM') ?? `no-reply@${new URL(readSiteUrl()).hostname}`;
  if (!/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    refuseToStart(
      `MAIL_FROM is "${from}", which is not an e-mail address like no-reply@example.com or "Name <no-reply@example.com>".`,
    );
  return from;
}

/** Where the off-site backups are, as restic addresses it, and the password that encrypts them. */
export interface OffsiteSettings {
  repository: string;
  password: string;
}

/** Reads the settings of the off-site backups; `undefined` without both. Refuses to start with only one of them. */
export function readOffsiteSettings(): OffsiteSettings | undefined {
  const repository = readSetting('BACKUP_REPOSITORY');
  const password = readSetting('BACKUP_PASSWORD');
  if (repository && password) return { repository, password };
  if (!repository && !password) return undefined;
  const [present, missing] = repository
    ? ['BACKUP_REPOSITORY', 'BACKUP_PASSWORD']
    : ['BACKUP_PASSWORD', 'BACKUP_REPOSITORY'];
  refuseToStart(`${present} is set and ${missing} is not: off-site backups need both.`);
}

/** Returns the path of a file or folder in the data folder, which may not exist. */
export const getDataPath = (name: string) =>
  join(resolve(process.cwd(), readSetting('DATA_DIR') ?? '../data'), name);

/**
 * Returns a folder of the data folder, and creates it when it is missing, with mode 700 if `isPrivate`; does not
 * change the mode of an existing folder.
 */
function ensureDataFolder(name: string, isPrivate = false): string {
  const folder = getDataPath(name);
  try {
    mkdirSync(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) });
  } catch (error) {
    refuseToStart(`the data folder ${folder} can't be created (${errorMessage(error)}).`);
  }
  return folder;
}

/** Returns the folder of the database file and the secrets, and creates it when it is missing. */
export const ensurePrivateFolder = () => ensureDataFolder('cms', true);

/** Reads the URL of the Postgres database; `undefined` with SQLite. Refuses to start when it is invalid. */
export function readDatabaseUrl(): string | undefined {
  const value = readSetting('DATABASE_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || !url.hostname || url.pathname.length < 2) {
    // The message omits the value, which may contain a password.
    refuseToStart(
      'DATABASE_URL is not the URL of a Postgres database: it must have the form postgres://user:password@host:5432/database, \
with %40 for an @ in the password, %2F for a / and so on.',
    );
  }
  return value;
}

/** Returns the path of Strapi's SQLite database, which is unused with Postgres. */
export const getDatabaseFile = () => join(ensurePrivateFolder(), 'strapi.db');

/** Returns the folder with the status of the off-site backups, and creates it when it is missing. */
export const ensureOffsiteFolder = () => ensureDataFolder('offsite', true);

/** Returns the default folder for backups, which may not exist yet. */
export const getBackupsFolder = () => getDataPath('backups');

/** Returns Strapi's public folder, whose subfolder `uploads` contains the media library, and creates both. */
export function ensurePublicFolder(): string {
  // Strapi requires the subfolder to exist.
  ensureDataFolder('public/uploads');
  return ensureDataFolder('public');
}
