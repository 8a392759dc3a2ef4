import { expect, test } from 'vitest';
import type { Answer } from '../shared/diet/dietaryStatement';
import { findUnknownAllergen, keepRemovedAllergens } from './removedAllergens';

const state = (answers: Record<string, Answer>, description = '') => ({
  diet: null,
  answers,
  confirmedFor: { name: 'Slaw', description, restoreId: null },
});

/** The table of allergens has no celery; a version with another table has stored an answer about it. */
const STORED = state({ celery: 'contains', milk: 'contains' });

test('an answer about an allergen that the table has no more stays when something else is stated', () => {
  const kept = state({ celery: 'contains', milk: 'free' });
  expect(keepRemovedAllergens(state({ milk: 'free' }), STORED)).toEqual(kept);
  expect(keepRemovedAllergens(null, STORED)).toEqual(state({ celery: 'contains' }));
  expect(keepRemovedAllergens(null, state({ milk: 'free' }))).toBeNull();
});

test('it is lost when the owner confirms the rest for other words, because she does not see it', () => {
  const confirmed = state(STORED.answers, 'With celery salt.');
  expect(keepRemovedAllergens(confirmed, STORED)).toEqual(state({ milk: 'contains' }, 'With celery salt.'));
  expect(keepRemovedAllergens(state({ celery: 'free' }, 'New'), null)).toBeNull();
});

test('it can’t get another answer', () => {
  expect(findUnknownAllergen(state({ celery: 'free' }), STORED)).toBe('celery');
  expect(findUnknownAllergen(state({ celery: 'contains' }), null)).toBe('celery');
  expect(findUnknownAllergen(STORED, STORED)).toBeUndefined();
});
