import { expect, test } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { checkWrittenValues } from './checkValues';
import { rejectInvalidStatements } from './statements';

const valid = {
  diet: 'vegetarian',
  answers: { milk: 'contains', celery: 'free' },
  confirmedFor: { name: 'Slaw', description: '', restoreId: null },
};

const save = (data: object, uid = 'api::menu-side.menu-side', action = 'update') =>
  documentMiddleware(checkWrittenValues([rejectInvalidStatements]), {})({ uid, action, params: { data } });

test.each([
  ['a statement', { dietaryStatement: valid }],
  // So that an old dish can be brought back.
  ['one that contradicts the table of allergens', { dietaryStatement: { ...valid, diet: 'vegan' } }],
  ['a dish without the field', { sideName: 'Slaw' }],
])('saves %s', async (_case, data) => {
  expect(await save(data)).toBe('passed');
});

test.each([
  ['no words', { ...valid, confirmedFor: undefined }],
  [
    'an answer that it does not know, which would be lost',
    { ...valid, answers: { milk: 'perhaps', eggs: 'free' } },
  ],
  [
    'too many allergens',
    { ...valid, answers: Object.fromEntries(Array.from({ length: 101 }, (_, id) => [id, 'free'])) },
  ],
  ['a name that is too long', { ...valid, confirmedFor: { ...valid.confirmedFor, name: 'x'.repeat(2001) } }],
  ['a character that Postgres does not store', { ...valid, answers: { 'a\0': 'free' } }],
])('refuses %s with a sentence', async (_case, dietaryStatement) => {
  for (const action of ['create', 'update', 'clone'])
    await expect(async () => save({ dietaryStatement }, undefined, action)).rejects.toThrow(
      /^Allergens and diet: this can’t be saved\./,
    );
});
