import { errorMessage } from './errorMessage';
import { isTimeZone } from './hours/zonedTime';
import { ORIGIN_REQUIREMENT, parseOrigin } from './publicUrl';
import { type NameLookup, TrustedProxies } from './requests/trustedProxies';

/** The exit code that tells the supervisor not to restart the process (EX_CONFIG of sysexits.h). */
export const EX_CONFIG = 78;

/** An address on which a server listens. */
export interface ListenAddress {
  host: string;
  port: number;
}

interface Environment {
  /** Reads a setting without the spaces around it; `undefined` when it is unset or empty. */
  readSetting: (name: string) => string | undefined;
  /** Prints the reason and ends the process. */
  refuseToStart: (reason: string) => never;
  nameLookup: NameLookup;
}

/** Creates the functions that read the settings of both the CMS and the site. They refuse to start when a setting is invalid. */
export function createSettingsReader({ readSetting, refuseToStart, nameLookup }: Environment) {
  const refuse = (name: string, value: string | number, requirement: string) =>
    refuseToStart(`${name} is "${value}"; it must be ${requirement}.`);

  /** Reads a port number. */
  const readPort = (name: string, fallback: number): number => {
    const value = readSetting(name) ?? fallback;
    const port = Number(value);
    const isPort = Number.isInteger(port) && port >= 1 && port <= 65535;
    return isPort ? port : refuse(name, value, 'a whole number from 1 to 65535');
  };
  /** Reads the origin of an http or https URL, which may have a path that is left out. */
  const readOrigin = (name: string, fallback: string, path?: string): string => {
    const url = readSetting(name) ?? fallback;
    const origin = parseOrigin(url, path);
    if (origin !== undefined) return origin;
    // It may contain a password.
    if (url.includes('@')) refuseToStart(`${name} must be ${ORIGIN_REQUIREMENT}.`);
    return refuse(name, url, ORIGIN_REQUIREMENT);
  };
  /** Reads the URL of the admin; people copy it with the path of its pages. */
  const readAdminOrigin = (fallback: string): string => readOrigin('ADMIN_URL', fallback, '/admin');
  /** Reads whether log lines are JSON. */
  const readJsonLogs = (): boolean => {
    const format = readSetting('LOG_FORMAT') ?? 'text';
    return format === 'json' || (format !== 'text' && refuse('LOG_FORMAT', format, 'text or json'));
  };
  /** Reads where the metrics are served; `undefined` when there are none. */
  const readMetricsAddress = (): ListenAddress | undefined => {
    const metrics = readSetting('METRICS') ?? '0';
    if (metrics === '0') return undefined;
    if (metrics !== '1') refuse('METRICS', metrics, '1 for metrics, or 0 for none');
    return { host: readSetting('METRICS_HOST') ?? '127.0.0.1', port: readPort('METRICS_PORT', 9464) };
  };
  /** Reads the restaurant's time zone, a name of the IANA database. */
  const readTimeZone = (): string => {
    const zone = readSetting('TIME_ZONE') ?? 'America/New_York';
    return isTimeZone(zone)
      ? zone
      : refuse('TIME_ZONE', zone, 'the name of a time zone like America/New_York');
  };
  /** Reads the reverse proxies that are trusted to tell a client's address. */
  const readTrustedProxies = (): TrustedProxies => {
    try {
      return new TrustedProxies(readSetting('TRUSTED_PROXY'), nameLookup);
    } catch (error) {
      return refuseToStart(errorMessage(error));
    }
  };
  return {
    readPort,
    readOrigin,
    readAdminOrigin,
    readJsonLogs,
    readMetricsAddress,
    readTimeZone,
    readTrustedProxies,
  };
}
