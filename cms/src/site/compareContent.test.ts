import { expect, test } from 'vitest';
import { isSame } from './compareContent';

test.each([
  [{ a: '', b: [] }, { c: null }, true],
  [{ a: { pictureId: 1, name: 'Old' } }, { a: { pictureId: 1, name: 'New' } }, true],
  [{ a: { pictureId: 1, name: 'A' } }, { a: { pictureId: 2, name: 'A' } }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: [{ b: 'Cola', off: null }] }, { a: [{ b: 'Cola', off: false }] }, true],
  [{ a: [{ id: 1, b: 'Cola' }] }, { a: [{ id: 2, b: 'Cola' }] }, true],
  [{ a: 'Fried\u2028twice' }, { a: 'Fried\ntwice' }, true],
  [{ a: true }, { a: null }, false],
  [{ a: 0 }, {}, false],
])('compares %j with %j as the site shows them', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
});
