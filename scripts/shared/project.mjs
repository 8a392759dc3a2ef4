import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Reads the version from package.json, the only place where it is set. */
export function readVersion() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return version;
}
