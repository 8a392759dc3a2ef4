import { readSecrets } from '../src/environment/secrets';
import { portSetting, publicFolder, setting } from '../src/environment/settings';

export default () => ({
  host: setting('HOST') ?? '127.0.0.1',
  port: portSetting('PORT', 1337),
  // Under https a proxy is in front, which says the client's address and scheme. Of X-Forwarded-For only the last address
  // is the proxy's own: those before it are whatever the client has sent.
  proxy: { koa: setting('ADMIN_URL')?.startsWith('https:') ?? false, maxIpsCount: 1 },
  http: {
    serverOptions: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_500,
      maxHeaderSize: 16 * 1024,
      // A photograph of 30 MB on a slow line.
      requestTimeout: 300_000,
    },
  },
  app: { keys: [readSecrets().appKey] },
  dirs: { public: publicFolder() },
  logger: { updates: { enabled: false } },
});
