import { expect, test } from 'vitest';
import { componentFields, contentTypes } from '../../shared/content/contentTypes';
import { explainedFields, explainField, suggestForField } from './explanations';

const NOW = new Date(2026, 10, 22, 12).getTime();

test('explains fields that exist', () => {
  const records = Object.values(contentTypes).map(({ records }) => records ?? {});
  const fields = [...records, componentFields].flatMap((owners) =>
    Object.entries(owners).flatMap(([owner, names]) => Object.keys(names).map((name) => `${owner}.${name}`)),
  );
  expect(fields).toEqual(expect.arrayContaining(explainedFields));
});

test.each([
  ['contact-hours.description', { description: 'Daily: 5 – 9 pm' }, /^Every day/],
  [
    'contact-address.description',
    { description: '500 W Broad St\nColumbus, OH 43215' },
    /500 W Broad St.*Columbus.*OH.*43215/,
  ],
  [
    'contact-address.mapPlace',
    { mapPlace: '39.95606, -83.01235' },
    '39.95606° north, 83.01235° west. The map has its marker there.',
  ],
  ['contact.special-day.from', { from: '2026-12-25', closed: false }, 'Friday, December 25.'],
  [
    'contact.special-day.hours',
    { from: '2026-11-26', until: null, closed: true, hours: null },
    'Thursday, November 26: closed.',
  ],
  [
    'contact.special-day.hours',
    { from: '2026-11-21', closed: true },
    'Saturday, November 21: closed. It is over, so the site no longer shows it.',
  ],
  ['site.link.address', { address: 'https://www.opentable.com/scioto' }, 'A press opens www.opentable.com.'],
])('says what the site understands of %s: %j', (key, row, text) => {
  expect(explainField(key, row, NOW)).toEqual({ understood: true, text: expect.stringMatching(text) });
});

test.each([
  ['contact-phone.description', { description: 'Call us' }, /not understood/],
  ['contact-address.mapPlace', { mapPlace: 'Columbus' }, /^This is no place on the map/],
  ['site.link.address', { address: 'opentable.com' }, /^This must begin with https:\/\//],
])('says how to write %s instead of %j', (key, row, text) => {
  expect(explainField(key, row, NOW)).toEqual({ understood: false, text: expect.stringMatching(text) });
});

test.each([
  ['contact-hours.description', { description: ' ' }],
  ['contact.special-day.from', { from: null }],
  ['contact.special-day.hours', { from: null, closed: false }],
  ['home-main.description', { description: 'Welcome' }],
])('says nothing about %s with the values %j', (key, row) => {
  expect(explainField(key, row, NOW)).toBeUndefined();
});

test.each([
  ['contact-hours.description', { description: 'Mon-Thu 11-9' }, ['Monday – Thursday: 11:00 am – 9:00 pm']],
  ['contact.special-day.hours', { from: null, closed: false, hours: '5-9' }, ['5:00 pm – 9:00 pm']],
  // The hours contradict "closed", however they are written.
  ['contact.special-day.hours', { from: null, closed: true, hours: '5-9' }, []],
  ['contact-phone.description', { description: '5-9' }, []],
])('suggests how to write %s with the values %j', (key, row, answers) => {
  expect(suggestForField(key, row).flatMap((suggestion) => suggestion.answers)).toEqual(answers);
});
