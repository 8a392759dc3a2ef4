import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedData } from './stack.ts';

/**
 * Seeds an empty data folder once before all tests, so that each test starts quickly on a copy of it. With SEEDED_DATA_DIR, several
 * runs share this folder: the first one seeds it.
 */
export default async function createSeededData() {
  const sharedDir = process.env.SEEDED_DATA_DIR;
  const dataDir = sharedDir ?? mkdtempSync(join(tmpdir(), 'seeded-'));
  if (readdirSync(dataDir).length === 0) await seedData(dataDir);
  process.env.SEEDED_DATA_DIR = dataDir;
  return () => {
    if (!sharedDir) rmSync(dataDir, { recursive: true });
  };
}
