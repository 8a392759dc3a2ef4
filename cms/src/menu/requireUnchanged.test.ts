import { expect, test } from 'vitest';
import { requireSameOrder } from './requireUnchanged';

test('an order can be changed from the one that the owner saw, and made again when it is there already', () => {
  expect(() => requireSameOrder(['a', 'b'], ['a', 'b'], ['b', 'a'])).not.toThrow();
  expect(() => requireSameOrder(['b', 'a'], ['a', 'b'], ['b', 'a'])).not.toThrow();
});

test.each([[['b', 'a', 'c']], [['a']], [['c', 'b', 'a']]])(
  'the order %j that somebody else made is kept',
  (present) => {
    expect(() => requireSameOrder(present, ['a', 'b', 'c'], ['a', 'c', 'b'])).toThrow(
      /^Somebody else has changed this part of the menu/,
    );
  },
);
