import { expect, test } from 'vitest';
import { describePlace } from './describePlace';

const names = (count: number) => Array.from({ length: count }, (_, index) => `Dish ${index}`);

test.each([
  [1, 0, 'first of one'],
  [9, 2, 'third of nine, after Dish 1'],
  [12, 11, 'twelfth of twelve, after Dish 10'],
  [20, 19, 'twentieth of twenty, after Dish 18'],
  [60, 41, 'forty-second of sixty, after Dish 40'],
  [99, 98, 'ninety-ninth of ninety-nine, after Dish 97'],
  [120, 119, 'far down of many, after Dish 118'],
])('of %i dishes, describes the place of the one with the index %i as “%s”', (count, index, expected) => {
  expect(describePlace(names(count), index)).toBe(expected);
});
