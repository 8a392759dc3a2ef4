import { setTimeout as after } from 'node:timers/promises';
import { readSettings } from './settings.ts';
import { createSite } from './site.ts';

/** A visitor who takes longer than this for an answer under way is cut off when the process has to stop. */
const LONGEST_STOP_MS = 8_000;

const settings = readSettings(process.env);
const site = await createSite(settings);

const stop = () => {
  // Connections that are in the middle of an answer end with it, rather than wait for their next request.
  site.server.keepAliveTimeout = 1;
  void Promise.race([site.close(), after(LONGEST_STOP_MS)]).then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

await site.listen({ host: settings.host, port: settings.port });
const version = process.env.VERSION || 'of unknown version';
console.log(`The site listens on ${settings.host}:${settings.port} (Scioto Table ${version})`);
