import { expect, test } from 'vitest';
import { createHoursTable } from './hoursTable';

test('shows each line that is understood in one form, and the others as they are', () => {
  const text =
    '\u200bMonday: Closed\u2028\r\n\n Tue-Thu : 4:30pm to 9:30\u00a0PM \nSaturday 4:30 pm - 10:30 pm\nSunday: whenever\nLunch\nor not\nFri & Sat 11-2pm';
  expect(createHoursTable(text)).toEqual([
    [
      { days: 'Monday', times: 'Closed' },
      { days: 'Tuesday – Thursday', times: '4:30 pm – 9:30 pm' },
      { days: 'Saturday', times: '4:30 pm – 10:30 pm' },
      { days: 'Sunday', times: 'whenever' },
    ],
    'Lunch\nor not',
    [{ days: 'Friday – Saturday', times: '11:00 am – 2:00 pm' }],
  ]);
});

test.each([
  ['Daily: noon – 2 pm, 5 – 9 pm', 'Every day', 'noon – 2:00 pm, 5:00 pm – 9:00 pm'],
  ['Mon, Wed, Fri: 24 hours', 'Monday, Wednesday, Friday', 'Open 24 hours'],
  ['Happy hour: 4 – 6 pm', 'Happy hour', '4 – 6 pm'],
])('shows “%s” as a row', (text, days, times) => {
  expect(createHoursTable(text)).toEqual([[{ days, times }]]);
});

test.each(['By appointment', 'Monday:', '17:00: 18:00'])('shows “%s” as it is', (text) => {
  expect(createHoursTable(text)).toEqual([text]);
});

test('an empty text has no rows', () => {
  expect(createHoursTable(' ')).toEqual([]);
});
