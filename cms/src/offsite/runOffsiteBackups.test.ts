import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { waitFor } from '../../testing/waitFor';
import { readOffsiteStatus, writeOffsiteStatus } from './offsiteStatus';
import { runOffsiteBackups } from './runOffsiteBackups';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOW = new Date(2026, 10, 22, 12).getTime();
const STORED = (name: string) => expect.stringMatching(`Stored the backup ${name} off-site in \\d+ s.`);
const CHECKED = 'Checked all data of the off-site backups: no errors.';

const folder = createTemporaryFolder();
let lines: string[];
const inRepository = (name: string) => join(folder, 'repository', name);

/** Creates the folder of a daily backup. */
const addDailyBackup = (name: string) =>
  mkdirSync(join(folder, 'data', 'backups', 'daily', name), { recursive: true });

/** Makes a command of restic fail with a message, and then exit with a code or run until it is interrupted. */
function failCommand(command: string, message: string, { code = 1, hangs = false } = {}) {
  writeFileSync(inRepository(`fail-${command}`), `${message}\n`);
  writeFileSync(inRepository(`code-${command}`), String(code));
  if (hangs) writeFileSync(inRepository(`hang-${command}`), '');
}

const repairCommand = (command: string) => rmSync(inRepository(`fail-${command}`));

/** Returns the calls of restic since the last time, without their common options. */
function takeCalls(): string[] {
  const calls = existsSync(inRepository('calls')) ? readFileSync(inRepository('calls'), 'utf8') : '';
  rmSync(inRepository('calls'), { force: true });
  return calls.trim().split('\n');
}

const commandsOf = (calls: string[]) => calls.map((call) => call.split(' ')[0]);

/** Runs the process for so long by the monotonic clock, and calls `onPoll` each time it waits; returns the lines of its log. */
async function runFor(durationMs: number, onPoll = () => {}): Promise<string[]> {
  const end = performance.now() + durationMs;
  const controller = new AbortController();
  vi.mocked(sleep).mockImplementation(async (ms) => {
    onPoll();
    // Months pass in a thousand steps.
    vi.advanceTimersByTime(Math.max(ms ?? 0, durationMs / 1000));
    if (performance.now() > end) controller.abort();
  });
  lines = [];
  await runOffsiteBackups({ repository: inRepository(''), password: 'Oak-Fire' }, controller.signal);
  return lines;
}

beforeEach(() => {
  for (const name of ['repository', 'bin']) mkdirSync(join(folder, name));
  symlinkSync(join(__dirname, '..', '..', 'testing', 'fakeRestic.sh'), join(folder, 'bin', 'restic'));
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('PATH', join(folder, 'bin') + delimiter + process.env.PATH);
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW });
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(line));
});
afterEach(() => void vi.restoreAllMocks());

test('creates the repository, stores every daily backup, the oldest first, and checks the data', async () => {
  addDailyBackup('2026-11-22_03-00-00-000');
  addDailyBackup('2026-11-21_03-00-00-000');
  expect(await runFor(0)).toEqual([
    STORED('2026-11-21_03-00-00-000'),
    STORED('2026-11-22_03-00-00-000'),
    CHECKED,
  ]);
  const backup = (day: number) =>
    `backup . --host scioto-table --tag 2026-11-${day}_03-00-00-000 --time 2026-11-${day} 03:00:00 --json --quiet`;
  expect(takeCalls()).toEqual([
    'cat config --json --no-lock',
    'init',
    'cat config --json --no-lock',
    'unlock',
    'snapshots --json --host scioto-table',
    backup(21),
    backup(22),
    'snapshots --json --host scioto-table',
    'check --read-data --quiet',
  ]);
  expect(await readOffsiteStatus()).toEqual({
    repository: inRepository(''),
    id: 'a1b2c3',
    backupTime: new Date(2026, 10, 22, 3).getTime(),
    check: { time: NOW },
  });
});

test('leaves the repository alone until there is a new backup, and stores it within seconds', async () => {
  addDailyBackup('2026-11-21_03-00-00-000');
  await runFor(0);
  takeCalls();
  await runFor(2 * 60 * MINUTE_MS);
  expect(commandsOf(takeCalls())).toEqual(['cat', 'unlock', 'snapshots']);
  const stored = await runFor(20_000, () => addDailyBackup('2026-11-22_03-00-00-000'));
  expect(stored).toEqual([STORED('2026-11-22_03-00-00-000')]);
});

test('does not store an earlier backup of a day whose later one is stored', async () => {
  addDailyBackup('2026-11-21_15-00-00-000');
  await runFor(0);
  addDailyBackup('2026-11-21_03-00-00-000');
  expect(await runFor(0)).toEqual([]);
});

/** Lists the names of the backups in the repository. */
const listStored = () =>
  readFileSync(inRepository('snapshots'), 'utf8')
    .trim()
    .split('\n')
    .map((line): string => JSON.parse(line).id)
    .sort();

/** Names a backup of each of so many days, the last of them on the day before NOW. */
const nameDays = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(NOW - (count - index) * DAY_MS).toLocaleDateString('sv');
    return `${day}_03-00-00-000`;
  });

/** Stores backups in the repository. */
async function storeAll(names: string[]) {
  for (const name of names) addDailyBackup(name);
  await runFor(0);
  for (const name of names) rmSync(join(folder, 'data', 'backups', 'daily', name), { recursive: true });
  takeCalls();
}

test('keeps the backups of thirty days, and the newest of each of twelve months', async () => {
  const names = nameDays(40);
  await storeAll(names);
  addDailyBackup('2026-11-22_03-00-00-000');
  await runFor(0);
  // All days before the last thirty are of October.
  expect(listStored()).toEqual([...names.slice(11), '2026-11-22_03-00-00-000']);
  expect(takeCalls()).toContain(`forget ${names[10]} --prune --quiet`);
});

test('a backup that was made while the clock was ahead neither outdates others nor takes their place', async () => {
  const names = nameDays(30);
  await storeAll([...names, '2036-01-01_03-00-00-000']);
  expect((await readOffsiteStatus())?.backupTime).toBe(new Date(2026, 10, 21, 3).getTime());
  const stored = await runFor(20_000, () => addDailyBackup('2026-11-22_03-00-00-000'));
  expect(stored).toEqual([STORED('2026-11-22_03-00-00-000')]);
  expect((await readOffsiteStatus())?.backupTime).toBe(new Date(2026, 10, 22, 3).getTime());
  expect(listStored()).toEqual([...names.slice(1), '2026-11-22_03-00-00-000', '2036-01-01_03-00-00-000']);
});

test('checks the data when the last check was made while the clock was ahead', async () => {
  addDailyBackup('2026-11-22_03-00-00-000');
  vi.setSystemTime(new Date(2036, 0, 1));
  await runFor(0);
  vi.setSystemTime(NOW);
  expect(await runFor(0)).toEqual([CHECKED]);
  expect((await readOffsiteStatus())?.check).toEqual({ time: NOW });
});

test('checks all data every thirty days, and a day after a check that failed', async () => {
  addDailyBackup('2026-11-22_03-00-00-000');
  await runFor(0);
  failCommand('check', 'Fatal: repository contains errors');
  expect(await runFor(31.5 * DAY_MS)).toEqual([
    'The monthly check of the off-site backups failed: repository contains errors. It is repeated in a day.',
    'The monthly check of the off-site backups failed: repository contains errors. It is repeated in a day.',
  ]);
  expect((await readOffsiteStatus())?.check?.failure).toBe('repository contains errors');
  repairCommand('check');
  expect(await runFor(20 * DAY_MS)).toEqual([CHECKED]);
  expect((await readOffsiteStatus())?.check?.failure).toBeUndefined();
});

test('logs a failure once, tries again with backoff, and logs the recovery', async () => {
  addDailyBackup('2026-11-22_03-00-00-000');
  failCommand('cat', 'Fatal: wrong password or no key found');
  expect(await runFor(4 * 60 * MINUTE_MS)).toEqual([
    'The off-site backup failed: wrong password or no key found. It is tried again until it succeeds, at least every hour.',
  ]);
  // After 1, 3, 7, 15, 31, 63, 123, 183 minutes, and the first one.
  expect(takeCalls()).toHaveLength(9);
  expect((await readOffsiteStatus())?.failure?.message).toBe('wrong password or no key found');
  repairCommand('cat');
  expect(await runFor(0)).toEqual([
    STORED('2026-11-22_03-00-00-000'),
    CHECKED,
    'Off-site backups work again.',
  ]);
  expect((await readOffsiteStatus())?.failure).toBeUndefined();
});

test.each([
  [
    '{"message_type":"exit_error","code":11,"message":"Fatal: repository is already locked by PID 7"}',
    'repository is already locked by PID 7',
  ],
  ['Fatal: Head "http://user:Secret-1797@nas/config": EOF', 'Head "http://user@nas/config": EOF'],
  ['', 'without a message'],
])('logs the error %j in one line, and creates no repository', async (message, line) => {
  failCommand('cat', message);
  expect(await runFor(0)).toEqual([
    `The off-site backup failed: ${line}. It is tried again until it succeeds, at least every hour.`,
  ]);
  expect(commandsOf(takeCalls())).toEqual(['cat']);
});

test('deletes a snapshot that lacks files', async () => {
  addDailyBackup('2026-11-22_03-00-00-000');
  failCommand('backup', 'error: open strapi.db: permission denied', { code: 3 });
  expect((await runFor(0))[0]).toContain(
    'some files could not be read (error: open strapi.db: permission denied)',
  );
  expect(takeCalls().at(-1)).toBe('forget incomplete');
});

test('removes the lock that an interrupted process has left, and stores the backup', async () => {
  await runFor(0);
  writeFileSync(inRepository('locked'), '');
  addDailyBackup('2026-11-22_03-00-00-000');
  expect(await runFor(0)).toContainEqual(STORED('2026-11-22_03-00-00-000'));
});

test('does not create a new repository where the one that was used before is gone', async () => {
  await runFor(0);
  rmSync(inRepository('snapshots'));
  expect((await runFor(0))[0]).toContain(
    'unable to open config file: stat config: no such file or directory',
  );
  expect(existsSync(inRepository('snapshots'))).toBe(false);
  const deleteStatus = () => rmSync(join(folder, 'data', 'offsite', 'status.json'), { force: true });
  expect(await runFor(2 * MINUTE_MS, deleteStatus)).toEqual([]);
  expect(existsSync(inRepository('snapshots'))).toBe(true);
});

test('creates a repository at an address that is not the one of the status', async () => {
  await writeOffsiteStatus({ repository: 'another', id: 'd4e5f6' });
  expect(await runFor(0)).toEqual([]);
  expect(existsSync(inRepository('snapshots'))).toBe(true);
});

test('passes the secret key of a bucket from its file to restic, in its environment only', async () => {
  const file = join(folder, 'key');
  writeFileSync(file, 'Oak-Fire-key\n');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY_FILE', file);
  rmSync(join(folder, 'bin', 'restic'));
  writeFileSync(join(folder, 'bin', 'restic'), '#!/bin/sh\necho "$AWS_SECRET_ACCESS_KEY" >&2; exit 1\n', {
    mode: 0o755,
  });
  expect((await runFor(0)).join()).toContain('Oak-Fire-key');
  expect(process.env.AWS_SECRET_ACCESS_KEY).toBeUndefined();
});

test('interrupts restic when it is to stop, so that no lock stays in the repository', async () => {
  failCommand('cat', 'waiting', { hangs: true });
  const controller = new AbortController();
  const stopped = runOffsiteBackups(
    { repository: inRepository(''), password: 'Oak-Fire' },
    controller.signal,
  );
  await waitFor(() => expect(existsSync(inRepository('calls'))).toBe(true));
  controller.abort();
  await stopped;
  expect(takeCalls()).toEqual(['cat config --json --no-lock', 'interrupted']);
});
