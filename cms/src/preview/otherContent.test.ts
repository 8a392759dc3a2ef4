import { expect, test } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { uidOf } from '../shared/content/contentTypes';
import { replaceByOtherContent, showOtherContent } from './otherContent';

const uid = uidOf('menu-side');
const soup = { uid, documentId: 'soup', content: { sideName: 'Old soup' } };
const order = { uid, documentId: null, content: { documentIds: ['soup'] } };

/** Runs a query, by which Strapi finds nothing, in a request that shows a content. */
function query(action: string, documentId?: string, shown: typeof soup | typeof order = soup) {
  const state = {};
  showOtherContent(state, [shown]);
  const strapi = { requestContext: { get: () => ({ state }) } };
  return documentMiddleware(replaceByOtherContent, strapi, null)({ action, uid, params: { documentId } });
}

test('shows the content in place of a single entry, also of one that is not published', async () => {
  expect(await query('findOne', 'soup')).toMatchObject({ sideName: 'Old soup' });
  expect(await query('findFirst')).toMatchObject({ sideName: 'Old soup' });
});

test('leaves another entry, one that is not in the order, and other actions', async () => {
  expect(await query('findOne', 'pie')).toBeNull();
  expect(await query('findOne', 'nowhere', order)).toBeNull();
  expect(await query('count')).toBeNull();
});
