import { expect, test } from 'vitest';
import { isStrong } from './passwords';

test.each([
  ['Abcdefghij1', false],
  ['Abcdefghijk1', true],
  ['abcdefghijk1', false],
  ['ABCDEFGHIJK1', false],
  ['Abcdefghijkl', false],
  [' Aa1 Aa1 Aa1', true],
])('isStrong(%j) is %s', (password, expected) => {
  expect(isStrong(password)).toBe(expected);
});
