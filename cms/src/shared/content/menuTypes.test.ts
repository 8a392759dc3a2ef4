import { expect, test } from 'vitest';
import { findDishType, isMenuType } from './menuTypes';

test('knows the types of the menu, and no other type', () => {
  for (const other of ['homepage', 'toString', undefined]) expect(isMenuType(other)).toBe(false);
  expect(findDishType('api::menu-side.menu-side')).toBe('menu-side');
  expect(findDishType('api::menu-alcohol.menu-alcohol')).toBe(undefined);
});
