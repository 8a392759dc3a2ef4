import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../shared/errorMessage';
import { isRecord } from '../shared/isRecord';
import { ensurePrivateFolder, refuseToStart } from './settings';

const SECRET_NAMES = ['appKey', 'adminJwt', 'apiTokenSalt', 'transferTokenSalt', 'encryptionKey'] as const;
const MIN_SECRET_LENGTH = 32;

type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

const isSecret = (value: unknown) => typeof value === 'string' && value.length >= MIN_SECRET_LENGTH;

/** Whether the content of the secrets file is complete. */
export const isSecrets = (value: unknown): value is Secrets =>
  isRecord(value) && SECRET_NAMES.every((name) => isSecret(value[name]));

/** Writes new secrets unless the file exists, so that two processes that start at the same time get the same secrets. */
function generateSecrets(file: string): void {
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, randomBytes(32).toString('base64url')]),
  );
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // A hard link, unlike a rename, fails when the file exists.
    linkSync(temporaryFile, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporaryFile);
  }
}

/** Reads the secrets of this installation; the first start generates them, in a file with mode 600. */
export function readSecrets(): Secrets {
  const file = join(ensurePrivateFolder(), 'secrets.json');
  if (!existsSync(file)) generateSecrets(file);
  let secrets: unknown;
  try {
    secrets = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    refuseToStart(`${file} can't be read (${errorMessage(error)}).`);
  }
  if (!isSecrets(secrets)) {
    refuseToStart(
      `${file} is damaged. Restore your own copy of this file, or delete it: the next start generates a new one, and all users must sign in again.`,
    );
  }
  return secrets;
}
