import { join, resolve } from 'node:path';

/** The exit code that tells the starter that starting again will not help (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

export interface Settings {
  host: string;
  port: number;
  /** Where this process reaches the CMS. */
  cmsUrl: URL;
  /** Where browsers reach the site: what it calls itself in front of search engines. */
  siteUrl: URL;
  /** Where browsers reach the CMS's admin: the only place that may frame the site. */
  adminUrl: URL;
  /** The folder of the CMS's media library. */
  uploads: string;
  /** The folder in which the last good words are kept. */
  held: string;
}

function refuseToStart(reason: string): never {
  console.error(`The site can't start: ${reason}`);
  process.exit(EX_CONFIG);
}

/** The settings of the environment (an empty variable counts as not set); ends the process with one line when one is wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const setting = (name: string) => env[name]?.trim() || undefined;
  const address = (name: string, fallback: string) => {
    const value = setting(name) ?? fallback;
    if (!URL.canParse(value) || !/^https?:/.test(value))
      refuseToStart(`${name} is "${value}", which is no address like ${fallback}.`);
    return new URL(value);
  };
  const port = Number(setting('PORT') ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    refuseToStart(`PORT is "${env.PORT}", which is no port number.`);
  const dataDir = resolve(setting('DATA_DIR') ?? '../data');
  return {
    host: setting('HOST') ?? '0.0.0.0',
    port,
    cmsUrl: address('CMS_URL', 'http://127.0.0.1:1337'),
    siteUrl: address('SITE_URL', 'http://localhost:3000'),
    adminUrl: address('ADMIN_URL', 'http://localhost:1337'),
    uploads: join(dataDir, 'public', 'uploads'),
    held: join(dataDir, 'web'),
  };
}
