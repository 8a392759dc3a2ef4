import type { Core } from '@strapi/strapi';
import { expect, test, vi } from 'vitest';
import { fakeContext, fakeStrapi } from '../../testing/fakes';
import { protectUsedPictures } from './usedPictures';

interface Route {
  method: string;
  path: string;
  config?: { middlewares?: Core.MiddlewareHandler[] };
}

/** Sends a request for a deletion to a media library with these pictures and folders. */
async function requestDeletion(
  request: { params?: object; body?: object },
  pictures: object[] = [],
  folders: { path: string }[] = [],
) {
  const routes: Route[] = [
    { method: 'DELETE', path: '/files/:id' },
    { method: 'POST', path: '/actions/bulk-delete' },
    { method: 'POST', path: '/' },
  ];
  const contentRoutes: Route[] = [{ method: 'DELETE', path: '/files/:id' }];
  const findFolders = vi.fn(async (_query: object) => folders);
  const findPictures = vi.fn(async (_query: { where: object }) => pictures);
  protectUsedPictures(
    fakeStrapi({
      plugin: () => ({ routes: { admin: { routes }, 'content-api': { routes: contentRoutes } } }),
      db: {
        query: (uid: string) => ({ findMany: uid === 'plugin::upload.folder' ? findFolders : findPictures }),
      },
      requestContext: { get: () => undefined },
      getModel: () => ({ info: { displayName: 'Website name' } }),
    }),
  );
  const next = vi.fn(async () => 'deleted');
  const context = fakeContext({ params: {}, request: { body: request.body }, ...request });
  const run = async () => routes[0]?.config?.middlewares?.[0]?.(context, next);
  return { run, next, findFolders, findPictures, protectedRoutes: [...routes, ...contentRoutes] };
}

test('rejects the deletion when one of the pictures is in use, and names its places', async () => {
  const { run, next } = await requestDeletion({ body: { fileIds: [1, 2] } }, [
    { name: 'free.jpg', alternativeText: null, related: [] },
    {
      name: 'used.jpg',
      alternativeText: null,
      related: [
        { __type: 'api::homepage.homepage', place: 'Home, top' },
        { __type: 'api::website-name.website-name' },
      ],
    },
  ]);
  await expect(run()).rejects.toThrow(
    '“used.jpg” is in use (Home, top; Website name): take it out there and publish, then delete it here.',
  );
  expect(next).not.toHaveBeenCalled();
});

test('deletes pictures that no entry uses', async () => {
  const { run } = await requestDeletion({ params: { id: '1' } }, [
    { name: 'free.jpg', alternativeText: null },
  ]);
  expect(await run()).toBe('deleted');
});

test.each([
  [{ params: { id: '7' } }, [7]],
  [{ body: { fileIds: [1, '2', 'x', 1.5, null] } }, [1, 2, 0]],
  [{ body: { fileIds: 3 } }, [3]],
  [{}, []],
])('looks for the pictures of the request %j', async (request, ids) => {
  const { run, findPictures } = await requestDeletion(request);
  await run();
  expect(findPictures.mock.calls[0]?.[0].where).toEqual({ $or: [{ id: { $in: ids } }] });
});

test('looks for the pictures in the folders and in their subfolders', async () => {
  const { run, findFolders, findPictures } = await requestDeletion(
    { body: { folderIds: [5] } },
    [],
    [{ path: '/1' }],
  );
  await run();
  expect(findFolders).toHaveBeenCalledExactlyOnceWith({ where: { id: { $in: [5] } } });
  expect(findPictures.mock.calls[0]?.[0].where).toEqual({
    $or: [{ id: { $in: [] } }, { folderPath: '/1' }, { folderPath: { $startsWith: '/1/' } }],
  });
});

test('protects every route that deletes', async () => {
  const { protectedRoutes } = await requestDeletion({});
  expect(protectedRoutes.map(({ config }) => config?.middlewares?.length ?? 0)).toEqual([1, 1, 0, 1]);
});
