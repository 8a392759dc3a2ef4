import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedData } from './stack.ts';

/** Seeds a data folder that all tests copy; with SEEDED_DATA_DIR, several runs share it, and the first one seeds it. */
export default async function createSeededData() {
  const sharedDir = process.env.SEEDED_DATA_DIR;
  const dataDir = sharedDir ?? mkdtempSync(join(tmpdir(), 'seeded-'));
  if (readdirSync(dataDir).length === 0) await seedData(dataDir);
  process.env.SEEDED_DATA_DIR = dataDir;
  return () => {
    if (!sharedDir) rmSync(dataDir, { recursive: true });
  };
}
