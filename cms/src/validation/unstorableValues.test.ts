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
  ['text', 'x'.repeat(100_000)],
  ['integer', 2_147_483_647],
  ['biginteger', 2_147_483_648],
  ['string', null],
])('accepts a %s that Postgres can store', (type, value) => {
  expect(save(type, value)).not.toThrow();
});

test.each(['string', 'email'])('rejects a %s of 256 characters', (type) => {
  expect(save(type, 'x'.repeat(256))).toThrow(errors.ValidationError);
  expect(save(type, 'x'.repeat(256))).toThrow(
    'name: this is too long, 255 characters fit here and these are 256.',
  );
});

test.each([2_147_483_648, -2_147_483_648])('rejects the integer %d', (value) => {
  expect(save('integer', value)).toThrow('name: this number is too large.');
});

test.each(['string', 'text'])('rejects a NUL character in a %s', (type) => {
  expect(save(type, 'a\0b')).toThrow('name: this contains a character that can’t be saved.');
});

test('checks updates too, and fields that the model does not have', () => {
  const data = { unknown: 'a\0b' };
  expect(() => beforeUpdate({ model: { attributes: {} }, params: { data } })).toThrow(errors.ValidationError);
  expect(() => beforeUpdate({ model: { attributes: {} }, params: {} })).not.toThrow();
});
