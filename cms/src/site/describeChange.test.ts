import { expect, test } from 'vitest';
import { componentFields } from '../shared/content/contentTypes';
import { describeChange, describeChanges, describeValue, formatValue } from './describeChange';

const field = (label: string) => ({ label, help: '' });
const labels = {
  fields: {
    name: field('Name'),
    description: field('Description'),
    images: field('Pictures'),
    specialDays: field('Special days'),
    notice: field('Notice'),
    links: field('Links'),
  },
  rows: {
    specialDays: { from: field('Day'), closed: field('Closed'), hours: field('Hours') },
    notice: { text: field('Words'), until: field('Until') },
    links: { label: field('Words'), address: field('Web address') },
  },
};
const describe = (before: object, after: object) => describeChanges(labels, { ...before }, { ...after });

const picture = (pictureId: number, name: string) => ({ pictureId, name });
const link = (label: string) => ({ label });
const links = (...labels: string[]) => ({ links: labels.map(link) });
const day = (from: string, closed: boolean, hours: string | null) => ({ from, closed, hours });
const notice = (text: string, until: string) => ({ notice: { text, until } });

test.each([
  ['a text', { name: 'Fresh pasta' }, { name: 'Hot pasta' }, 'Name: “Fresh pasta” → “Hot pasta”'],
  ['a removed text', { description: 'Fresh' }, { description: '' }, 'Description: “Fresh” removed'],
  ['spaces', { name: 'One\ntwo' }, { name: 'One two ' }, 'Name: only spaces or line breaks changed'],
  ['a field without a label', { place: 'Top' }, { place: 'End' }, 'place: “Top” → “End”'],
  [
    'pictures',
    { images: [picture(1, 'Terrace'), picture(2, 'Grill')] },
    { images: [picture(2, 'Grill'), picture(3, 'Bar'), picture(4, 'Cellar')] },
    'Pictures: “Bar” added, “Cellar” added, “Terrace” removed',
  ],
  ['an added row', links('Order'), links('Order', 'Order', 'Map'), 'Links: “Order” added, “Map” added'],
  ['a renamed row', links('Order', 'Map'), links('Order', 'Reserve'), 'Links: “Map” → “Reserve”'],
  [
    'a row’s other fields',
    { specialDays: [day('2026-11-26', true, null)] },
    { specialDays: [day('2026-11-26', false, '5 pm')] },
    'Special days: “Thursday, November 26, 2026”: Closed: Yes → No, “Thursday, November 26, 2026”: Hours: “5 pm” added',
  ],
  [
    'the first choice in a field that an update has added',
    { specialDays: [{ from: '2026-11-26', closed: null }] },
    { specialDays: [{ from: '2026-11-26', closed: true }] },
    'Special days: “Thursday, November 26, 2026”: Closed: No → Yes',
  ],
  ['a number', { place: 1 }, { place: 2 }, 'place: 1 → 2'],
  ['a notice', { notice: null }, notice('Party', '2026-11-27T02:00:00.000Z'), 'Notice: “Party” added'],
  [
    'the end of a notice',
    notice('Party', '2026-11-27T02:00:00.000Z'),
    notice('Party', '2026-11-27T03:30:00.000Z'),
    'Notice: “Party”: Until: “Thursday, November 26, 2026 at 9:00 pm” → “Thursday, November 26, 2026 at 10:30 pm”',
  ],
])('describes the change of %s', (_, before, after, line) => {
  expect(describe(before, after)).toBe(line);
});

test('describes the change of one field without its name', () => {
  const change = (before: unknown, after: unknown) => describeChange(before, after, labels.rows.links);
  expect(change('A', 'B')).toBe('“A” → “B”');
  expect(change(null, '')).toBe('');
  expect(change([link('Cola')], [link('Cola'), link('Tea')])).toBe('“Tea” added');
  // An emoji is two UTF-16 units, of which none stands alone.
  const start = `${'x'.repeat(46)}👩‍🍳`;
  expect(change(`${start}A ${'y'.repeat(60)}`, `${start}B ${'y'.repeat(60)}`)).not.toMatch(
    /[\ud800-\udfff]/u,
  );
});

test('describes what is stated about a dish in words, and a confirmation as one', () => {
  const statement = (answers: object, name = 'Soup', restoreId: string | null = null) => ({
    dietaryStatement: { diet: null, answers, confirmedFor: { name, description: '', restoreId } },
  });
  const milk = statement({ milk: 'contains' });
  for (const [before, after, change] of [
    [{ dietaryStatement: null }, milk, '“Contains milk.” added'],
    [milk, { dietaryStatement: null }, '“Contains milk.” removed'],
    [milk, statement({ eggs: 'contains', milk: 'contains' }), '“Contains milk.” → “Contains milk and eggs.”'],
    [milk, statement({ milk: 'contains' }, 'Broth'), 'confirmed for the new words'],
    [milk, statement({ milk: 'contains' }, 'Soup', 'restored'), 'confirmed again'],
  ] as const)
    expect(describe(before, after)).toBe(`dietaryStatement: ${change}`);
  expect(describe(milk, statement({ milk: 'contains' }))).toBe('');
});

const describeWhole = (value: unknown, component = '') =>
  describeValue(value, componentFields[component] ?? {});

test.each([
  [true, 'Yes'],
  [7, '7'],
  ['2026-11-26', 'Thursday, November 26, 2026'],
  ['2026-11-27T02:00:00.000Z', 'Thursday, November 26, 2026 at 9:00 pm'],
  ['2026-88-88T99:99Z', '2026-88-88T99:99Z'],
])('formats %s as %s', (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test('describes a whole value, each picture and each row on its own line', () => {
  const day = { from: '2026-11-26', until: null, closed: true, hours: '', reason: 'Thanksgiving' };
  expect(
    describeWhole([day, { from: '2027-01-01', closed: false, hours: '5 pm' }], 'contact.special-day'),
  ).toBe('Thursday, November 26, 2026, Closed, Reason: Thanksgiving\nFriday, January 1, 2027, Hours: 5 pm');
  expect(
    describeWhole([
      { pictureId: 1, name: 'a.jpg' },
      { pictureId: 2, name: 'b.jpg' },
    ]),
  ).toBe('a.jpg\nb.jpg');
  expect(describeWhole('One\n\ntwo')).toBe('One\n\ntwo');
  for (const empty of [null, undefined, '', []]) expect(describeWhole(empty)).toBe('');
});

test('describes a whole statement about a dish in words', () => {
  const confirmedFor = { name: 'Soup', description: '', restoreId: null };
  expect(describeWhole({ diet: 'vegan', answers: { milk: 'free' }, confirmedFor })).toBe(
    'Vegan. Free of milk.',
  );
});
