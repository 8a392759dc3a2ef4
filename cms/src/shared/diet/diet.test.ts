import { describe, expect, test, vi } from 'vitest';
import { describeStatement } from './describeStatement';
import { type DietaryStatement, parseStatement, parseStoredStatement } from './dietaryStatement';
import { findContradiction } from './findContradiction';
import { selectConfirmed } from './selectConfirmed';

const state = (
  answers: DietaryStatement['answers'],
  diet: DietaryStatement['diet'] = null,
): DietaryStatement => ({ diet, answers });

const TEXT = { name: 'Lasagna', description: 'With beef' };
const STORED = { ...state({ milk: 'contains' }), confirmedFor: { ...TEXT, restoreId: null } };

test('the restaurant’s allergens have ids and names of their own, and nothing follows from them that contradicts', async () => {
  // The other tests have a table of their own.
  const { allergens } = await vi.importActual<typeof import('./allergens')>('./allergens');
  for (const field of ['id', 'name'] as const)
    expect(new Set(allergens.map((allergen) => allergen[field])).size).toBe(allergens.length);
  for (const { includes, excludedBy = [] } of allergens) {
    const included = allergens.find(({ id }) => id === includes);
    expect(included?.id).toBe(includes);
    expect(included?.includes).toBeUndefined();
    expect(excludedBy).toEqual(expect.arrayContaining([...(included?.excludedBy ?? [])]));
  }
});

describe('a statement', () => {
  test.each([
    ['nothing', undefined],
    ['no answer', { diet: null, answers: {} }],
    ['only answers of a later version', { diet: 'halal', answers: { milk: 'traces', eggs: true } }],
  ])('of %s states nothing', (_name, value) => {
    expect(parseStatement(value)).toBeUndefined();
  });

  test('is read without the answers of a later version', () => {
    const value = { diet: 'vegan', answers: { milk: 'free', eggs: 'traces', celery: 'contains' }, later: 1 };
    expect(parseStatement(value)).toEqual(state({ milk: 'free', celery: 'contains' }, 'vegan'));
  });

  test('is read as it is stored, unless it does not say for which text', () => {
    expect(parseStoredStatement(STORED)).toEqual(STORED);
    for (const confirmedFor of [undefined, {}, { ...TEXT }, { ...TEXT, restoreId: 7 }])
      expect(parseStoredStatement({ ...STORED, confirmedFor })).toBeUndefined();
  });
});

describe('what the site shows of a statement', () => {
  test('is its answers while the dish has the text that it is for', () => {
    expect(selectConfirmed(STORED, TEXT, null)).toEqual(state({ milk: 'contains' }));
    expect(selectConfirmed(STORED, { name: ' Lasagna ', description: 'With beef\n' }, null)).toBeDefined();
    const pasted = { name: 'Big\vlasagna', description: 'With\u2028beef' };
    const stored = { ...STORED, confirmedFor: { ...pasted, restoreId: null } };
    expect(selectConfirmed(stored, { name: 'Big lasagna', description: 'With\nbeef' }, null)).toBeDefined();
  });

  test.each([
    ['the dish has another name', { ...TEXT, name: 'Lasagne' }, null],
    ['the dish has another description', { ...TEXT, description: 'With cheese' }, null],
    ['the dish has no description any more', { name: TEXT.name }, null],
    ['the site was restored since', TEXT, 'restore'],
  ])('is nothing when %s', (_case, text, restoreId) => {
    expect(selectConfirmed(STORED, text, restoreId)).toBeUndefined();
  });

  test('is nothing when it contradicts itself by a newer table of allergens', () => {
    expect(selectConfirmed({ ...STORED, diet: 'vegan' }, TEXT, null)).toBeUndefined();
  });
});

test.each([
  [state({}, 'vegan'), 'Vegan.'],
  [state({ eggs: 'contains', milk: 'contains' }, 'vegetarian'), 'Vegetarian. Contains milk and eggs.'],
  [
    state({ soy: 'onRequest', fish: 'free', milk: 'free', peanuts: 'free', wheat: 'contains' }),
    'Contains wheat. Without soy on request. Free of milk, fish, and peanuts.',
  ],
  [state({ celery: 'contains', gluten: 'contains' }), 'Contains gluten and celery.'],
])('describes a statement in a line', (statement, line) => {
  expect(describeStatement(statement)).toBe(line);
});

test.each([
  [state({ milk: 'contains' }, 'vegan'), 'A vegan dish can’t contain milk.'],
  [state({ eggs: 'onRequest' }, 'vegan'), 'A vegan dish has no eggs that could be left out on request.'],
  [state({ fish: 'contains' }, 'vegetarian'), 'A vegetarian dish can’t contain fish.'],
  [state({ wheat: 'contains', gluten: 'free' }), 'What contains wheat is not free of gluten.'],
  [
    state({ wheat: 'contains', gluten: 'onRequest' }),
    'What contains wheat can’t be without gluten on request.',
  ],
])('finds a contradiction', (statement, sentence) => {
  expect(findContradiction(statement)).toBe(sentence);
});

test.each([
  state({ milk: 'contains', eggs: 'onRequest' }, 'vegetarian'),
  state({ wheat: 'onRequest', gluten: 'onRequest' }),
  state({ wheat: 'contains' }),
  state({ gluten: 'free' }),
])('finds no contradiction in what can be true', (statement) => {
  expect(findContradiction(statement)).toBeUndefined();
});
