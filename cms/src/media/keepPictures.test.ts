import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { extendService } from '../../testing/fakes';
import * as auditLog from '../auditLog/auditLog';
import * as lockEntries from '../site/lockEntries';
import * as recordVersions from '../site/recordVersions';
import type { StoredVersion } from '../site/version';
import { keepPictures } from './keepPictures';
import * as versionPictures from './versionPictures';

const KEPT_FOLDER = { id: 3, path: '/3' };
const picture = {
  id: 7,
  documentId: 'abc',
  name: 'hearth.jpg',
  hash: 'hearth',
  ext: '.jpg',
  url: '/uploads/hearth.jpg',
  folderPath: '/',
  provider: 'local',
  formats: { avif_200: { hash: 'small', ext: '.avif', url: '/uploads/small.avif' } },
};

const version = (id: number): StoredVersion => ({
  id,
  uid: 'api::homepage.homepage',
  documentId: 'home',
  kind: 'publish',
  time: '',
  author: null,
  content: {},
  change: '',
});

vi.spyOn(auditLog, 'recordLine').mockResolvedValue();
const lockEntry = vi.spyOn(lockEntries, 'lockEntry').mockResolvedValue(true);
const recordPublished = vi.spyOn(recordVersions, 'recordPublished').mockResolvedValue();
const findVersionsWithPicture = vi
  .spyOn(versionPictures, 'findVersionsWithPicture')
  .mockResolvedValue([version(1)]);
const replacePicture = vi.spyOn(versionPictures, 'replacePicture').mockResolvedValue();

const folder = createTemporaryFolder();

/** Opens a media library with one picture on the disk, which these entries show. */
function openLibrary(related: object[] = []) {
  const uploads = join(folder, 'uploads');
  mkdirSync(uploads);
  for (const name of ['hearth.jpg', 'small.avif']) writeFileSync(join(uploads, name), name);
  const create = vi.fn(async (_row: object) => ({ id: 8 }));
  const [deleteRow, logError] = [vi.fn(), vi.fn()];
  const route: {
    method: string;
    path: string;
    config?: { middlewares: ((context: object, next: () => unknown) => unknown)[] };
  } = { method: 'POST', path: '/actions/bulk-delete' };
  const original = {
    replace: vi.fn(async () => 'replaced'),
    remove: vi.fn(async (_picture: object) => 'removed'),
  };
  const service = extendService<{
    replace(id: number, replacement: object): Promise<unknown>;
    remove(file: object): Promise<unknown>;
  }>(keepPictures, 'plugin::upload.upload', original, {
    dirs: { static: { public: folder } },
    requestContext: { get: () => undefined },
    log: { error: logError },
    plugin: () => ({
      routes: { admin: { routes: [route] } },
      service: () => service,
    }),
    db: {
      transaction: (run: () => Promise<unknown>) => run(),
      query: (uid: string) => ({
        findOne: async () => (uid === 'plugin::upload.folder' ? KEPT_FOLDER : { ...picture, related }),
        findMany: async () => (uid === 'plugin::upload.folder' ? [] : [picture]),
        create,
        delete: deleteRow,
      }),
    },
  });
  /** Deletes the picture as one of several, as Strapi's controller does. */
  const deleteTogether = async () =>
    route.config?.middlewares[0]?.({ request: { body: { fileIds: [7] } } }, () => service.remove(picture));
  const replace = () => service.replace(7, { data: {} });
  const listFiles = () => readdirSync(uploads).sort();
  return { service, original, create, deleteRow, logError, replace, deleteTogether, uploads, listFiles };
}

test('shows the copy in a version, too, that was recorded while the files were copied', async () => {
  const { service } = openLibrary();
  findVersionsWithPicture.mockResolvedValueOnce([version(1)]).mockResolvedValueOnce([version(1), version(2)]);
  await service.remove(picture);
  expect(replacePicture).toHaveBeenCalledWith(expect.anything(), [version(1), version(2)], 7, 8);
});

test('keeps the copy when a replacement fails, because it may have changed a file', async () => {
  const { original, deleteRow, replace, uploads, listFiles } = openLibrary();
  original.replace.mockImplementationOnce(async () => {
    writeFileSync(join(uploads, 'small.avif'), 'half');
    throw new Error('disk full');
  });
  await expect(replace()).rejects.toThrow('disk full');
  expect(deleteRow).not.toHaveBeenCalled();
  expect(listFiles()).toHaveLength(4);
  expect(recordPublished).not.toHaveBeenCalled();
});

test('records a replacement for every published entry, and returns the picture also when that fails', async () => {
  const uid = 'api::homepage.homepage';
  const related = [
    { __type: uid, documentId: 'home', publishedAt: null },
    { __type: uid, documentId: 'home', publishedAt: '2026-11-22' },
    { __type: 'plugin::upload.folder', documentId: 'other', publishedAt: '2026-11-22' },
  ];
  const { logError, replace } = openLibrary(related);
  expect(await replace()).toBe('replaced');
  expect(recordPublished.mock.calls).toEqual([
    [expect.anything(), { uid, documentId: 'home' }, { userId: null, name: null }],
  ]);
  expect(lockEntry).toHaveBeenCalledBefore(recordPublished);
  recordPublished.mockRejectedValueOnce(new Error('no space'));
  expect(await replace()).toBe('replaced');
  expect(logError).toHaveBeenCalledWith(
    'The replacement of "hearth.jpg" can\'t be recorded as an earlier version: no space',
  );
});

test('deletes no file when the rows of several pictures can’t be deleted, and makes the versions show the pictures again', async () => {
  const { original, deleteRow, deleteTogether, listFiles } = openLibrary();
  original.remove.mockRejectedValueOnce(new Error('no connection'));
  await expect(deleteTogether()).rejects.toThrow('no connection');
  expect(replacePicture).toHaveBeenLastCalledWith(expect.anything(), [version(1)], 8, 7);
  expect(deleteRow).toHaveBeenCalledWith({ where: { id: 8 } });
  expect(listFiles()).toEqual(['hearth.jpg', 'small.avif']);
});

test('keeps the copy when a deletion fails after a version with the copy was brought back', async () => {
  const { original, deleteRow, deleteTogether, listFiles } = openLibrary([{ documentId: 'home' }]);
  original.remove.mockRejectedValueOnce(new Error('no connection'));
  await expect(deleteTogether()).rejects.toThrow('no connection');
  expect(deleteRow).not.toHaveBeenCalled();
  expect(listFiles()).toHaveLength(4);
});
