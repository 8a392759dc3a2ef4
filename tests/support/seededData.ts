import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from './stack.ts';

/** Starts and stops the stack once on empty data, so that each test gets a copy of freshly seeded data in no time. */
export default async function seedOnce() {
  const dataDir = mkdtempSync(join(tmpdir(), 'seeded-'));
  const stack = await Stack.start(dataDir);
  await stack.stop();
  process.env.SEEDED_DATA_DIR = dataDir;
  return () => rmSync(dataDir, { recursive: true });
}
