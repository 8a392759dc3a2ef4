import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStrapi } from '../../testing/fakes';
import * as newItems from '../site/newEntries';
import * as entries from '../strapi/entries';
import { warnAboutOpenDrafts } from './openDrafts';

vi.spyOn(entries, 'buildPopulate').mockResolvedValue({});

const NOW = Date.parse('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

interface Row {
  documentId: string;
  [field: string]: unknown;
}

const draft = (documentId: string, days: number): Row => ({
  documentId,
  sideName: documentId,
  updatedAt: daysAgo(days),
  publishedAt: null,
});
const published = (documentId: string, days: number): Row => ({
  ...draft(documentId, days),
  publishedAt: daysAgo(days),
});

const listSentences = async (rows: Row[], canPublish = true) => {
  const query = (uid: string) => ({ findMany: async () => (uid.endsWith('menu-side') ? rows : []) });
  const strapi = fakeStrapi({ db: { query }, getModel: () => ({ attributes: {} }) });
  return (await warnAboutOpenDrafts(strapi, async (_use, all) => (canPublish ? all : []))).map(
    ({ sentence }) => sentence,
  );
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  vi.spyOn(newItems, 'findNewEntries').mockImplementation(
    async (_strapi, _uid, dishes) => new Set(dishes.map(({ documentId }) => documentId)),
  );
});

test('names the drafts that are older than a week and differ from what is published, the oldest first', async () => {
  const rows = [
    ...[published('Slaw', 30), draft('Slaw', 8)],
    ...[published('Fries', 30), draft('Fries', 30)],
    ...[published('Beets', 30), draft('Beets', 6.9)],
    draft('Kraut', 9),
  ];
  expect(await listSentences(rows)).toEqual([
    '“Kraut” was added 9 days ago and not published: the site doesn’t show it.',
    '“Slaw” was changed 8 days ago and not published: the site still shows the old words.',
  ]);
  expect(await listSentences(rows, false)).toEqual([]);
});

test('names three drafts and counts the others', async () => {
  const rows = ['One', 'Two', 'Three', 'Four', 'Five'].map((name, index) => draft(name, 20 - index));
  expect(await listSentences(rows.slice(0, 4))).toHaveLength(4);
  expect((await listSentences(rows.slice(0, 4)))[3]).toBe('1 more was changed long ago and not published.');
  expect((await listSentences(rows))[3]).toBe('2 more were changed long ago and not published.');
});

test('does not name a dish that was taken off the menu', async () => {
  vi.spyOn(newItems, 'findNewEntries').mockResolvedValue(new Set());
  expect(await listSentences([draft('Kraut', 9)])).toEqual([]);
});
