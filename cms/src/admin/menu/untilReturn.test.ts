import { expect, test } from 'vitest';
import { describeNextOpening } from './untilReturn';

test.each([
  ['2037-11-25T16:30', 'Until tomorrow'],
  ['2037-11-26T16:30', 'Until Thursday'],
  ['2037-12-05T16:30', 'Until December 5'],
  // After midnight, when the evening before is not over yet.
  ['2037-11-24T16:30', 'Until 4:30 pm'],
])('names the next opening at %s “%s”', (nextOpening, label) => {
  const now = Date.parse('2037-11-24T23:00:00-05:00');
  expect(describeNextOpening(nextOpening, now, 'America/New_York')).toBe(label);
});
