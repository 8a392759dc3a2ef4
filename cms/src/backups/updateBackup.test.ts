import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import * as backupData from './copyData';
import { createUpdateBackup } from './updateBackup';

const dataFolder = createDataFolder();
const backups = (...names: string[]) => join(dataFolder, 'backups', ...names);

beforeEach(() => {
  vi.stubEnv('VERSION', '1.1.0');
  vi.spyOn(backupData, 'copyData').mockImplementation(async (folder) => {
    await writeFile(join(folder, 'strapi.db'), 'content');
    await mkdir(join(folder, 'uploads'));
  });
});
afterEach(() => void vi.restoreAllMocks());

test('creates a backup with the version of the data, which other users can not read', async () => {
  expect(await createUpdateBackup('1.0', '1.1.0')).toBe('before-1.1.0');
  expect(readdirSync(backups())).toEqual(['before-1.1.0']);
  expect(readFileSync(backups('before-1.1.0', 'strapi.db'), 'utf8')).toBe('content');
  expect(readFileSync(backups('before-1.1.0', 'version.json'), 'utf8')).toBe('{"version":"1.0"}\n');
  expect(statSync(backups('before-1.1.0')).mode & 0o077).toBe(0);
});

test('keeps the backups of earlier updates to the same version', async () => {
  const names = [];
  for (let update = 0; update < 3; update += 1) names.push(await createUpdateBackup('1.0', '1.1.0'));
  expect(names).toEqual(['before-1.1.0', 'before-1.1.0-2', 'before-1.1.0-3']);
  expect(readdirSync(backups()).sort()).toEqual(names);
});

test('leaves nothing when the copy fails', async () => {
  vi.spyOn(backupData, 'copyData').mockImplementation(async (folder) => {
    writeFileSync(join(folder, 'strapi.db'), 'half');
    throw new Error('ENOSPC: no space left on device');
  });
  await expect(createUpdateBackup('1.0', '1.1.0')).rejects.toThrow('ENOSPC');
  expect(readdirSync(backups())).toEqual([]);
});
