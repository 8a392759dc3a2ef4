import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { checkBackups, checkClock, checkDisks, checkFiles } from './dataChecks';

vi.mock('node:fs/promises', async (importOriginal) => ({ ...(await importOriginal<typeof files>()) }));

const PLACE = {
  backupCommand: 'back it up',
  offsiteCommand: 'start it',
  shellPrefix: 'in the container: ',
};
const SECRET_NAMES = ['appKey', 'adminJwt', 'apiTokenSalt', 'transferTokenSalt', 'encryptionKey'];
const secrets = JSON.stringify(Object.fromEntries(SECRET_NAMES.map((name) => [name, 'a'.repeat(43)])));

const dataDir = createDataFolder();
const path = (...names: string[]) => join(dataDir, ...names);
const setAge = (file: string, days: number) => {
  const seconds = Date.now() / 1_000 - days * 86_400;
  utimesSync(file, seconds, seconds);
};

beforeEach(() => {
  mkdirSync(path('cms'), { mode: 0o700 });
  mkdirSync(path('public', 'uploads'), { recursive: true });
  mkdirSync(path('backups', 'daily'), { recursive: true, mode: 0o700 });
  writeFileSync(path('cms', 'secrets.json'), secrets, { mode: 0o600 });
  writeFileSync(path('cms', 'strapi.db'), 'a database');
});
afterEach(() => void vi.restoreAllMocks());

test('names each file that this user can’t change', async () => {
  vi.spyOn(files, 'access').mockImplementation(async (file) => {
    if (file !== path('cms')) throw Object.assign(new Error(), { code: 'EROFS' });
  });
  const { findings, hasSecrets } = await checkFiles(PLACE);
  expect(hasSecrets).toBe(true);
  const names = [['cms', 'secrets.json'], ['cms', 'strapi.db'], ['backups'], ['public', 'uploads']];
  expect(findings?.map((text) => text.split(' (')[0])).toEqual(
    names.map((name) => `This user can't read and write ${path(...name)}`),
  );
});

test('says what a missing secrets file means', async () => {
  rmSync(path('cms', 'secrets.json'));
  expect(await checkFiles(PLACE)).toEqual({
    findings: [
      `${path('cms', 'secrets.json')} is missing: restore your own copy of this file; otherwise the next start generates a new one, and all users must sign in again.`,
    ],
    hasSecrets: false,
  });
});

test('a disk needs one gigabyte and the size of a backup', async () => {
  const details = await files.statfs(dataDir);
  const free = (bytes: number) =>
    vi.spyOn(files, 'statfs').mockResolvedValue({ ...details, bavail: bytes, bsize: 1 });
  writeFileSync(path('public', 'uploads', 'picture.webp'), '0123456789');
  const size = 'a database'.length + 10;
  free(1e9 + size);
  expect(await checkDisks()).toEqual([]);
  free(1e9 + size - 1);
  expect(await checkDisks()).toEqual([
    expect.stringMatching(/ has 1\.0 GB free, and .* need 1\.0 GB: delete/),
  ]);
});

test('a new site needs no backup yet', async () => {
  expect(await checkBackups(PLACE)).toEqual([]);
  setAge(path('cms', 'secrets.json'), 1.1);
  expect(await checkBackups(PLACE)).toEqual([
    'There is no backup: run `back it up`, and look for “daily backup” in the log of the CMS, which makes one every day while it runs.',
  ]);
});

test.each([
  ['daily/2026-06-01_03-00-00-000', true],
  ['before-1.1.0', true],
  ['2026-06-01_03-00-00-000-replaced', false],
  ['daily/.tmp-a1b2c3', false],
])('backups/%s is a backup: %s', async (name, isBackup) => {
  setAge(path('cms', 'secrets.json'), 30);
  mkdirSync(path('backups', name));
  setAge(path('backups', name), 1.9);
  expect(await checkBackups(PLACE)).toHaveLength(isBackup ? 0 : 1);
  setAge(path('backups', name), 2.1);
  const [finding] = (await checkBackups(PLACE)) ?? [];
  expect(finding).toMatch(
    isBackup ? /^The newest backup is 2 days old: run `back it up`/ : /^There is no backup/,
  );
});

test('says how to remove a backup that was made while the clock was ahead, until it is removed', async () => {
  const backup = path('backups', 'daily', '2036-01-01_03-00-00-000');
  mkdirSync(backup);
  expect(await checkClock(PLACE)).toEqual([
    `There are files from the future (${new Date(2036, 0, 1, 3).toISOString()}): set the clock of this machine, and have it set automatically (NTP). If it is right, it was wrong when ${backup} was made: run \`in the container: rm -r ${backup}\`.`,
  ]);
  rmSync(backup, { recursive: true });
  setAge(path('cms', 'secrets.json'), -9);
  expect(await checkClock(PLACE)).toEqual([
    expect.stringContaining(
      `If it is right, it was wrong when ${path('cms', 'secrets.json')} was made: run \`in the container: touch ${path('cms', 'secrets.json')}\`.`,
    ),
  ]);
  setAge(path('cms', 'secrets.json'), 0);
  expect(await checkClock(PLACE)).toEqual([]);
});
