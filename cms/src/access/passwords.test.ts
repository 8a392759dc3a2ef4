import { expect, test } from 'vitest';
import { generatePassword, isStrong } from './passwords';

test.each([
  ['', false],
  ['Abcdefghij1', false],
  ['Abcdefghijk1', true],
  ['abcdefghijk1', false],
  ['ABCDEFGHIJK1', false],
  ['Abcdefghijkl', false],
  [' Aa1 Aa1 Aa1', true],
])('isStrong(%j) is %s', (password, expected) => {
  expect(isStrong(password)).toBe(expected);
});

test('generates different strong passwords without similar characters', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords) {
    expect(isStrong(password), password).toBe(true);
    expect(password).toMatch(/^[^lIO01]{20}$/);
  }
});
