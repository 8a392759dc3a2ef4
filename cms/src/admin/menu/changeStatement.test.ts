import { describe, expect, test } from 'vitest';
import { allergens } from '../../shared/diet/allergens';
import type { DietaryStatement } from '../../shared/diet/dietaryStatement';
import { findContradiction } from '../../shared/diet/findContradiction';
import { changeStatement, listUnanswered } from './changeStatement';

const others = (statement: DietaryStatement) => changeStatement(statement, { type: 'freeOfOthers' });

test('an answer is given, changed and taken back, and answers about removed allergens stay', () => {
  const before: DietaryStatement = { diet: null, answers: { celery: 'contains', milk: 'free' } };
  const contains = changeStatement(before, { type: 'answer', allergen: 'milk', answer: 'contains' });
  expect(contains).toEqual({ diet: null, answers: { celery: 'contains', milk: 'contains' } });
  const nothing = changeStatement(contains, { type: 'answer', allergen: 'milk', answer: null });
  expect(nothing).toEqual({ diet: null, answers: { celery: 'contains' } });
});

test('an answer brings what follows from it, and changes none that is given', () => {
  const answer = (before: DietaryStatement, allergen: string) =>
    changeStatement(before, { type: 'answer', allergen, answer: 'contains' });
  expect(answer({ diet: null, answers: {} }, 'wheat').answers).toEqual({
    wheat: 'contains',
    gluten: 'contains',
  });
  expect(answer({ diet: null, answers: {} }, 'gluten').answers).toEqual({ gluten: 'contains' });
  const vegan = changeStatement(
    { diet: null, answers: { soy: 'contains' } },
    { type: 'diet', diet: 'vegan' },
  );
  const free = { milk: 'free', eggs: 'free', fish: 'free', crustaceans: 'free' };
  expect(vegan).toEqual({ diet: 'vegan', answers: { soy: 'contains', ...free } });
  const vegetarian = changeStatement(
    { diet: null, answers: { fish: 'contains' } },
    { type: 'diet', diet: 'vegetarian' },
  );
  expect(vegetarian.answers).toEqual({ fish: 'contains', crustaceans: 'free' });
});

describe('“Free of all the others”', () => {
  test('changes no answer that is given', () => {
    const { answers } = others({ diet: null, answers: { milk: 'contains', eggs: 'onRequest' } });
    expect(answers).toMatchObject({ milk: 'contains', eggs: 'onRequest', nuts: 'free', gluten: 'free' });
    expect(listUnanswered({ diet: null, answers })).toEqual([]);
  });

  test('answers that gluten is in a dish with wheat', () => {
    expect(others({ diet: null, answers: { wheat: 'contains' } }).answers.gluten).toBe('contains');
  });

  test('leaves gluten open when wheat is left out on request', () => {
    expect(listUnanswered(others({ diet: null, answers: { wheat: 'onRequest' } }))).toEqual(['gluten']);
  });

  test.each(allergens)('never contradicts an answer about $name', ({ id }) => {
    for (const answer of ['contains', 'onRequest', 'free'] as const)
      expect(findContradiction(others({ diet: null, answers: { [id]: answer } }))).toBe(undefined);
  });
});
