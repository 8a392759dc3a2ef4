import { expect, test, vi } from 'vitest';
import { checkOffsite } from './offsiteCheck';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const PLACE = { offsiteCommand: 'make off-site backups' };
const WRITE_DOWN = expect.stringContaining('Write down BACKUP_REPOSITORY and BACKUP_PASSWORD on paper');
const repository = '/mnt/disk';
const hoursAgo = (hours: number) => NOW - hours * HOUR_MS;

/** Checks with the clock at NOW. */
function check(age: Parameters<typeof checkOffsite>[1]) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  try {
    return checkOffsite(PLACE, age);
  } finally {
    vi.useRealTimers();
  }
}

test.each([
  [0.5, 'less than an hour ago', 1, 'an hour ago'],
  [20, '20 hours ago', 49, '2 days ago'],
])('names the age of a backup of %d hours and of the last check', (hours, age, checkHours, checkAge) => {
  const status = { repository, backupTime: hoursAgo(hours), check: { time: hoursAgo(checkHours) } };
  const { findings, note } = check({ status, days: hours / 24 });
  expect(findings).toEqual([]);
  expect(note).toBe(
    `ok: The newest off-site backup was made ${age}; all data was checked ${checkAge}. Write down BACKUP_REPOSITORY and BACKUP_PASSWORD on paper or in a password manager, not only on this machine: without them, nobody can read the off-site backups.`,
  );
});

test('names a failure of the last backup and of the last check', () => {
  const failure = { time: hoursAgo(3), message: 'the repository is full' };
  const status = { repository, check: { time: hoursAgo(90), failure: 'damaged' }, failure };
  expect(check({ status, days: 1 }).findings).toEqual([
    'The last off-site backup failed 3 hours ago: the repository is full.',
    'The last check of the off-site backups found an error: damaged.',
    WRITE_DOWN,
  ]);
});

test('says how to start off-site backups that have not run for two days', () => {
  const never = check({ status: undefined, days: 2 });
  expect(never.findings).toEqual([
    "Off-site backups don't run: start them with `make off-site backups`.",
    expect.stringMatching(/^There is no off-site backup yet; the data was not checked yet\. Write down/),
  ]);
  expect(check({ status: undefined, days: 1.9 }).findings).toEqual([]);
});
