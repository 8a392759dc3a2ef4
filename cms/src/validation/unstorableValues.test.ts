import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { rejectUnstorableValues } from './unstorableValues';

const subscribe = vi.fn();
rejectUnstorableValues(fakeStrapi({ db: { lifecycles: { subscribe } } }));
const { beforeCreate, beforeUpdate } = subscribe.mock.calls[0]?.[0] ?? {};

const save = (type: string, value: unknown) => () =>
  beforeCreate({ model: { attributes: { name: { type } } }, params: { data: { name: value } } });

test.each([
  ['string', 'x'.repeat(255)],
  ['integer', 2_147_483_647],
  ['biginteger', 2_147_483_648],
])('accepts a %s that Postgres can store', (type, value) => {
  expect(save(type, value)).not.toThrow();
});

test.each([2_147_483_648, -2_147_483_648])('rejects the integer %d', (value) => {
  expect(save('integer', value)).toThrow('name: this number is too large.');
});

test('checks updates too, and fields that the model does not have', () => {
  const data = { unknown: 'a\0b' };
  expect(() => beforeUpdate({ model: { attributes: {} }, params: { data } })).toThrow(errors.ValidationError);
  expect(() => beforeUpdate({ model: { attributes: {} }, params: {} })).not.toThrow();
});
