import { expect, test } from 'vitest';
import { joinWords, showRecordWords } from './showRecordWords';

const HOME = 'api::homepage.homepage';
const place = { name: 'place', label: 'Where it shows', sortable: true };

test.each([
  [
    'home-main',
    { mainHeading: 'Supper', description: 'Steak', subHeadings: 'Not on the page' },
    'Supper · Steak',
  ],
  ['home-story-1', { subHeadings: 'The table', description: null, images: [{}] }, 'The table'],
  ['home-special-1', { subHeadings: '' }, ''],
])('lists the words that the page shows of %s', (documentId, content, words) => {
  expect(joinWords({ documentId, ...content }, HOME)).toBe(words);
});

test('a list of fixed records has a column for their words instead of one for a field that most lack', () => {
  const columns = showRecordWords([place, { name: 'subHeadings', label: 'Small heading' }]);
  expect(columns.map(({ name, label, sortable }) => ({ name, label, sortable }))).toEqual([
    place,
    { name: 'words', label: 'Words', sortable: false },
  ]);
});

test('the list of dishes keeps its columns', () => {
  const columns = ['sideName', 'description'].map((name) => ({ name, label: name }));
  expect(showRecordWords(columns)).toBe(columns);
});
