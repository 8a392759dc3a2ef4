import { expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import { uidOf } from '../shared/content/contentTypes';
import * as entries from '../strapi/entries';
import * as newEntries from './newEntries';
import { publishWaiting } from './publishWaiting';
import * as versions from './storedVersions';

vi.spyOn(entries, 'buildPopulate').mockResolvedValue({});
vi.spyOn(newEntries, 'findNewEntries').mockResolvedValue(new Set());
vi.spyOn(versions, 'findShown').mockResolvedValue(null);

const SIDES = uidOf('menu-side');

interface Row {
  documentId: string;
  sideName: string;
  publishedAt: string | null;
}

const draft = (documentId: string, sideName: string): Row => ({ documentId, sideName, publishedAt: null });
const shown = (documentId: string): Row => ({
  documentId,
  sideName: documentId,
  publishedAt: '2026-06-01',
});

/** Publishes the sides while somebody else makes a change, and returns the ids of those that are published. */
async function publishWhile(rows: Row[], change: (rows: Row[]) => Row[]): Promise<string[]> {
  let present = rows;
  const published: string[] = [];
  const builder = { execute: async () => present.filter(({ publishedAt }) => !publishedAt) };
  for (const name of ['select', 'where', 'orderBy', 'forUpdate'])
    Object.assign(builder, { [name]: () => builder });
  const strapi = fakeStrapi({
    log: { warn: () => undefined },
    contentType: () => ({ attributes: {} }),
    getModel: () => ({ attributes: { sideName: { type: 'string' } } }),
    db: {
      transaction: (act: () => Promise<unknown>) => {
        present = change(present);
        return act();
      },
      queryBuilder: () => builder,
      query: () => ({
        count: async () => present.length,
      }),
    },
    documents: () => ({
      publish: async ({ documentId }: Row) => void published.push(documentId),
      findMany: async ({ status, filters }: { status: string; filters: { documentId?: string } }) =>
        present.filter(
          ({ documentId, publishedAt }) =>
            documentId === (filters.documentId ?? documentId) &&
            (publishedAt !== null) === (status === 'published'),
        ),
    }),
  });
  const rulesFor = (_action: string, uid: string) => (uid === SIDES ? [{ inverted: false }] : []);
  const can = (action: string, uid: string) => rulesFor(action, uid).length > 0;
  await publishWaiting(
    strapi,
    { user: { id: 1 }, userAbility: { can, rulesFor } },
    'menu',
    'undoPublish',
    undefined,
  );
  return published;
}

const rows = [shown('Fries'), draft('Fries', 'New fries'), shown('Slaw'), draft('Slaw', 'New slaw')];

test('publishes no dish that somebody takes off or deletes in the meantime', async () => {
  expect(await publishWhile(rows, (present) => present)).toEqual(['Fries', 'Slaw']);
  const takeOff = (present: Row[]) =>
    present.filter(({ documentId, publishedAt }) => documentId !== 'Slaw' || !publishedAt);
  expect(await publishWhile(rows, takeOff)).toEqual(['Fries']);
  expect(await publishWhile(rows, () => [])).toEqual([]);
});
