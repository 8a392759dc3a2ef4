import { expect, test } from 'vitest';
import type { Undo } from '../../versions/version';
import { replaceId } from './replaceId';

const answer: Undo = { method: 'DELETE', path: '/menu/menu-alcohol/items/12', body: { id: '5' } };

test('gives earlier requests of the list the new id of a drink that was brought back', () => {
  const order: Undo = {
    method: 'PUT',
    path: '/menu/menu-alcohol/order',
    body: { ids: ['4', '5'], seen: ['5', '4'] },
  };
  expect(replaceId(order, answer)).toEqual({
    ...order,
    body: { ids: ['4', '12'], seen: ['12', '4'] },
  });
  const words: Undo = {
    method: 'PUT',
    path: '/menu/menu-alcohol/items/5',
    body: { name: '5', seen: { name: 'Ale' } },
  };
  expect(replaceId(words, answer)).toEqual({ ...words, path: '/menu/menu-alcohol/items/12' });
});

test('leaves requests of other lists, of other items, and after undos without a former id', () => {
  const other: Undo = { method: 'DELETE', path: '/menu/menu-soft-drinks/items/5', body: {} };
  expect(replaceId(other, answer)).toBe(other);
  const item: Undo = { method: 'DELETE', path: '/menu/menu-alcohol/items/4', body: {} };
  expect(replaceId(item, answer)).toEqual(item);
  const changed = { ...item, path: '/menu/menu-alcohol/items/5' };
  expect(replaceId(changed, { ...answer, body: {} })).toBe(changed);
});
