import { expect, test } from 'vitest';
import { matchPublishedDrinks } from './matchPublishedDrinks';

const toDrinks = (names: string) => names.split(', ').flatMap((name) => (name ? { name } : []));

test.each([
  ['the same names', 'Cola, Tonic', 'Cola, Tonic', [0, 1]],
  ['moved drinks', 'Tonic, Cola, Cider', 'Cola, Cider, Tonic', [2, 0, 1]],
  ['two of the same name, one by one', 'Cola, Cola', 'Cola, Cola', [0, 1]],
  ['a corrected name', 'Cola, Ginger Ale', 'Cola, Ginger Beer', [0, 1]],
  ['a corrected name that was moved', 'Lemonaid, Cola, Tonic', 'Cola, Tonic, Lemonade', [2, 0, 1]],
  ['the more similar of two names', 'Black Tea, Iced Black Tea', 'Black Iced Tea', [undefined, 0]],
  ['a replaced name at its place', 'Cola, Birch, Tonic', 'Cola, Mezcal, Tonic', [0, 1, 2]],
  ['replaced names at the end', 'Cola, Birch, Oyster', 'Cola, Mezcal, Punsch', [0, 1, 2]],
  ['an added drink not at all', 'Cola, Birch, Tonic', 'Cola, Tonic', [0, undefined, 1]],
  [
    'an added drink beside a replaced name not at all',
    'Cola, Birch, Mezcal',
    'Cola, Punsch',
    [0, undefined, undefined],
  ],
  ['nothing in an empty list', 'Cola', '', [undefined]],
  ['nothing for an empty draft', '', 'Cola', []],
  ['names of one character', 'A, B', 'B, A', [1, 0]],
])('matches %s', (_case, draft, published, matches) => {
  expect(matchPublishedDrinks(toDrinks(draft), toDrinks(published))).toEqual(matches);
});
