import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder, refuseToStart } from './settings';

const NAMES = ['appKey', 'adminJwt', 'apiTokenSalt', 'transferTokenSalt', 'encryptionKey'] as const;

type Secrets = Record<(typeof NAMES)[number], string>;

function isSecrets(value: unknown): value is Secrets {
  return (
    typeof value === 'object' &&
    value !== null &&
    NAMES.every((name) => {
      const secret: unknown = Reflect.get(value, name);
      return typeof secret === 'string' && secret.length >= 32;
    })
  );
}

/** Writes fresh secrets; a process that was quicker wins, because a link never replaces a file. */
function generate(file: string): void {
  const secrets = Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString('base64url')]));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}

/** The secrets of this installation, made on the first start and kept in the data folder, readable by its owner only. */
export function readSecrets(): Secrets {
  const file = join(privateFolder(), 'secrets.json');
  if (!existsSync(file)) generate(file);
  let secrets: unknown;
  try {
    secrets = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    refuseToStart(`${file} can't be read (${error instanceof Error ? error.message : String(error)}).`);
  }
  if (!isSecrets(secrets)) {
    refuseToStart(
      `${file} is damaged. Put it back from a backup, or delete it: everyone then signs in again.`,
    );
  }
  return secrets;
}
