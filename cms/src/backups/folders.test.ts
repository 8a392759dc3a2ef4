import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { createBackupName, listDailyBackups, readBackupVersion, withTemporaryFolder } from './folders';

const DAY_MS = 86_400_000;

const dataFolder = createDataFolder();
const backups = (...names: string[]) => join(dataFolder, 'backups', ...names);

test('names a backup by its local time with all digits, so that names sort by age', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 2, 3, 4, 5, 6) });
  expect(createBackupName()).toBe('2026-01-02_03-04-05-006');
  vi.setSystemTime(new Date(2026, 11, 31, 23, 59, 59, 999));
  expect(createBackupName()).toBe('2026-12-31_23-59-59-999');
});

test('lists a daily backup with a name in the future last, unless only the time zone has changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 1, 22) });
  const past = ['2026-06-02_12-00-00-000', '2026-05-31_12-00-00-000'];
  const future = ['2036-01-01_12-00-00', '2026-06-02_13-00-00-000'];
  for (const name of [...past, ...future]) mkdirSync(backups('daily', name), { recursive: true });
  expect(await listDailyBackups()).toEqual([...past, ...future].map((name) => backups('daily', name)));
});

test('deletes the temporary folder after a success and after a failure', async () => {
  const use = async (folder: string) => {
    writeFileSync(join(folder, 'strapi.db'), '');
    return folder;
  };
  expect(await withTemporaryFolder(use)).toMatch(/backups\/\.tmp-\w+$/);
  await expect(
    withTemporaryFolder(async (folder) => {
      await use(folder);
      throw new Error('the disk is full');
    }),
  ).rejects.toThrow('the disk is full');
  expect(readdirSync(backups())).toEqual([]);
  expect(statSync(backups()).mode & 0o777).toBe(0o700);
});

test('deletes temporary folders of interrupted processes after a day, and nothing else', async () => {
  const old = (Date.now() - DAY_MS - 60_000) / 1_000;
  const recent = (Date.now() - DAY_MS + 60_000) / 1_000;
  for (const [name, time] of [
    ['.tmp-old', old],
    ['.draft-old', old],
    ['.tmp-recent', recent],
    ['daily', old],
    ['2025-01-01_00-00-00-000-replaced', old],
  ] as const) {
    mkdirSync(backups(name), { recursive: true });
    utimesSync(backups(name), time, time);
  }
  await withTemporaryFolder(async () => undefined);
  expect(readdirSync(backups()).sort()).toEqual(['.tmp-recent', '2025-01-01_00-00-00-000-replaced', 'daily']);
  expect(existsSync(backups('.tmp-old'))).toBe(false);
});

test.each(['', 'null', '{}', '{"version":1}', '{"version"'])(
  'has no version for the file %j',
  async (content) => {
    writeFileSync(join(dataFolder, 'version.json'), content);
    expect(await readBackupVersion(dataFolder)).toBeUndefined();
  },
);
