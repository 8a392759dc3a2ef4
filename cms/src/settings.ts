import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The exit code that tells the starter that starting again will not help (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/** Ends the process with one line that says what to mend before the next start. */
export function refuseToStart(reason: string): never {
  console.error(`The CMS can't start: ${reason}`);
  process.exit(EX_CONFIG);
}

/** The value of an environment variable; an empty one counts as not set. */
export function setting(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** A port number from the environment; refuses to start when it is none. */
export function portSetting(name: string, fallback: number): number {
  const value = setting(name);
  if (value === undefined) return fallback;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    refuseToStart(`${name} is "${value}", which is no port number.`);
  return port;
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

/** Strapi's database. */
export const databaseFile = () => join(privateFolder(), 'strapi.db');

/** All backups that are not written elsewhere; the folder may be missing. */
export const backupsFolder = () => dataPath('backups');

/** Strapi's public folder; the media library keeps its files in `uploads` under it. */
export function publicFolder(): string {
  dataFolder('public/uploads');
  return dataFolder('public');
}
