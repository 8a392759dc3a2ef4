import { expect, test } from 'vitest';
import {
  describeTimeBudget,
  findSlowestTests,
  formatDuration,
  formatDurations,
  measureDuration,
} from './durations.mjs';

const spec = (title: string, duration: number) => ({
  title,
  tests: [{ projectName: 'sqlite', results: [{ duration }] }],
});

test('the list of slowest tests includes nested tests, slowest first', () => {
  const suites = [
    { title: 'a.spec.ts', specs: [spec('quick', 10), spec('slower', 300)] },
    { title: 'b.spec.ts', suites: [{ title: 'group', specs: [spec('slow', 500)] }] },
  ];
  expect(findSlowestTests(suites, 2)).toEqual([
    { title: 'sqlite › b.spec.ts › group › slow', milliseconds: 500 },
    { title: 'sqlite › a.spec.ts › slower', milliseconds: 300 },
  ]);
});

test('durations are formatted one per line, in seconds or in minutes and seconds', () => {
  expect([400, 59_940, 60_000, 245_400].map(formatDuration)).toEqual([
    '0.4 s',
    '59.9 s',
    '1 min 00 s',
    '4 min 05 s',
  ]);
  expect(formatDurations([{ title: 'Types', milliseconds: 1_000 }])).toBe('       1.0 s  Types');
});

test('npm test also records the duration of a part that fails', async () => {
  const durations: { title: string; milliseconds: number }[] = [];
  await expect(measureDuration(durations, 'Part', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(durations).toEqual([{ title: 'Part', milliseconds: expect.any(Number) }]);
});

test('npm test reports whether its checks and tests kept the time budget', () => {
  expect(describeTimeBudget(10 * 60_000)).toBe('kept (10 min 00 s of at most 10 min)');
  expect(describeTimeBudget(10 * 60_000 + 1_000)).toBe(
    'EXCEEDED: shorten the slowest tests (10 min 01 s of at most 10 min)',
  );
});
