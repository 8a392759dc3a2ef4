import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import { logAsJson } from '../../cms/src/shared/jsonLogs.ts';
import { createServer } from './createServer.ts';
import { readJsonLogs, readSettings } from './settings.ts';

/** Longest time a graceful shutdown waits for responses in progress. */
const MAX_SHUTDOWN_MS = 8_000;

if (readJsonLogs(process.env)) logAsJson('web', process, format);
const settings = readSettings(process.env);
const server = await createServer(settings);

const shutDown = () => {
  // Closes connections with a response in progress right after it, without waiting for another request.
  server.server.keepAliveTimeout = 1;
  void Promise.race([server.close(), delay(MAX_SHUTDOWN_MS)]).then(() => process.exit(0));
};
process.once('SIGTERM', shutDown);
process.once('SIGINT', shutDown);

await server.listen({ host: settings.host, port: settings.port });
const version = process.env.VERSION || 'of unknown version';
console.log(`The site listens on ${settings.host}:${settings.port} (Scioto Table ${version})`);
