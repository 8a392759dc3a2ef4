import { expect, test } from 'vitest';
import { splitHoursTable } from './hoursTable';

test('splits hours into the rows of a table', () => {
  expect(splitHoursTable('\u200bMonday: Closed\u2028\r\n\n  Tue – Thu : 4:30 pm – 9:30 pm\n')).toEqual([
    { days: 'Monday', times: 'Closed' },
    { days: 'Tue – Thu ', times: '4:30 pm – 9:30 pm' },
  ]);
});

test.each(['', 'Monday: Closed\nBy appointment', 'Open 4:30 pm – 9:30 pm', 'Monday:', '17:00: 18:00'])(
  'returns undefined for %j',
  (text) => {
    expect(splitHoursTable(text)).toBeUndefined();
  },
);
