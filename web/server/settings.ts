import { join, resolve } from 'node:path';

/** The exit code that tells the starter that starting again will not help (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

export interface Settings {
  host: string;
  port: number;
  /** Where this process reaches the CMS. */
  cmsUrl: URL;
  /** The folder of the CMS's media library. */
  uploads: string;
}

function refuseToStart(reason: string): never {
  console.error(`The site can't start: ${reason}`);
  process.exit(EX_CONFIG);
}

/** The settings of the environment (an empty variable counts as not set); ends the process with one line when one is wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const setting = (name: string) => env[name]?.trim() || undefined;
  const port = Number(setting('PORT') ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    refuseToStart(`PORT is "${env.PORT}", which is no port number.`);
  const cmsUrl = setting('CMS_URL') ?? 'http://127.0.0.1:1337';
  if (!URL.canParse(cmsUrl)) refuseToStart(`CMS_URL is "${cmsUrl}", which is no address.`);
  return {
    host: setting('HOST') ?? '0.0.0.0',
    port,
    cmsUrl: new URL(cmsUrl),
    uploads: join(resolve(setting('DATA_DIR') ?? '../data'), 'public', 'uploads'),
  };
}
