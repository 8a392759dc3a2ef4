import { errors } from '@strapi/utils';
import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { fieldsOfEntry, uidOf } from '../shared/content/contentTypes';
import * as entries from '../strapi/entries';
import { type EntryUse, isAllowed, requireAllowed, requireSome, selectAllowed } from './entryPermissions';

vi.spyOn(entries, 'buildPopulate').mockResolvedValue({});

const uid = uidOf('menu-side');
const ME = { id: 7 };
const OTHER = { id: 8 };

interface Rule {
  action: string;
  fields?: string[];
  isCreator?: boolean;
}

/** An account with rules for sides, which answers as the library does whose rules Strapi creates. */
function createAccount(rules: Rule[]) {
  const find = (action: string, field?: string) =>
    rules.filter(
      (rule) =>
        action === `plugin::content-manager.explorer.${rule.action}` &&
        (!rule.fields || !field || rule.fields.includes(field)),
    );
  const can = (action: string, subject: unknown, field?: string) =>
    find(action, field).some(
      ({ isCreator }) => !isCreator || typeof subject === 'string' || Object(subject).createdBy?.id === ME.id,
    );
  const rulesFor = (action: string, _uid: string, field?: string) =>
    find(action, field).map(({ isCreator }) => ({
      inverted: false,
      ...(isCreator && { conditions: { 'createdBy.id': ME.id } }),
    }));
  return { user: ME, userAbility: { can, rulesFor } };
}

/** The rows of the sides: one is the account's, one another's, and of one the published version is another's. */
const rows = [
  { documentId: 'mine', createdBy: ME },
  { documentId: 'mine', createdBy: ME },
  { documentId: 'others', createdBy: OTHER },
  { documentId: 'both', createdBy: ME },
  { documentId: 'both', createdBy: OTHER },
];

const findMany = vi.fn(async ({ where }: { where: { documentId: { $in: string[] } } }) =>
  rows.filter(({ documentId }) => where.documentId.$in.includes(documentId)),
);
const strapi = fakeStrapi({
  contentType: () => ({ attributes: { sideName: { type: 'string' }, description: { type: 'text' } } }),
  service: () => ({ createPermissionsManager: () => ({ toSubject: (entry: object) => entry }) }),
  db: { query: () => ({ findMany }) },
});

const use = (...actions: EntryUse['actions'][number][]): EntryUse => ({ uid, actions });
const byId = (documentId: string) => ({ documentId });

test('without conditions, allows an action with all entries, without reading them', async () => {
  findMany.mockClear();
  const account = createAccount([{ action: 'read' }, { action: 'publish' }]);
  for (const target of ['every', 'some', 'new', byId('others'), byId('gone')] as const) {
    expect(await isAllowed(strapi, account, use('read', 'publish'), target)).toBe(true);
    expect(await isAllowed(strapi, account, use('read', 'update'), target)).toBe(false);
  }
  expect(findMany).not.toHaveBeenCalled();
});

test('with a condition, allows an action with the entries whose draft and published version fulfil it', async () => {
  const account = createAccount([{ action: 'read', isCreator: true }]);
  const entries = ['mine', 'others', 'both', 'gone'].map(byId);
  expect(await selectAllowed(strapi, account, use('read'), entries)).toEqual([byId('mine')]);
  expect(await selectAllowed(strapi, account, use('update'), entries)).toEqual([]);
  expect(await isAllowed(strapi, account, use('read'), 'every')).toBe(false);
  expect(await isAllowed(strapi, account, use('read'), 'some')).toBe(true);
  expect(await isAllowed(strapi, account, use('read'), 'new')).toBe(true);
});

test('a deleted entry belongs to the account that had added it', async () => {
  const account = createAccount([{ action: 'create', isCreator: true }]);
  for (const [createdBy, expected] of [
    [ME, true],
    [OTHER, false],
    [null, false],
  ] as const) {
    const target = { ...byId('gone'), findDeleted: async () => ({ createdBy }) };
    expect(await isAllowed(strapi, account, use('create'), target)).toBe(expected);
  }
});

test('needs the permission for each field, by default for all that the owner fills in', async () => {
  const { description: _, ...others } = fieldsOfEntry(uid, undefined);
  const account = createAccount([
    { action: 'update', fields: ['description'] },
    { action: 'update', fields: Object.keys(others), isCreator: true },
    { action: 'publish' },
  ]);
  const ask = (fields: string[] | undefined, target: Parameters<typeof isAllowed>[3]) =>
    isAllowed(strapi, account, { uid, actions: ['update', 'publish'], ...(fields && { fields }) }, target);
  expect(await ask(['description'], 'every')).toBe(true);
  expect(await ask(['sideName'], 'every')).toBe(false);
  expect(await ask(['position'], 'some')).toBe(false);
  expect(await ask(undefined, byId('mine'))).toBe(true);
  expect(await ask(undefined, byId('others'))).toBe(false);
  expect(await ask([], byId('others'))).toBe(true);
});

test('rejects what the account may not do', async () => {
  const account = createAccount([{ action: 'read', isCreator: true }]);
  await expect(requireAllowed(strapi, account, use('read'), 'every')).rejects.toThrow(errors.ForbiddenError);
  await requireAllowed(strapi, account, use('read'), byId('mine'));
  expect(requireSome(strapi, account, ['read'], ['menu-side'])).toEqual(['menu-side']);
  expect(() => requireSome(strapi, account, ['read', 'publish'], ['menu-side'])).toThrow(
    errors.ForbiddenError,
  );
});
