import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { protectUsedPictures } from './usedPictures';

/** Sends a request to delete pictures together; returns the conditions by which it looks for them. */
async function findConditions(body: object, folders: { path: string }[] = []) {
  const route: {
    method: string;
    path: string;
    config?: { middlewares: ((...args: object[]) => unknown)[] };
  } = { method: 'POST', path: '/actions/bulk-delete' };
  const others = [{ method: 'DELETE', path: '/files/:id' }];
  const findPictures = vi.fn(async (_query: { where: object }) => []);
  const findFolders = async () => folders;
  protectUsedPictures(
    fakeStrapi({
      plugin: () => ({
        routes: { admin: { routes: [route, ...others] }, 'content-api': { routes: others } },
      }),
      requestContext: { get: () => undefined },
      db: {
        query: (uid: string) => ({ findMany: uid === 'plugin::upload.folder' ? findFolders : findPictures }),
      },
    }),
  );
  const context = fakeContext({ params: {}, request: { body } });
  await route.config?.middlewares[0]?.(context, async () => {});
  return findPictures.mock.calls[0]?.[0].where;
}

test.each([
  [{ fileIds: [1, '2', 'x', 1.5, null] }, [1, 2, 0]],
  [{ fileIds: 3 }, [3]],
  [{}, []],
])('looks for the pictures that Strapi would delete for %j', async (body, ids) => {
  expect(await findConditions(body)).toEqual({ $or: [{ id: { $in: ids } }] });
});

test('looks for the pictures in the subfolders, too', async () => {
  expect(await findConditions({ folderIds: [5] }, [{ path: '/1' }])).toEqual({
    $or: [{ id: { $in: [] } }, { folderPath: '/1' }, { folderPath: { $startsWith: '/1/' } }],
  });
});
