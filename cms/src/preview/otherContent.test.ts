import { expect, test } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { uidOf } from '../shared/content/contentTypes';
import type { Version } from '../versions/version';
import { applyContent, replaceByOtherContent, showOtherContent } from './otherContent';

const SUMMARY = {
  id: 7,
  uid: uidOf('menu-side'),
  time: '',
  when: 'Monday at noon',
  author: null,
  change: '',
  isCurrent: false,
};
const soup: Version = {
  ...SUMMARY,
  kind: 'publish',
  documentId: 'soup',
  content: { id: 3, documentId: 'soup', sideName: 'Old soup', createdBy: { email: 'owner@test.example' } },
  lost: [],
};
const order: Version = {
  ...SUMMARY,
  kind: 'order',
  documentId: null,
  content: { documentIds: ['pie', 'gone', 'soup'] },
  lost: [],
};
const published = [
  { id: 1, documentId: 'soup', sideName: 'Soup', position: 10 },
  { id: 2, documentId: 'pie', sideName: 'Pie', position: 20 },
  { id: 4, documentId: 'corn', sideName: 'Corn', position: 30 },
];

test('shows an earlier content in place of its entry, with the fields that the query returns', () => {
  expect(applyContent(published, soup)).toEqual([
    { id: 3, documentId: 'soup', sideName: 'Old soup', position: 10 },
    ...published.slice(1),
  ]);
});

test('adds an entry that is not published now, with the fields that the others have', () => {
  const others = published.slice(1);
  expect(applyContent(others, soup)).toEqual([
    ...others,
    { id: 3, documentId: 'soup', sideName: 'Old soup' },
  ]);
});

test('shows dishes in an earlier order, new ones last, and adds none', () => {
  expect(applyContent(published, order).map(({ documentId, position }) => [documentId, position])).toEqual([
    ['soup', 2],
    ['pie', 0],
    ['corn', null],
  ]);
});

/** Runs a query of a request that shows a version; returns what the API gets. */
function query(context: object, version: Version | undefined, result: unknown): Promise<unknown> {
  const state = {};
  if (version) showOtherContent(state, [version]);
  return documentMiddleware(
    replaceByOtherContent,
    { requestContext: { get: () => ({ state }) } },
    result,
  )(context);
}
const find = (action: string, documentId?: string, uid = soup.uid) => ({
  action,
  uid,
  params: { documentId },
});

test('replaces the results of lists and of single entries, also of one that is not published', async () => {
  expect(await query(find('findMany'), soup, published)).toEqual(applyContent(published, soup));
  expect(await query(find('findOne', 'soup'), soup, published[0])).toMatchObject({ sideName: 'Old soup' });
  expect(await query(find('findOne', 'soup'), soup, null)).toMatchObject({ sideName: 'Old soup' });
  expect(await query(find('findFirst'), soup, null)).toMatchObject({ sideName: 'Old soup' });
});

test.each([
  ['another entry', find('findOne', 'pie'), soup],
  ['an entry that is not in the order', find('findOne', 'nowhere'), order],
  ['another type', find('findMany', undefined, 'api::menu-entree.menu-entree'), soup],
  ['a request without a version', find('findMany'), undefined],
  ['another action', find('count'), soup],
])('leaves the result of %s', async (_, context, version) => {
  expect(await query(context, version, null)).toBeNull();
});
