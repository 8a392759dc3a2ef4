import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { warnAboutBackups, warnAboutClock, warnAboutDisks } from './listWarnings';

vi.mock('node:fs/promises', async (importOriginal) => ({ ...(await importOriginal<typeof files>()) }));

const NOW = Date.parse('2026-06-10T12:00:00Z');
const dataDir = createDataFolder();

const write = (path: string, days: number) => {
  const seconds = NOW / 1_000 - days * 86_400;
  writeFileSync(join(dataDir, path), '');
  utimesSync(join(dataDir, path), seconds, seconds);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  mkdirSync(join(dataDir, 'cms'));
  mkdirSync(join(dataDir, 'backups', 'daily'), { recursive: true });
});
afterEach(() => void vi.restoreAllMocks());

test.each([
  { what: 'no backup of a new site', siteDays: 1.9, backupDays: undefined, warned: undefined },
  { what: 'a backup that is almost two days old', siteDays: 90, backupDays: 1.9, warned: undefined },
  { what: 'a backup that is two days old', siteDays: 90, backupDays: 2, warned: '2 days' },
  { what: 'no backup', siteDays: 12.5, backupDays: undefined, warned: '12 days' },
])('says for how long there was no backup: $what', async ({ siteDays, backupDays, warned }) => {
  write('cms/secrets.json', siteDays);
  if (backupDays !== undefined) write('backups/daily/one', backupDays);
  const sentences = (await warnAboutBackups()).map(({ sentence }) => sentence);
  expect(sentences).toEqual(
    warned ? [expect.stringContaining(`For ${warned} no copy was made of your words`)] : [],
  );
});

test.each([
  ['a backup whose name is from the future', 'backups/daily/2036-01-01_03-00-00-000', 0],
  ['off-site backups that began in the future', 'cms/offsite-since', -2],
])('says that the clock is or was wrong as long as there is %s', async (_, file, days) => {
  write('cms/secrets.json', 90);
  write('backups/daily/2026-06-10_20-00-00-000', 0.1);
  expect(await warnAboutClock()).toEqual([]);
  write(file, days);
  expect((await warnAboutClock()).map(({ sentence }) => sentence)).toEqual([
    'The clock of the computer that runs the site is wrong, or was wrong for a while. Tell whoever looks after the site; until then, everything you change is kept.',
  ]);
  rmSync(join(dataDir, file));
  expect(await warnAboutClock()).toEqual([]);
});

const NOT_ELSEWHERE =
  'For 5 days no copy of your words and photographs was put in a safe place elsewhere. Tell whoever looks after the site; until then, everything you change is kept.';

test.each([
  { what: 'no settings', setting: '', sinceDays: 90, warned: [] },
  { what: 'set a day ago', setting: 'set', sinceDays: 1.9, warned: [] },
  { what: 'never made', setting: 'set', sinceDays: 5, warned: [NOT_ELSEWHERE] },
])('says for how long there was no off-site backup: $what', async ({ setting, sinceDays, warned }) => {
  vi.stubEnv('BACKUP_REPOSITORY', setting);
  write('cms/secrets.json', 90);
  write('backups/daily/one', 1);
  write('cms/offsite-since', sinceDays);
  expect((await warnAboutBackups()).map(({ sentence }) => sentence)).toEqual(warned);
});

test.each([
  [2e9, []],
  [5e6, [expect.stringMatching(/^The disk .* is full: what you change now may not be saved/)]],
  [0.4e9, [expect.stringContaining('Only 0.4 GB are left for new photographs')]],
])('with %d bytes of free space, says %j', async (bytes, expected) => {
  const details = await files.statfs(dataDir);
  vi.spyOn(files, 'statfs').mockResolvedValue({ ...details, bavail: bytes, bsize: 1 });
  expect((await warnAboutDisks()).map(({ sentence }) => sentence)).toEqual(expected);
});
