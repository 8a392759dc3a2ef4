import { expect, test } from 'vitest';
import { formatTime } from './formatTime';

const NOW = new Date('2026-11-22T21:30:00Z');

test.each([
  ['2026-11-22T21:12:00Z', 'America/New_York', 'Today, 4:12 pm'],
  ['2026-11-22T05:00:00Z', 'America/New_York', 'Today, 12:00 am'],
  ['2026-11-22T04:59:00Z', 'America/New_York', 'Saturday, November 21, 11:59 pm'],
  ['2026-11-20T21:12:00Z', 'America/New_York', 'Friday, November 20, 4:12 pm'],
  ['2026-11-22T05:00:00Z', 'Asia/Tokyo', 'Sunday, November 22, 2:00 pm'],
  ['2026-01-01T04:59:00Z', 'America/New_York', 'Wednesday, December 31, 2025, 11:59 pm'],
  ['2025-11-22T21:12:00Z', 'America/New_York', 'Saturday, November 22, 2025, 4:12 pm'],
])('formats %s in %s as %s', (time, timeZone, expected) => {
  // The browser separates the time from “pm” by a space that does not break.
  expect(formatTime(new Date(time), NOW, timeZone).replace(/\u202f/g, ' ')).toBe(expected);
});
