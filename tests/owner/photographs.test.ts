import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { cms } from '../support/cms.ts';
import { type Entry, owner } from '../support/owner.ts';
import { createDamagedPicture, createPicture, createUploadForm, HEIC } from '../support/pictures.ts';

// What the media library accepts, and what it refuses to change or delete. The unit tests of cms/src/media have more files.

const STORY: Entry = { type: 'homepage', documentId: 'home-story-1' };
const SIGN: Entry = { ...STORY, documentId: 'home-special-1' };

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
/** So small that its formats take little time. */
const small = await createPicture('#a33', 60, 40);
const half = await createDamagedPicture();

/** A JPEG whose header claims more pixels than it has. */
function createBomb(): Buffer {
  const bytes = Buffer.from(small);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(30_000, frame + 5);
  bytes.writeUInt16BE(30_000, frame + 7);
  return bytes;
}

const uploads = join(cms.dataDir, 'public', 'uploads');

/** How many photographs the media library lists, and the files on the disk. */
async function listStored() {
  const { pagination } = await owner.send<{ pagination: { total: number } }>('GET', '/upload/files');
  return { total: pagination.total, files: readdirSync(uploads) };
}

test('rejects unsupported and damaged files, and pictures with too many pixels, on every route that receives files, and stores nothing of them', async () => {
  const before = await listStored();
  for (const [name, bytes, message] of [
    ['IMG_1.HEIC', HEIC, /^400 “IMG_1\.HEIC” .*HEIC.*JPEG/],
    ['logo.png', SVG, /^400 “logo\.png” is no picture.*JPEG, PNG, WebP or AVIF/],
    ['half.jpg', half, /^400 “half\.jpg” is damaged/],
    ['bomb.jpg', createBomb(), /^400 “bomb\.jpg” is too large.*30000 × 30000 pixels/],
  ] as const)
    await expect(owner.upload({ name }, bytes), name).rejects.toThrow(message);
  for (const path of [`/upload?id=${(await readSign()).id}`, '/upload/files'])
    for (const [name, bytes] of [
      ['photograph.heic', HEIC],
      ['half.jpg', half],
    ] as const)
      await expect(owner.upload({ name }, bytes, path), path).rejects.toThrow(`400 “${name}”`);
  expect(await listStored()).toEqual(before);
});

test('accepts JPEG, PNG, WebP and AVIF photographs', async () => {
  const image = sharp(small);
  for (const [name, bytes] of [
    ['a.jpg', small],
    ['b.JPEG', await image.clone().jpeg({ progressive: true }).toBuffer()],
    ['c.png', await image.clone().png().toBuffer()],
    ['d.webp', await image.clone().webp().toBuffer()],
    ['e.avif', await image.clone().avif({ effort: 0 }).toBuffer()],
  ] as const)
    expect(await owner.upload({ name }, bytes), name).toMatchObject({ width: 60, height: 40 });
});

test('refuses to publish a picture until it has an alternative text', async () => {
  const { id } = await owner.upload({ name: 'dish.jpg' }, small);
  await owner.saveDraft(STORY, { images: [id] });
  await expect(owner.publish(STORY, { images: [id] })).rejects.toThrow(
    /^400 “dish\.jpg” has no alternative text.*pencil/,
  );
  await owner.describePicture(id, { alternativeText: 'A bowl of chili' });
  await owner.publish(STORY, { images: [id] });
});

test('refuses to delete a picture until neither a draft nor a published entry uses it', async () => {
  const { logo } = JSON.parse(await cms.readContent('website-name')).data;
  await expect(owner.deletePicture(logo.id)).rejects.toThrow(
    '“logo” is in use (Home: first story block; Name and logo)',
  );
  const parent = await owner.createPictureFolder('Food');
  const folder = await owner.createPictureFolder('Dishes', parent);
  const chili = { name: 'chili.jpg', alternativeText: 'A bowl of chili', folder };
  const used = await owner.upload(chili, small);
  const unused = await owner.upload({ name: 'spare.jpg' }, small);
  const before = await listStored();
  const inUse = /^400 “chili\.jpg” is in use \(Home: first story block\).*take it out/;

  await owner.publish(STORY, { images: [used.id] });
  await expect(owner.deletePicture(used.id)).rejects.toThrow(inUse);
  for (const selected of [
    { fileIds: [unused.id, used.id] },
    { fileIds: String(used.id) },
    { folderIds: [folder] },
    { fileIds: [unused.id], folderIds: [parent] },
  ])
    await expect(owner.send('POST', '/upload/actions/bulk-delete', selected)).rejects.toThrow(inUse);
  await owner.saveDraft(STORY, { images: [] });
  await expect(owner.deletePicture(used.id)).rejects.toThrow(inUse);
  expect(await listStored()).toEqual(before);

  await owner.publish(STORY, { images: [] });
  await owner.deletePicture(unused.id);
  await owner.deletePictures({ folderIds: [parent] });
  await expect(owner.readPicture(used.id)).rejects.toThrow(/^404 /);
});

/** Publishes an entry with one picture after the other, and then without one; returns their ids and files. */
async function addPicturesToVersions() {
  const pictures = [];
  for (const name of ['hearth.jpg', 'bread.jpg']) {
    const { id, hash } = await owner.upload({ name, alternativeText: 'A dish' }, small);
    await owner.publish(STORY, { images: [id] });
    pictures.push({ id, file: join(uploads, `${hash}.jpg`) });
  }
  await owner.publish(STORY, { images: [] });
  return { fileIds: pictures.map(({ id }) => id), files: pictures.map(({ file }) => file) };
}

test('keeps pictures that are deleted together for the earlier versions that show them', async () => {
  const { fileIds, files } = await addPicturesToVersions();
  await owner.deletePictures({ fileIds });
  const { data } = await owner.send<{ data: object[] }>('GET', '/upload/folders');
  expect(data).toMatchObject([{ name: 'Kept for earlier versions', files: { count: 2 } }]);
  expect(files.filter(existsSync)).toEqual([]);
});

test('deletes none of several pictures when one of them can’t be kept', async () => {
  const { fileIds, files } = await addPicturesToVersions();
  const [, bread = ''] = files;
  // A folder in the place of the file: it can't be copied.
  renameSync(bread, `${bread}.away`);
  mkdirSync(bread);
  const before = await listStored();
  const log = vi.spyOn(cms.strapi.log, 'error').mockReturnValue(cms.strapi.log);
  await expect(owner.deletePictures({ fileIds })).rejects.toThrow(
    /^400 “bread\.jpg” can’t be kept.*nothing has changed/,
  );
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("can't be copied"));
  log.mockRestore();
  expect(await listStored()).toEqual(before);
});

/** Reads the picture of the happy hour sign. */
async function readSign() {
  const { images } = await owner.open(SIGN);
  const [{ id }]: [{ id: number }] = JSON.parse(JSON.stringify(images));
  return owner.readPicture(id);
}

test('rejects an empty alternative text of a picture in use on every route that changes it', async () => {
  const before = await readSign();
  const { id, name } = before;
  const inUse = `400 “${name}” is in use (Home: happy hour sign), so its alternative text can’t be empty`;
  for (const alternativeText of ['', '  ', null]) {
    const fileInfo = { name, alternativeText };
    for (const [method, path, body] of [
      ['POST', `/upload?id=${id}`, createUploadForm(fileInfo)],
      ['PUT', `/upload/files/${id}`, createUploadForm(fileInfo)],
      ['POST', `/upload?id=${id}`, createUploadForm(fileInfo, small)],
      ['POST', `/upload/files/${id}/replace`, createUploadForm(fileInfo, small)],
      ['POST', '/upload/actions/bulk-update', { updates: [{ id, fileInfo }] }],
    ] as const)
      await expect(owner.send(method, path, body), `${method} ${path}`).rejects.toThrow(inUse);
  }
  expect(await readSign()).toEqual(before);
});

test('accepts other changes of a picture in use, and an empty alternative text when no entry shows it', async () => {
  const { id, name } = await readSign();
  await owner.describePicture(id, { name, alternativeText: 'A new sentence' });
  await owner.describePicture(id, { name, caption: 'Only a caption' });
  await owner.upload({ name }, small, `/upload?id=${id}`);
  expect(await readSign()).toMatchObject({ alternativeText: 'A new sentence', caption: 'Only a caption' });
  await owner.publish(SIGN, { images: [] });
  await owner.describePicture(id, { name, alternativeText: '' });
  expect(await owner.readPicture(id)).toMatchObject({ alternativeText: '' });
});
