import { expect, test } from 'vitest';
import { findMenuType, isMenuType } from './menuTypes';

test('knows the types of the menu, and no other type', () => {
  for (const other of ['homepage', 'toString', undefined]) expect(isMenuType(other)).toBe(false);
  expect(findMenuType('api::menu-side.menu-side')).toBe('menu-side');
  expect(findMenuType('api::menu-header.menu-header')).toBe(undefined);
});
