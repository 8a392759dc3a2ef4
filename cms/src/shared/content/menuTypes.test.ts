import { expect, test } from 'vitest';
import { findDishType, isMenuType, menuTypes, nameFieldOf } from './menuTypes';

test('knows the field with the name of each type, and no other type', () => {
  expect(menuTypes.map(nameFieldOf)).toEqual([
    'appName',
    'entreeName',
    'sideName',
    'drinkName',
    'alcoholName',
  ]);
  for (const other of ['homepage', 'toString', undefined]) expect(isMenuType(other)).toBe(false);
  expect(findDishType('api::menu-side.menu-side')).toBe('menu-side');
  expect(findDishType('api::menu-alcohol.menu-alcohol')).toBe(undefined);
});
