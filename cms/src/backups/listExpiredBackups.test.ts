import { beforeEach, expect, test, vi } from 'vitest';
import { listExpiredBackups } from './listExpiredBackups';

const nameDays = (year: number, count: number, hour = '03') =>
  Array.from(
    { length: count },
    (_, day) => `${new Date(Date.UTC(year, 0, day + 1)).toISOString().slice(0, 10)}_${hour}-00-00-000`,
  );

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 1) }));

test('keeps the newest backup of each of the last days', () => {
  const early = nameDays(2026, 35, '03');
  const late = nameDays(2026, 35, '15');
  expect(listExpiredBackups([...late, ...early], 30, 0).sort()).toEqual(
    [...early, ...late.slice(0, 5)].sort(),
  );
});

test('also keeps the newest backup of each of the last months', () => {
  const names = nameDays(2025, 365);
  const expired = listExpiredBackups(names, 30, 12);
  const kept = names.filter((name) => !expired.includes(name));
  expect(kept.slice(0, 3).map((name) => name.slice(0, 10))).toEqual([
    '2025-01-31',
    '2025-02-28',
    '2025-03-31',
  ]);
  expect(kept.slice(11)).toEqual(names.slice(-30));
});

test('counts those with a name in the future on their own, and keeps no more of them', () => {
  const [past, future] = [nameDays(2026, 31), nameDays(2036, 33)];
  const expired = [...future.slice(0, 3), ...past.slice(0, 1)];
  expect(listExpiredBackups([...past, ...future], 30, 0).sort()).toEqual(expired.sort());
  vi.setSystemTime(new Date(1970, 0, 1));
  expect(listExpiredBackups([...nameDays(1970, 1), ...past.slice(1)], 30, 0)).toEqual([]);
});
