import { sitePreview } from '../src/admin-layout/sitePreview';
import { readSecrets } from '../src/environment/secrets';

export default () => {
  const secrets = readSecrets();
  return {
    auth: { secret: secrets.adminJwt },
    apiToken: { salt: secrets.apiTokenSalt },
    transfer: { token: { salt: secrets.transferTokenSalt } },
    secrets: { encryptionKey: secrets.encryptionKey },
    preview: sitePreview(),
    flags: { nps: false, promoteEE: false },
  };
};
