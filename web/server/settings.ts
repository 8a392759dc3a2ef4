import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isTimeZone } from '../../cms/src/shared/hours/zonedTime.ts';
import { type NameLookup, TrustedProxies } from '../../cms/src/shared/requests/trustedProxies.ts';

/** The exit code that tells the supervisor not to restart the process (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/** Node's functions with which the names in TRUSTED_PROXY are looked up. */
const nameLookup: NameLookup = {
  lookUp: (name) => lookup(name, { all: true }),
  readFile: (path) => readFile(path, 'latin1'),
};

/** An address on which a server listens. */
export interface ListenAddress {
  host: string;
  port: number;
}

export interface Settings extends ListenAddress {
  /** The URL at which this process reaches the CMS. */
  cmsUrl: URL;
  /** The URL at which browsers reach the site; the base of its canonical URLs. */
  siteUrl: URL;
  /** The URL at which browsers reach the CMS's admin; the only origin that may frame the site. */
  adminUrl: URL;
  /** The reverse proxies that are trusted to tell a client's address. */
  trustedProxies: TrustedProxies;
  /** The restaurant's time zone, a name of the IANA database. */
  timeZone: string;
  /** The folder of the cached content and pictures. */
  cacheFolder: string;
  /** Where the metrics are served; `undefined` when there are none. */
  metrics: ListenAddress | undefined;
}

/** Logs why the server can't start, and exits with EX_CONFIG. */
export function refuseToStart(reason: string): never {
  console.error(`The site can't start: ${reason}`);
  process.exit(EX_CONFIG);
}

/** Reads whether log lines are JSON; exits when the setting is invalid. */
export function readJsonLogs(env: NodeJS.ProcessEnv): boolean {
  const format = env.LOG_FORMAT?.trim() || 'text';
  if (format !== 'text' && format !== 'json')
    refuseToStart(`LOG_FORMAT is "${format}"; it must be text or json.`);
  return format === 'json';
}

/** Reads the settings from the environment (an empty variable counts as unset); exits when one is invalid. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const readSetting = (name: string) => env[name]?.trim() || undefined;
  const readUrl = (name: string, fallback: string) => {
    const value = readSetting(name) ?? fallback;
    if (!URL.canParse(value) || !/^https?:/.test(value))
      refuseToStart(`${name} is "${value}"; it must be a URL like ${fallback}.`);
    return new URL(value);
  };
  const readPort = (name: string, fallback: number) => {
    const port = Number(readSetting(name) ?? fallback);
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      refuseToStart(`${name} is "${env[name]}"; it must be a whole number from 1 to 65535.`);
    return port;
  };
  const readTrustedProxies = () => {
    try {
      return new TrustedProxies(readSetting('TRUSTED_PROXY'), nameLookup);
    } catch (error) {
      return refuseToStart(error instanceof Error ? error.message : String(error));
    }
  };
  const metrics = readSetting('METRICS') ?? '0';
  if (metrics !== '0' && metrics !== '1')
    refuseToStart(`METRICS is "${metrics}"; it must be 1 for metrics, or 0 for none.`);
  const timeZone = readSetting('TIME_ZONE') ?? 'America/New_York';
  if (!isTimeZone(timeZone))
    refuseToStart(`TIME_ZONE is "${timeZone}"; it must be the name of a time zone like America/New_York.`);
  const dataDir = resolve(readSetting('DATA_DIR') ?? '../data');
  return {
    host: readSetting('HOST') ?? '0.0.0.0',
    port: readPort('PORT', 3000),
    cmsUrl: readUrl('CMS_URL', 'http://127.0.0.1:1337'),
    siteUrl: readUrl('SITE_URL', 'http://localhost:3000'),
    adminUrl: readUrl('ADMIN_URL', 'http://localhost:1337'),
    trustedProxies: readTrustedProxies(),
    timeZone,
    cacheFolder: join(dataDir, 'web'),
    metrics:
      metrics === '1'
        ? { host: readSetting('METRICS_HOST') ?? '127.0.0.1', port: readPort('METRICS_PORT', 9464) }
        : undefined,
  };
}
