import { readSecrets } from '../src/environment/secrets';
import {
  ensurePublicFolder,
  readAdminUrl,
  readJsonLogs,
  readPort,
  readSetting,
} from '../src/environment/settings';
import { IDLE_READ_MS } from '../src/shared/requests/siteRequests';

export default () => ({
  host: readSetting('HOST') ?? '127.0.0.1',
  port: readPort('PORT', 1337),
  // With https, a reverse proxy sends the client's address and scheme; src/middlewares/forwarded-headers.ts deletes
  // what others send. It appends the address to X-Forwarded-For, so only the last one is used: the client may have
  // sent those before it.
  proxy: { koa: readAdminUrl().startsWith('https:'), maxIpsCount: 1 },
  http: {
    serverOptions: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_500,
      maxHeaderSize: 16 * 1024,
      // Long enough for a photograph of 30 MB on a slow connection.
      requestTimeout: 300_000,
      // So that the connection of a site without visitors stays open until its next request.
      keepAliveTimeout: IDLE_READ_MS + 60_000,
    },
  },
  app: { keys: [readSecrets().appKey] },
  dirs: { public: ensurePublicFolder() },
  // The tables of a start are for people: they would be many lines without a meaning for programs.
  logger: { updates: { enabled: false }, startup: { enabled: !readJsonLogs() } },
});
