import { expect, test } from '@playwright/test';
import {
  describeTimeBudget,
  findSlowestTests,
  formatDuration,
  formatDurations,
  measureDuration,
} from '../../scripts/shared/durations.mjs';

const spec = (title: string, ...durations: number[]) => ({
  title,
  tests: [{ projectName: 'sqlite', results: durations.map((duration) => ({ duration })) }],
});

test('npm test names the slowest tests first, nested ones and second tries included', () => {
  const suites = [
    { title: 'a.spec.ts', specs: [spec('quick', 10), spec('tried twice', 300, 400)] },
    { title: 'b.spec.ts', suites: [{ title: 'group', specs: [spec('slow', 500)] }] },
  ];
  expect(findSlowestTests(suites, 2)).toEqual([
    { title: 'sqlite › a.spec.ts › tried twice', milliseconds: 700 },
    { title: 'sqlite › b.spec.ts › group › slow', milliseconds: 500 },
  ]);
});

test('npm test prints durations in seconds or minutes, one a line', () => {
  expect([400, 59_940, 60_000, 245_400].map(formatDuration)).toEqual([
    '0.4 s',
    '59.9 s',
    '1 min 00 s',
    '4 min 05 s',
  ]);
  expect(formatDurations([{ title: 'Types', milliseconds: 1_000 }])).toBe('       1.0 s  Types');
});

test('npm test records the duration of a part that fails, too', async () => {
  const durations: { title: string; milliseconds: number }[] = [];
  await expect(measureDuration(durations, 'Part', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(durations).toEqual([{ title: 'Part', milliseconds: expect.any(Number) }]);
});

test('npm test reports whether its checks and tests kept the time budget', () => {
  expect(describeTimeBudget(20 * 60_000)).toBe('kept (20 min 00 s of at most 20 min)');
  expect(describeTimeBudget(20 * 60_000 + 1_000)).toBe(
    'EXCEEDED: shorten the slowest tests (20 min 01 s of at most 20 min)',
  );
});
