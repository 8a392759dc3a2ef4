import { errorMessage } from './errorMessage';
import { isTimeZone } from './hours/zonedTime';
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
  /** Reads a port number. */
  function readPort(name: string, fallback: number): number {
    const value = readSetting(name) ?? fallback;
    const port = Number(value);
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      return refuseToStart(`${name} is "${value}"; it must be a whole number from 1 to 65535.`);
    return port;
  }

  /** Reads an http or https URL. */
  function readUrl(name: string, fallback: string): string {
    const url = readSetting(name) ?? fallback;
    if (!URL.canParse(url) || !/^https?:/.test(url))
      return refuseToStart(`${name} is "${url}"; it must be a URL like https://example.com.`);
    return url;
  }

  /** Reads whether log lines are JSON. */
  function readJsonLogs(): boolean {
    const format = readSetting('LOG_FORMAT') ?? 'text';
    if (format !== 'text' && format !== 'json')
      return refuseToStart(`LOG_FORMAT is "${format}"; it must be text or json.`);
    return format === 'json';
  }

  /** Reads where the metrics are served; `undefined` when there are none. */
  function readMetricsAddress(): ListenAddress | undefined {
    const metrics = readSetting('METRICS') ?? '0';
    if (metrics !== '0' && metrics !== '1')
      return refuseToStart(`METRICS is "${metrics}"; it must be 1 for metrics, or 0 for none.`);
    if (metrics === '0') return undefined;
    return { host: readSetting('METRICS_HOST') ?? '127.0.0.1', port: readPort('METRICS_PORT', 9464) };
  }

  /** Reads the restaurant's time zone, a name of the IANA database. */
  function readTimeZone(): string {
    const timeZone = readSetting('TIME_ZONE') ?? 'America/New_York';
    if (!isTimeZone(timeZone))
      return refuseToStart(
        `TIME_ZONE is "${timeZone}"; it must be the name of a time zone like America/New_York.`,
      );
    return timeZone;
  }

  /** Reads the reverse proxies that are trusted to tell a client's address. */
  function readTrustedProxies(): TrustedProxies {
    try {
      return new TrustedProxies(readSetting('TRUSTED_PROXY'), nameLookup);
    } catch (error) {
      return refuseToStart(errorMessage(error));
    }
  }

  return { readPort, readUrl, readJsonLogs, readMetricsAddress, readTimeZone, readTrustedProxies };
}
