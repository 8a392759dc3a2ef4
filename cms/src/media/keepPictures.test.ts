import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { extendService } from '../../testing/fakes';
import { findVersionsWithPicture, replacePicture } from '../versions/versionPictures';
import { keepPictures } from './keepPictures';

vi.mock('../versions/recordVersions', () => ({ recordPublished: vi.fn() }));
vi.mock('../versions/versionPictures', () => ({
  findVersionsWithPicture: vi.fn(async () => [{ id: 1 }]),
  replacePicture: vi.fn(),
}));

const KEPT_FOLDER = { id: 3, path: '/3' };
const picture = {
  id: 7,
  documentId: 'abc',
  name: 'hearth.jpg',
  hash: 'hearth',
  ext: '.jpg',
  url: '/uploads/hearth.jpg',
  folderPath: '/',
  formats: { avif_200: { hash: 'small', ext: '.avif', url: '/uploads/small.avif' } },
};

/** Opens a media library with one picture on the disk. */
function openLibrary(files = ['hearth.jpg', 'small.avif']) {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const uploads = join(folder, 'uploads');
  mkdirSync(uploads);
  for (const name of files) writeFileSync(join(uploads, name), name);
  const create = vi.fn(async (_row: object) => ({ id: 8 }));
  const original = { replace: vi.fn(async () => 'replaced'), remove: vi.fn(async () => 'removed') };
  const service = extendService<
    Pick<typeof original, 'replace'> & { remove(file: object): Promise<unknown> }
  >(keepPictures, 'plugin::upload.upload', original, {
    dirs: { static: { public: folder } },
    log: { error: vi.fn() },
    db: {
      transaction: (run: () => Promise<unknown>) => run(),
      query: (uid: string) => ({
        findOne: async () => (uid === 'plugin::upload.folder' ? KEPT_FOLDER : picture),
        create,
      }),
    },
  });
  return { service, original, create, listFiles: () => readdirSync(uploads).sort() };
}

test('copies a picture with its formats before it is deleted, and lets the versions show the copy', async () => {
  const { service, create, listFiles } = openLibrary();
  expect(await service.remove(picture)).toBe('removed');
  expect(listFiles()).toEqual([
    'hearth.jpg',
    expect.stringMatching(/^hearth_\w{10}\.jpg$/),
    'small.avif',
    expect.stringMatching(/^small_\w{10}\.avif$/),
  ]);
  const [row] = create.mock.calls[0] ?? [];
  expect(row).toMatchObject({ data: { name: 'hearth.jpg', folder: 3, folderPath: '/3' } });
  expect(row).not.toHaveProperty('data.id');
  expect(row).not.toHaveProperty('data.documentId');
  expect(replacePicture).toHaveBeenCalledWith(expect.anything(), [{ id: 1 }], 7, 8);
});

test('deletes nothing when the copy can’t be stored, and removes the copied files', async () => {
  const { service, original, create, listFiles } = openLibrary();
  create.mockRejectedValueOnce(new Error('disk full'));
  await expect(service.remove(picture)).rejects.toThrow(
    '“hearth.jpg” can’t be kept for the earlier versions that show it, so nothing has changed. Ask whoever looks after the site.',
  );
  expect(original.remove).not.toHaveBeenCalled();
  expect(listFiles()).toEqual(['hearth.jpg', 'small.avif']);
});

test('copies nothing of a picture that no version shows, and of one in the folder of kept pictures', async () => {
  const { service, listFiles } = openLibrary();
  vi.mocked(findVersionsWithPicture).mockResolvedValueOnce([]);
  await service.remove(picture);
  await service.remove({ ...picture, folderPath: '/3' });
  expect(listFiles()).toEqual(['hearth.jpg', 'small.avif']);
});

test('lets a picture be deleted whose file is missing on the disk', async () => {
  const { service, listFiles } = openLibrary(['hearth.jpg']);
  expect(await service.remove(picture)).toBe('removed');
  expect(listFiles()).toHaveLength(2);
});
