import { expect, test } from 'vitest';
import { componentFields } from '../shared/content/contentTypes';
import { describeValue, formatValue } from './describeValue';

const TIME_ZONE = 'America/New_York';
const describe = (value: unknown, component = '') =>
  describeValue(value, componentFields[component] ?? {}, TIME_ZONE);

test.each([
  [true, 'Yes'],
  [7, '7'],
  ['2026-11-26', 'Thursday, November 26, 2026'],
  ['2026-11-27T02:00:00.000Z', 'Thursday, November 26, 2026 at 9:00 pm'],
  ['2026-88-88T99:99Z', '2026-88-88T99:99Z'],
])('formats %s as %s', (value, text) => {
  expect(formatValue(value, TIME_ZONE)).toBe(text);
});

test('describes a whole value, each picture and each row on its own line', () => {
  const day = { from: '2026-11-26', until: null, closed: true, hours: '', reason: 'Thanksgiving' };
  expect(describe([day, { from: '2027-01-01', closed: false, hours: '5 pm' }], 'contact.special-day')).toBe(
    'Thursday, November 26, 2026, Closed, Reason: Thanksgiving\nFriday, January 1, 2027, Hours: 5 pm',
  );
  expect(
    describe([
      { pictureId: 1, name: 'a.jpg' },
      { pictureId: 2, name: 'b.jpg' },
    ]),
  ).toBe('a.jpg\nb.jpg');
  expect(describe('One\n\ntwo')).toBe('One\n\ntwo');
  for (const empty of [null, undefined, '', []]) expect(describe(empty)).toBe('');
});

test('describes what is stated about a dish in words', () => {
  const confirmedFor = { name: 'Soup', description: '', restoreId: null };
  expect(describe({ diet: 'vegan', answers: { milk: 'free' }, confirmedFor })).toBe('Vegan. Free of milk.');
});
