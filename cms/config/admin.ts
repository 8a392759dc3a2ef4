import { readSecrets } from '../src/environment/secrets';
import { configurePreview } from '../src/preview/configurePreview';

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
