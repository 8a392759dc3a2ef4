import { expect, test } from 'vitest';
import { describeChange, describeInstant, describeValue } from './describeFields';

const clock = { now: Date.parse('2026-11-22T21:12:00Z'), timeZone: 'America/New_York' };
const text = { type: 'text' };
const picture = { type: 'media' };
const drinks = {
  type: 'component',
  component: 'menu.soft-drink',
  fields: { drinkName: { type: 'string' } },
};
const specialDay = {
  type: 'component',
  component: 'contact.special-day',
  fields: {
    from: { type: 'date' },
    until: { type: 'date' },
    closed: { type: 'boolean' },
    hours: { type: 'string' },
    reason: { type: 'string' },
  },
};
const notice = {
  type: 'component',
  component: 'site.notice',
  fields: { text: { type: 'string' }, until: { type: 'datetime' } },
};

const describe = (before: unknown, after: unknown, field = text) =>
  describeChange(before, after, field, clock);
const drinkRows = (...names: string[]) => names.map((drinkName) => ({ id: 1, drinkName }));

test('describes a change of a text on one line, with the surroundings of the difference in a long one', () => {
  expect(describe('Fresh pasta', 'Hand-made pasta')).toBe('“Fresh pasta” → “Hand-made pasta”');
  expect(describe(null, 'New')).toBe('nothing → “New”');
  expect(describe('Old\n\ntext', '')).toBe('“Old text” → nothing');
  const start = 'A long description that goes on and on. '.repeat(4);
  expect(describe(`${start}It ends so. ${start}`, `${start}It closes. ${start}`)).toBe(
    '“…goes on and on. It ends so. A long description that goes on and on. A long…” → ' +
      '“…goes on and on. It closes. A long description that goes on and on. A long…”',
  );
});

test('describes a change of a list by the rows that were added, removed, changed or moved', () => {
  expect(describe(drinkRows('Cola'), drinkRows('Cola', 'Tea', 'Water'), drinks)).toBe('added “Tea”, “Water”');
  expect(describe(drinkRows('Cola'), drinkRows('Cola', 'Cola'), drinks)).toBe('added “Cola”');
  expect(describe(drinkRows('Cola'), [], drinks)).toBe('removed “Cola”');
  expect(describe(drinkRows('Cola', 'Tea'), drinkRows('Cola', 'Iced tea'), drinks)).toBe(
    '“Tea” → “Iced tea”',
  );
  expect(describe(drinkRows('A', 'B'), drinkRows('C'), drinks)).toBe('added “C”; removed “A”, “B”');
  expect(describe(drinkRows('A', 'B'), drinkRows('B', 'A'), drinks)).toBe('in another order');
});

test('describes rows, pictures, dates and times as the owner knows them', () => {
  const day = { from: '2026-11-26', until: '2026-11-28', closed: true, hours: null, reason: 'Thanksgiving' };
  expect(describeValue([day, { from: '2027-01-01', closed: false, hours: '5 pm' }], specialDay, clock)).toBe(
    'Thursday, November 26, Last day: Saturday, November 28, Closed, Reason: Thanksgiving\n' +
      'Friday, January 1, 2027, Hours: 5 pm',
  );
  expect(describeValue({ text: 'Closed', until: '2026-11-23T17:00:00.000Z' }, notice, clock)).toBe(
    'Closed, Until: on Monday, November 23 at noon',
  );
  expect(describeValue([{ alternativeText: 'A steak' }, { name: 'b.jpg' }], picture, clock)).toBe(
    'A steak\nb.jpg',
  );
  expect(describeValue({ text: 'Closed', until: 'soon' }, notice, clock)).toBe('Closed, Until: soon');
  expect(describeValue({ from: '2026-02-30' }, specialDay, clock)).toBe('2026-02-30');
  expect(describeInstant(clock.now, clock)).toBe('today at 4:12 pm');
});
