import { chmodSync, cpSync, mkdtempSync, readdirSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const accounts = {
  ADMIN_EMAIL: 'admin@test.example',
  ADMIN_PASSWORD: 'Oak-Fire-1797-admin',
  OWNER_EMAIL: 'owner@test.example',
  OWNER_PASSWORD: 'Oak-Fire-1797-owner',
};

export const dailyFolder = (dataDir: string): string => join(dataDir, 'backups', 'daily');

/** Returns today in local time, as the names of backups begin: `2037-05-01`. */
export const today = (): string => new Date().toLocaleDateString('sv');

/**
 * Copies the data of a freshly seeded site. Its daily backup becomes one of today, also when the tests run past midnight: no test's
 * CMS creates one while the test reads files, the database or the audit log.
 *
 * @throws Error when `seededData.ts` has not run.
 */
export function copySeededData(dataDir: string, seededDir = process.env.SEEDED_DATA_DIR): string {
  if (!seededDir) throw new Error('SEEDED_DATA_DIR is not set: seededData.ts has not run');
  cpSync(seededDir, dataDir, { recursive: true });
  // Node 24's `cpSync` gives each folder the default mode, and the doctor reports private folders that others can read.
  for (const path of ['', ...readdirSync(seededDir, { recursive: true, encoding: 'utf8' })])
    chmodSync(join(dataDir, path), statSync(join(seededDir, path)).mode);
  const daily = dailyFolder(dataDir);
  const newest = readdirSync(daily).sort().at(-1) ?? '';
  // The first moment of the day, which is never in the future.
  renameSync(join(daily, newest), join(daily, `${today()}_00-00-00-000`));
  return dataDir;
}

export const copyToNewFolder = (seededDir?: string): string =>
  copySeededData(mkdtempSync(join(tmpdir(), 'stack-')), seededDir);
