import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';

/** Returns the path of a folder that exists and is empty when a test begins, and that is deleted after it. */
export function createTemporaryFolder(): string {
  const folder = join(tmpdir(), `unit-${randomUUID()}`);
  beforeEach(() => void mkdirSync(folder));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for a folder that is the data folder of the site. */
export function createDataFolder(): string {
  const folder = createTemporaryFolder();
  beforeEach(() => void vi.stubEnv('DATA_DIR', folder));
  return folder;
}
