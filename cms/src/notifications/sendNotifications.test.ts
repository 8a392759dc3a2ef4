import { beforeEach, expect, test, vi } from 'vitest';
import { decideMail } from './sendNotifications';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-06-10T12:00:00Z');
const NEVER = { notBefore: 0, told: [] };

const found = (...ids: string[]) => ids.map((id) => ({ id, sentence: id }));
/** What is stored after a mail about these findings, which was sent so long ago. */
const mailed = (ageMs: number, ...told: string[]) => ({ notBefore: NOW - ageMs + DAY_MS, told });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

test.each([
  ['nothing is found', NEVER, found(), false],
  ['the first finding', NEVER, found('a'), true],
  [
    'a new finding 23 hours after a mail, also past midnight',
    mailed(23 * HOUR_MS, 'a'),
    found('a', 'b'),
    false,
  ],
  ['a new finding a day after a mail', mailed(DAY_MS, 'a'), found('a', 'b'), true],
  ['what was mailed a day ago', mailed(DAY_MS, 'a', 'b'), found('a'), false],
  ['what was mailed almost a week ago', mailed(7 * DAY_MS - 1, 'a'), found('a'), false],
  ['what was mailed a week ago and is still so', mailed(7 * DAY_MS + 1, 'a'), found('a'), true],
  ['what was mailed while the clock was a year ahead', mailed(-365 * DAY_MS, 'a'), found('a'), true],
  [
    'a new finding after a mail while the clock was two days ahead',
    mailed(-2 * DAY_MS, 'a'),
    found('b'),
    true,
  ],
])('decides whether to mail: %s', (_, stored, findings, isDue) => {
  const decision = decideMail(stored, findings);
  expect(decision.isDue).toBe(isDue);
  expect(decision.memory.notBefore).toBe(isDue ? NOW + DAY_MS : stored.notBefore);
});

test('mails again what was over in between', () => {
  const { memory } = decideMail(mailed(DAY_MS, 'a', 'b'), found('b'));
  expect(memory.told).toEqual(['b']);
  expect(decideMail(memory, found('a', 'b')).isDue).toBe(true);
});
