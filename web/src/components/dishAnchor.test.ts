import { expect, test } from 'vitest';
import { createDishAnchor } from './dishAnchor.ts';

test('the anchor of a dish is the same for its name in other letters, and valid in an address for any name', () => {
  expect(createDishAnchor(' oak-oven  LASAGNA ')).toBe(createDishAnchor('Oak-Oven Lasagna'));
  expect(createDishAnchor('Fish & Chips “½” \ud800')).toMatch(/^dish-fish-chips-[\w%]*-$/);
  expect(createDishAnchor('Crème brûlée')).toBe('dish-cr%C3%A8me-br%C3%BBl%C3%A9e');
});
