import { expect, test } from 'vitest';
import { type Account, describeChanges } from './accountChanges';

const OWNER: Account = {
  id: 2,
  email: 'owner@test.example',
  password: 'hash',
  isActive: true,
  firstname: 'Rosa',
  lastname: null,
  roles: [{ name: 'Owner' }],
};

test.each([
  [
    { email: 'new@test.example' },
    'changed the e-mail address of owner@test.example from owner@test.example to new@test.example',
  ],
  [{ password: 'other hash' }, 'changed the password of owner@test.example'],
  [{ isActive: false }, 'blocked the account owner@test.example'],
  [{ lastname: 'Diaz' }, 'changed the name of owner@test.example'],
  [
    { roles: [{ name: 'Owner' }, { name: 'Cook' }] },
    'changed the role of owner@test.example from “Owner” to “Cook” and “Owner”',
  ],
])('a change to %j is one line', (change, line) => {
  expect(describeChanges(OWNER, { ...OWNER, ...change })).toEqual([line]);
});

test('an invited account that chooses its first password has two lines and none of them the password', () => {
  const invited = { ...OWNER, password: null, isActive: false };
  expect(describeChanges(invited, OWNER)).toEqual([
    'set the password of owner@test.example',
    'activated the account owner@test.example',
  ]);
});
