import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TrustedProxies } from '../../cms/src/shared/requests/trustedProxies.ts';
import { createSettingsReader, EX_CONFIG, type ListenAddress } from '../../cms/src/shared/sharedSettings.ts';

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
  /** The URL at which to report security holes, for security.txt; `undefined` when there is no such file. */
  securityContact: string | undefined;
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

function createReader(env: NodeJS.ProcessEnv) {
  const readSetting = (name: string) => env[name]?.trim() || undefined;
  const nameLookup = {
    lookUp: (name: string) => lookup(name, { all: true }),
    readFile: (path: string) => readFile(path, 'latin1'),
  };
  return { readSetting, ...createSettingsReader({ readSetting, refuseToStart, nameLookup }) };
}

/** Reads the e-mail address or URL for reports of security holes as a URL; exits when it is neither. */
function readSecurityContact(contact: string | undefined): string | undefined {
  if (contact === undefined) return undefined;
  if (/^https:/i.test(contact) && URL.canParse(contact)) return new URL(contact).href;
  const address = contact.replace(/^mailto:/i, '');
  if (/^[^\s<>@:]+@[^\s<>@:]+$/.test(address)) return new URL(`mailto:${address}`).href;
  return refuseToStart(
    `SECURITY_CONTACT is "${contact}"; it must be an e-mail address like security@example.com or a URL like https://example.com/security.`,
  );
}

/** Reads whether log lines are JSON; exits when the setting is invalid. */
export const readJsonLogs = (env: NodeJS.ProcessEnv): boolean => createReader(env).readJsonLogs();

/** Reads the settings from the environment (an empty variable counts as unset); exits when one is invalid. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const {
    readSetting,
    readPort,
    readOrigin,
    readAdminOrigin,
    readMetricsAddress,
    readTimeZone,
    readTrustedProxies,
  } = createReader(env);
  return {
    host: readSetting('HOST') ?? '0.0.0.0',
    port: readPort('PORT', 3000),
    cmsUrl: new URL(readOrigin('CMS_URL', 'http://127.0.0.1:1337')),
    siteUrl: new URL(readOrigin('SITE_URL', 'http://localhost:3000')),
    adminUrl: new URL(readAdminOrigin('http://localhost:1337')),
    trustedProxies: readTrustedProxies(),
    timeZone: readTimeZone(),
    securityContact: readSecurityContact(readSetting('SECURITY_CONTACT')),
    cacheFolder: join(resolve(readSetting('DATA_DIR') ?? '../data'), 'web'),
    metrics: readMetricsAddress(),
  };
}
