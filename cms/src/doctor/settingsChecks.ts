import { stat } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublic } from '../environment/isPublic';
import { readAdminUrl, readSetting, readSiteUrl } from '../environment/settings';
import type { Place } from './findings';

/** The addresses of this machine at which a server with this host setting listens. */
function listAddresses(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.map(({ address }) => address).filter((address) => host === '::' || isIPv4(address));
}

/** Finds an admin that is on the internet without HTTPS. */
function findPlainHttp(): string[] {
  // The doctor ends like the start where an address can't be right.
  readSiteUrl();
  const url = new URL(readAdminUrl());
  if (url.protocol !== 'http:') return [];
  if (isPublic(url.hostname))
    return [
      `The admin is at ${url.origin} without HTTPS, so others on the way can read passwords: set up HTTPS (docs/https.md), and change ADMIN_URL.`,
    ];
  const adminHost = readSetting('ADMIN_HOST') ?? '127.0.0.1';
  const publicAddress = listAddresses(adminHost).find(isPublic);
  if (publicAddress === undefined) return [];
  return [
    `The admin listens on ${publicAddress} without HTTPS, because ADMIN_HOST is ${adminHost}, so others on the way can read passwords: remove ADMIN_HOST, and set up HTTPS (docs/https.md).`,
  ];
}

/** Finds a file with settings that other users may read. */
async function findOpenSettingsFile({ settingsFile }: Place): Promise<string[]> {
  const file = settingsFile === undefined ? undefined : await stat(settingsFile).catch(() => undefined);
  if (!file || !(file.mode & 0o077)) return [];
  return [`Other users of this machine may open ${settingsFile}: run \`chmod 600 ${settingsFile}\`.`];
}

/** Finds passwords of the first accounts that are set although these exist. */
const findUsedPasswords = () =>
  ['ADMIN_PASSWORD', 'ADMIN_PASSWORD_FILE', 'OWNER_PASSWORD', 'OWNER_PASSWORD_FILE']
    .filter((name) => process.env[name]?.trim())
    .map(
      (name) =>
        `${name} is still set, but only the first start uses it: remove it from .env or where else it is set${name.endsWith('_FILE') ? ', and delete the file' : ''}.`,
    );

/**
 * Checks the settings for what makes passwords known to others.
 * @param isStarted whether the first start, which creates the first accounts, has happened
 */
export const checkSettings = async (place: Place, isStarted: boolean): Promise<string[]> => [
  ...(await findOpenSettingsFile(place)),
  ...findPlainHttp(),
  ...(isStarted ? findUsedPasswords() : []),
];

/** Describes what a sign-in from a new browser needs. Without a mail server that is no finding: a site works without one. */
export const describeSignIn = (): string =>
  readSetting('SMTP_URL')
    ? 'ok'
    : 'A password alone opens the admin in any browser. To mail a code that a new browser needs too, set SMTP_URL (docs/mail.md).';
