import { vi } from 'vitest';
import * as secrets from '../src/environment/secrets';

/** Replaces the secrets of the installation, which a test would otherwise have to write to a file. */
export function fakeSecrets(character = 'a'): void {
  const secret = character.repeat(43);
  vi.spyOn(secrets, 'readSecrets').mockReturnValue({
    appKey: secret,
    adminJwt: secret,
    apiTokenSalt: secret,
    transferTokenSalt: secret,
    encryptionKey: secret,
  });
}
