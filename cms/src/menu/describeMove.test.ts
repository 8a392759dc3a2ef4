import { expect, test } from 'vitest';
import { describeMove } from './describeMove';

test.each([
  ['ABCD', 'DABC', '“d” moved before “a”'],
  ['ABCD', 'BCDA', '“a” moved to the end'],
  ['ABCD', 'ACBD', '“c” moved before “b”'],
  ['ABCD', 'DCBA', 'Several were moved'],
])('describes the move from %s to %s', (before, after, sentence) => {
  expect(describeMove([...before], [...after], (id) => id.toLowerCase())).toBe(sentence);
});
