import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { uidOf } from '../shared/content/contentTypes';
import * as entries from '../strapi/entries';
import { selectAllowed } from './entryPermissions';

vi.spyOn(entries, 'buildPopulate').mockResolvedValue({});

const ME = { id: 7 };
const OTHER = { id: 8 };

/** The rows of the sides: one is the account's, one another's, and of one the published version is another's. */
const rows = [
  { documentId: 'mine', createdBy: ME },
  { documentId: 'mine', createdBy: ME },
  { documentId: 'others', createdBy: OTHER },
  { documentId: 'both', createdBy: ME },
  { documentId: 'both', createdBy: OTHER },
];
const strapi = fakeStrapi({
  contentType: () => ({ attributes: { sideName: { type: 'string' } } }),
  service: () => ({ createPermissionsManager: () => ({ toSubject: (entry: object) => entry }) }),
  db: { query: () => ({ findMany: async () => rows }) },
});
/** An account that may use what it has added. */
const account = {
  user: ME,
  userAbility: {
    can: (_action: string, subject: unknown) =>
      typeof subject === 'string' || Object(subject).createdBy?.id === ME.id,
    rulesFor: () => [{ inverted: false, conditions: { 'createdBy.id': ME.id } }],
  },
};

test('with a condition, allows an action with the entries whose draft and published version fulfil it', async () => {
  const targets = ['mine', 'others', 'both', 'gone'].map((documentId) => ({ documentId }));
  const use = { uid: uidOf('menu-side'), actions: ['read'] } as const;
  expect(await selectAllowed(strapi, account, use, targets)).toEqual([{ documentId: 'mine' }]);
});
