import { expect, test } from 'vitest';
import { matchDrinks } from './matchDrinks';

/** Makes drinks of their names; one with a key has it behind a colon. */
const toDrinks = (drinks: string) =>
  drinks.split(', ').flatMap((drink) => {
    const [name, key] = drink.split(':');
    return name ? [{ name, key }] : [];
  });

test.each([
  ['the same names', 'Cola, Tonic', 'Cola, Tonic', [0, 1]],
  ['moved drinks', 'Tonic, Cola, Cider', 'Cola, Cider, Tonic', [2, 0, 1]],
  ['names of one character', 'A, B', 'B, A', [1, 0]],
  ['two of the same name, one by one', 'Cola, Cola', 'Cola, Cola', [0, 1]],
  ['a corrected name', 'Cola, Ginger Ale', 'Cola, Ginger Beer', [0, 1]],
  ['a corrected name that was moved', 'Lemonaid, Cola, Tonic', 'Cola, Tonic, Lemonade', [2, 0, 1]],
  ['the more similar of two names', 'Black Tea, Iced Black Tea', 'Black Iced Tea', [undefined, 0]],
  ['replaced names at the end', 'Cola, Birch, Oyster', 'Cola, Mezcal, Punsch', [0, 1, 2]],
  ['an added drink not at all', 'Cola, Birch, Tonic', 'Cola, Tonic', [0, undefined, 1]],
  ['nothing for an empty draft', '', 'Cola', []],
  ['drinks of the same key, whatever their names', 'Cola:1, Tonic:2', 'Tonic:1, Cola:2', [0, 1]],
  [
    'one without a key between those with one',
    'Cola:1, Birch, Ale:3',
    'Cola:1, Mezcal:2, Tonic:3',
    [0, 1, 2],
  ],
  ['one without a key by its name, although another has the key', 'Tonic:2, Cola', 'Cola:1, Ale:2', [1, 0]],
  [
    'one of an unknown key at no place',
    'Cola, Birch:7, Ale',
    'Cola:1, Mezcal:2, Punsch:3',
    [0, undefined, undefined],
  ],
])('matches %s', (_case, drinks, stored, matches) => {
  expect(matchDrinks(toDrinks(drinks), toDrinks(stored))).toEqual(matches);
});
