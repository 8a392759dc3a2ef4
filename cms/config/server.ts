import { readSecrets } from '../src/secrets';
import { portSetting, publicFolder, setting } from '../src/settings';

export default () => ({
  host: setting('HOST') ?? '127.0.0.1',
  port: portSetting('PORT', 1337),
  // Under https the admin stands behind a proxy, whose word for the visitor's address and scheme is then taken.
  proxy: { koa: setting('ADMIN_URL')?.startsWith('https:') ?? false },
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
