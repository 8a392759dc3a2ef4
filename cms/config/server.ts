import { readSecrets } from '../src/secrets';
import { portSetting, publicFolder, setting } from '../src/settings';

export default () => ({
  host: setting('HOST') ?? '127.0.0.1',
  port: portSetting('PORT', 1337),
  app: { keys: [readSecrets().appKey] },
  dirs: { public: publicFolder() },
  logger: { updates: { enabled: false } },
});
