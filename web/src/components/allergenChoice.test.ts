import { expect, test } from 'vitest';
import { allergens } from '../../../cms/src/shared/diet/allergens.ts';
import type { DietaryStatement } from '../../../cms/src/shared/diet/dietaryStatement.ts';
import {
  areAllHidden,
  createFilterAttributes,
  describeChoice,
  formatChoice,
  getAllergenNote,
  parseChoice,
  selectAnswers,
} from './allergenChoice.ts';

const dish = (answers?: DietaryStatement['answers']) => ({
  id: '',
  name: '',
  description: '',
  statement: answers && { diet: null, answers },
});
const FREE = dish({ milk: 'free', eggs: 'free' });
const ON_REQUEST = dish({ milk: 'onRequest', eggs: 'free' });
const UNKNOWN = dish({ milk: 'onRequest' });
const CONTAINS = dish({ milk: 'contains' });
const UNSTATED = dish();

test('a dish has the numbers of the allergens by answer, and to ask about those without one', () => {
  const { length } = allergens;
  const all = Array.from({ length }, (_, index) => index + 1);
  expect(
    createFilterAttributes({ diet: 'vegan', answers: { eggs: 'onRequest', milk: 'contains', fish: 'free' } }),
  ).toEqual({
    'data-contains': '1',
    'data-on-request': '2',
    'data-ask': all.slice(3).join(' '),
  });
  expect(createFilterAttributes(undefined)).toEqual({ 'data-ask': all.join(' ') });
});

test.each([
  ['', undefined],
  ['#menu-entrees', undefined],
  ['#without=', []],
  ['#without=soy,celery,milk', ['milk', 'soy']],
  ['#without=%E0%A4%A', []],
])('the fragment %j has the choice %j', (fragment, chosen) => {
  expect(parseChoice(fragment)).toEqual(chosen);
});

test('a choice is the same after it was written to a fragment', () => {
  expect(formatChoice(['milk', 'eggs'])).toBe('#without=milk,eggs');
  expect(formatChoice([])).toBe('');
});

test.each([
  [[FREE], [], ''],
  [
    [FREE, FREE, ON_REQUEST, UNKNOWN, UNSTATED, CONTAINS, CONTAINS],
    ['milk', 'eggs'],
    'Without milk and eggs: 2 dishes, 1 on request, ask about 2; 2 hidden.',
  ],
  [[FREE, CONTAINS], ['milk'], 'Without milk: 1 dish; 1 hidden.'],
  [[UNSTATED], ['milk'], 'Without milk: no dish, ask about 1.'],
])('describes what a choice leaves', (dishes, chosen, text) => {
  expect(describeChoice(dishes, chosen)).toBe(text);
});

test('only the answers about what is chosen are selected, and all while nothing is chosen', () => {
  const statement: DietaryStatement = { diet: null, answers: { milk: 'free', eggs: 'contains' } };
  expect(selectAnswers(statement, ['milk', 'soy'])).toEqual({ diet: null, answers: { milk: 'free' } });
  expect(selectAnswers(statement, [])).toEqual(statement);
});

test('all dishes of a section are hidden only when each of them contains something that is left out', () => {
  expect(areAllHidden([CONTAINS, CONTAINS], ['eggs', 'milk'])).toBe(true);
  expect(areAllHidden([CONTAINS, UNSTATED], ['milk'])).toBe(false);
  expect(areAllHidden([CONTAINS], ['eggs'])).toBe(false);
});

test('there is a note about traces also when the owner has written none', () => {
  expect(getAllergenNote(undefined)).toMatch(/traces/);
});
