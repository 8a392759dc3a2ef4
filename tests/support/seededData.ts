import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedData } from './stack.ts';

/** Seeds an empty data folder once before all tests, so that each test starts quickly on a copy of it. */
export default async function createSeededData() {
  const dataDir = mkdtempSync(join(tmpdir(), 'seeded-'));
  await seedData(dataDir);
  process.env.SEEDED_DATA_DIR = dataDir;
  return () => rmSync(dataDir, { recursive: true });
}
