import { readSecrets } from '../src/secrets';
import { portSetting, publicFolder, setting } from '../src/settings';

export default () => ({
  host: setting('HOST') ?? '127.0.0.1',
  port: portSetting('PORT', 1337),
  // Under https the admin stands behind a proxy, whose word for the visitor's address and scheme is then taken.
  proxy: { koa: setting('ADMIN_URL')?.startsWith('https:') ?? false },
  app: { keys: [readSecrets().appKey] },
  dirs: { public: publicFolder() },
  logger: { updates: { enabled: false } },
});
