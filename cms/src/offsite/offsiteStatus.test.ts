import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { readOffsiteAge, readOffsiteStatus, recordOffsiteStart, writeOffsiteStatus } from './offsiteStatus';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const folder = createDataFolder();

beforeEach(() => {
  mkdirSync(join(folder, 'cms'));
  vi.stubEnv('BACKUP_REPOSITORY', 'set');
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

/** Records a start so many days ago. */
function startDaysAgo(days: number) {
  recordOffsiteStart();
  utimesSync(join(folder, 'cms', 'offsite-since'), NOW / 1000, NOW / 1000 - days * 86_400);
}

test.each(['', '{"repository":', '[]', '{"repository":1}'])('ignores the damaged status %j', async (text) => {
  mkdirSync(join(folder, 'offsite'));
  writeFileSync(join(folder, 'offsite', 'status.json'), text);
  expect(await readOffsiteStatus()).toBeUndefined();
});

test('without the setting there is no age, and the start is forgotten', async () => {
  startDaysAgo(9);
  vi.stubEnv('BACKUP_REPOSITORY', '');
  expect(await readOffsiteAge()).toBeUndefined();
  recordOffsiteStart();
  expect(existsSync(join(folder, 'cms', 'offsite-since'))).toBe(false);
});

test('counts the days since the newest backup, or since the setting is set when that is later', async () => {
  expect((await readOffsiteAge())?.days).toBe(0);
  startDaysAgo(9);
  recordOffsiteStart();
  expect((await readOffsiteAge())?.days).toBe(9);
  await writeOffsiteStatus({ repository: '/mnt/disk', backupTime: NOW - 4 * DAY_MS });
  expect((await readOffsiteAge())?.days).toBe(4);
  await writeOffsiteStatus({ repository: '/mnt/disk', backupTime: NOW - 40 * DAY_MS });
  expect((await readOffsiteAge())?.days).toBe(9);
});

test('counts no time that is in the future, as after a clock that was ahead', async () => {
  startDaysAgo(9);
  await writeOffsiteStatus({ repository: '/mnt/disk', backupTime: Date.parse('2036-01-01T12:00:00Z') });
  expect((await readOffsiteAge())?.days).toBe(9);
  startDaysAgo(-3_000);
  await writeOffsiteStatus({ repository: '/mnt/disk', backupTime: NOW - 4 * DAY_MS });
  expect((await readOffsiteAge())?.days).toBe(4);
});
