import { configurePreview } from '../src/admin-layout/configurePreview';
import { readSecrets } from '../src/environment/secrets';

export default () => {
  const secrets = readSecrets();
  return {
    auth: { secret: secrets.adminJwt },
    apiToken: { salt: secrets.apiTokenSalt },
    transfer: { token: { salt: secrets.transferTokenSalt } },
    secrets: { encryptionKey: secrets.encryptionKey },
    preview: configurePreview(),
    flags: { nps: false, promoteEE: false },
  };
};
