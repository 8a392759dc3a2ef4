import { expect, test, vi } from 'vitest';
import { documentMiddleware } from '../../testing/fakes';
import { acceptRemovedRows } from './acceptRemovedRows';

const uid = 'api::page.page';
const attributes = { title: { type: 'string' }, days: { type: 'component' }, notice: { type: 'component' } };
const findOne = vi.fn(async () => ({ days: [{ id: 7 }], notice: null }));
const middleware = documentMiddleware(acceptRemovedRows, {
  contentType: () => ({ attributes }),
  documents: () => ({ findOne }),
});
const save = async (data: object) => {
  await middleware({ uid, action: 'update', params: { documentId: 'one', data } });
  return data;
};

test('removes only the ids of components that the draft does not have', async () => {
  const data = { title: 'Page', days: [{ id: '7', text: 'a' }, { id: 8, text: 'b' }, { text: 'c' }] };
  expect(await save({ ...data, notice: { id: 3, text: 'd' } })).toEqual({
    title: 'Page',
    days: [{ id: '7', text: 'a' }, { text: 'b' }, { text: 'c' }],
    notice: { text: 'd' },
  });
  expect(findOne).toHaveBeenCalledWith({ documentId: 'one', status: 'draft', populate: ['days', 'notice'] });
});
