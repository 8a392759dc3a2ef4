import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDataFolder } from '../../../tests/support/temporaryFolder';
import { fakeStrapi } from '../../testing/fakes';
import { copyData } from './copyData';
import { scheduleDailyBackups } from './dailyBackups';

vi.mock('node:fs/promises', { spy: true });
vi.mock('./copyData', () => ({ copyData: vi.fn() }));
vi.mock('../auditLog/auditLog', () => ({ recordLine: vi.fn() }));

const HOUR_MS = 60 * 60 * 1000;

const dataFolder = createDataFolder();
const daily = (...names: string[]) => join(dataFolder, 'backups', 'daily', ...names);
const log = { info: vi.fn(), error: vi.fn() };

/** Starts a CMS that listens, and waits until its first check has ended. */
async function startCms() {
  const httpServer = new EventEmitter();
  scheduleDailyBackups(
    fakeStrapi({
      server: { httpServer },
      log,
      contentTypes: {
        page: {
          uid: 'api::homepage.homepage',
          collectionName: 'homepage',
          attributes: { links: { type: 'component' }, mainHeading: { type: 'string' } },
        },
        user: { uid: 'admin::user', collectionName: 'admin_users', attributes: {} },
      },
      documents: () => ({ findMany: async (query: object) => [query] }),
    }),
  );
  expect(vi.getTimerCount()).toBe(0);
  httpServer.emit('listening');
  await checkEnds(1);
}

/** Waits until so many checks have created a backup or failed. */
async function checkEnds(count: number) {
  while (log.info.mock.calls.length + log.error.mock.calls.length < count) await flushPromises();
}

/** Waits until all promises that can be resolved without a timer or a file are resolved. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: new Date(2026, 5, 1, 22, 30),
    }),
);

test('creates a backup at the start with the published content and the drafts as JSON', async () => {
  await startCms();
  expect(readdirSync(daily())).toEqual(['2026-06-01_22-30-00-000']);
  const words = JSON.parse(readFileSync(daily('2026-06-01_22-30-00-000', 'words.json'), 'utf8'));
  const query = { sort: 'documentId', populate: ['links'] };
  expect(words).toEqual({
    homepage: [{ status: 'published', ...query }],
    drafts: { homepage: [{ status: 'draft', ...query }] },
  });
});

test('keeps the thirty newest backups and all other folders', async () => {
  for (let day = 1; day <= 31; day += 1)
    mkdirSync(daily(`2026-05-${String(day).padStart(2, '0')}_12-00-00-000`), { recursive: true });
  mkdirSync(daily('notes'));
  await startCms();
  const names = readdirSync(daily()).sort();
  expect(names).toHaveLength(31);
  expect(names[0]).toBe('2026-05-03_12-00-00-000');
  expect(names.slice(-2)).toEqual(['2026-06-01_22-30-00-000', 'notes']);
});

/** Creates the daily backups of so many days, the last of them on the day before a date. */
function addDailyBackups(days: number, before: Date): string[] {
  const names = Array.from({ length: days }, (_, index) => {
    const day = new Date(before.getFullYear(), before.getMonth(), before.getDate() - days + index, 12);
    return `${day.toLocaleDateString('sv')}_12-00-00-000`;
  });
  for (const name of names) mkdirSync(daily(name), { recursive: true });
  return names;
}

test('creates one backup a day and keeps those of thirty days after one was made while the clock was ahead', async () => {
  const previous = addDailyBackups(30, new Date());
  mkdirSync(daily('2036-01-01_03-00-00-000'));
  await startCms();
  vi.advanceTimersByTime(HOUR_MS);
  await vi.mocked(readdir).mock.results.at(-1)?.value;
  await flushPromises();
  expect(copyData).toHaveBeenCalledOnce();
  expect(vi.mocked(copyData).mock.calls[0]?.[1]).toBe(daily('2026-05-31_12-00-00-000'));
  expect(readdirSync(daily()).sort()).toEqual([
    ...previous.slice(1),
    '2026-06-01_22-30-00-000',
    '2036-01-01_03-00-00-000',
  ]);
});

test('logs a failure, leaves no partial backup and tries again after an hour', async () => {
  vi.mocked(copyData).mockRejectedValueOnce(new Error('the disk is full'));
  await startCms();
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    'The daily backup could not be created: the disk is full. The next attempt is in an hour.',
  );
  expect(readdirSync(join(dataFolder, 'backups'))).toEqual([]);
  vi.advanceTimersByTime(HOUR_MS);
  await checkEnds(2);
  expect(readdirSync(daily())).toHaveLength(1);
});
