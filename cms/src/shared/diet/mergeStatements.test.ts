import { expect, test } from 'vitest';
import type { DietaryStatement, StoredStatement } from './dietaryStatement';
import { mergeStatements } from './mergeStatements';

const state = (
  answers: DietaryStatement['answers'],
  diet: DietaryStatement['diet'] = null,
  description = '',
): StoredStatement => ({ diet, answers, confirmedFor: { name: 'Fries', description, restoreId: null } });

test.each([
  ['contains and free', state({ nuts: 'free' }), state({ nuts: 'contains' }), state({ nuts: 'contains' })],
  ['on request and nothing', state({ nuts: 'onRequest' }), null, state({ nuts: 'onRequest' })],
  ['free and nothing', state({ nuts: 'free' }), state({}), null],
  ['two diets', state({}, 'vegan'), state({}, 'vegetarian'), state({}, 'vegetarian')],
  [
    'other words',
    state({ nuts: 'free' }, null, 'New.'),
    state({ nuts: 'contains' }),
    state({ nuts: 'contains' }, null, 'New.'),
  ],
])('without a common statement the more careful one counts: %s', (_case, own, other, merged) => {
  expect(mergeStatements(own, other)).toEqual(merged);
});

test.each([
  ['only the own one has changed', 'free', 'contains', 'free'],
  ['only the other one has changed', 'contains', 'free', 'free'],
] as const)('an answer that one side has changed is as that side has it: %s', (_case, own, other, nuts) => {
  expect(mergeStatements(state({ nuts: own }), state({ nuts: other }), state({ nuts: 'contains' }))).toEqual(
    state({ nuts }),
  );
});

test('an answer for other words never makes one less careful', () => {
  const own = state({ nuts: 'contains' }, null, 'New.');
  expect(mergeStatements(own, state({ nuts: 'free', soy: 'free' }), state({ nuts: 'contains' }))).toEqual(
    own,
  );
});

test('leaves a diet out that what is stated contradicts', () => {
  const [own, other] = [state({}, 'vegan'), state({ milk: 'contains' })];
  expect(mergeStatements(own, other, null)).toEqual(state({ milk: 'contains' }));
});
