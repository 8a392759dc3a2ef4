import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { cms } from '../support/cms.ts';
import { type Entry, owner, type Picture } from '../support/owner.ts';
import {
  addGifDescription,
  animatePng,
  createDamagedPicture,
  createPicture,
  createTalkativePicture,
  createUploadForm,
  DAMAGED_HEIC,
  HEIC,
} from '../support/pictures.ts';

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
    ['IMG_1.HEIC', DAMAGED_HEIC, /^400 “IMG_1\.HEIC” .*HEIC.*JPEG/],
    ['logo.png', SVG, /^400 “logo\.png” is no picture.*JPEG, PNG, WebP or AVIF/],
    ['half.jpg', half, /^400 “half\.jpg” is damaged/],
    ['menu: half.jpg', half, /^400 “menu: half\.jpg” is damaged/],
    ['empty.jpg', Buffer.alloc(0), /^400 “empty\.jpg” is empty/],
    ['big.jpg', Buffer.alloc(30_100_000), /^413 “big\.jpg” has 31 MB.*30 MB at most/],
    ['bomb.jpg', createBomb(), /^400 “bomb\.jpg” is too large.*30000 × 30000 pixels/],
  ] as const)
    await expect(owner.upload({ name }, bytes), name).rejects.toThrow(message);
  for (const path of [`/upload?id=${(await readSign()).id}`, '/upload/files'])
    for (const [name, bytes] of [
      ['photograph.heic', DAMAGED_HEIC],
      ['half.jpg', half],
    ] as const)
      await expect(owner.upload({ name }, bytes, path), path).rejects.toThrow(`400 “${name}”`);
  expect(await listStored()).toEqual(before);
});

const image = sharp(small);
const CONTENTS = [
  ['jpg', 'image/jpeg', small],
  ['png', 'image/png', await image.clone().png().toBuffer()],
  ['webp', 'image/webp', await image.clone().webp().toBuffer()],
  ['avif', 'image/avif', await image.clone().avif({ effort: 0 }).toBuffer()],
  ['gif', 'image/gif', await image.clone().gif().toBuffer()],
] as const;

const readStored = ({ url }: { url: string }) => readFileSync(join(cms.dataDir, 'public', url));

test.each(CONTENTS)(
  'stores the content of a %s file as %s, whatever the ending of its name is',
  async (extension, mime, bytes) => {
    for (const name of [...CONTENTS.map(([ending]) => `a.${ending}`), 'a.jfif', 'a.html', 'a.', 'a']) {
      const picture = await owner.upload({ name }, bytes);
      expect(picture, name).toMatchObject({ name, mime, ext: `.${extension}`, width: 60, height: 40 });
      expect(picture.url, name).toMatch(new RegExp(`\\.${extension}$`));
      expect(Object.keys(picture.formats), name).toContain('avif_60');
    }
  },
);

test.each(CONTENTS)(
  'replaces a picture by the content of a %s file as %s, at its address',
  async (_, mime, bytes) => {
    for (const [ending, , replaced] of CONTENTS) {
      const { id, url } = await owner.upload({ name: `a.${ending}` }, replaced);
      const name = 'other.jpg';
      const picture = await owner.upload({ name }, bytes, `/upload/files/${id}/replace`);
      expect(picture, ending).toMatchObject({ name, mime, url, width: 60, height: 40 });
      const { format } = await sharp(readStored(picture)).metadata();
      expect(mime, ending).toBe(`image/${format === 'heif' ? 'avif' : format}`);
    }
  },
);

test.each([
  ['menu: fall.jpg'],
  ['what? <a> "b" | c*.jpg'],
  ['brunch/lunch.jpg'],
  ['photo.jpg '],
  ['nul'],
  ['..'],
  ['🍝'.repeat(60)],
  ['صورة الطبق.jpg'],
  [`${'pasta-'.repeat(41)}.jpg`],
])('keeps the name %s of an upload and of a replacement', async (name) => {
  const picture = await owner.upload({ name }, small);
  expect(picture).toMatchObject({ name, width: 60 });
  expect(readStored(picture).length).toBeGreaterThan(0);
  expect(await owner.upload({ name }, small, `/upload?id=${picture.id}`)).toMatchObject({ name });
});

test('shortens a name that the media library can’t store', async () => {
  const { name } = await owner.upload({ name: `${'pasta-'.repeat(50)}.jpg` }, small);
  expect(name).toMatch(/^(pasta-){16}past…$/);
});

test('gives each of several pictures of the same name what was written about it', async () => {
  const form = new FormData();
  for (const [name] of [['image.jpg'], ['image.jpg'], ['menu: fall.jpg']])
    form.append('files', new Blob([Uint8Array.from(small)]), name);
  const texts = ['Soup', 'Bread'].map((alternativeText) => ({ name: 'image.jpg', alternativeText }));
  form.append('fileInfo', JSON.stringify([{ name: 'menu: fall.jpg', alternativeText: 'Menu' }, ...texts]));
  const pictures = await owner.send<Picture[]>('POST', '/upload', form);
  const written = pictures.map(({ name, alternativeText }) => `${name} ${alternativeText}`);
  expect(written.sort()).toEqual(['image.jpg Bread', 'image.jpg Soup', 'menu: fall.jpg Menu']);
});

test.each([
  ['a JPEG that Strapi would make larger', 'jpg', await createTalkativePicture('jpeg', 20)],
  ['a JPEG', 'jpg', await createTalkativePicture('jpeg', 95)],
  ['a PNG', 'png', await createTalkativePicture('png')],
  ['a WebP', 'webp', await createTalkativePicture('webp', 10)],
  ['an AVIF', 'avif', await createTalkativePicture('avif')],
  ['a GIF', 'gif', addGifDescription(await image.clone().gif().toBuffer())],
  ['a HEIC', 'jpg', HEIC],
])(
  'removes the camera and the place from %s, and from one that replaces another',
  async (_, extension, bytes) => {
    expect(bytes.includes('PhoneMaker')).toBe(true);
    const name = `a.${extension}`;
    const { id } = await owner.upload({ name: 'b.jpg' }, small);
    for (const path of ['/upload', `/upload?id=${id}`]) {
      const picture = await owner.upload({ name }, bytes, path);
      const stored = [picture, ...Object.values(picture.formats)].map(readStored);
      expect(stored.filter((file) => file.includes('PhoneMaker'))).toEqual([]);
      const { exif, xmp, width } = await sharp(readStored(picture)).metadata();
      expect([exif, xmp, width]).toEqual([undefined, undefined, picture.width]);
    }
  },
);

test('stores a HEIC photograph as an upright JPEG with its colors', async () => {
  const picture = await owner.upload({ name: 'IMG_0001.HEIC' }, HEIC);
  expect(picture).toMatchObject({ name: 'IMG_0001.HEIC', mime: 'image/jpeg', ext: '.jpg' });
  expect(picture).toMatchObject({ width: 64, height: 120 });
  const stored = sharp(readStored(picture));
  const readColor = async (top: number) => [
    ...(await stored.clone().extract({ left: 30, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  // #1e3cc8 above #dc1e1e in Display P3, as colors of sRGB.
  const colors = [...(await readColor(30)), ...(await readColor(90))];
  const expected = [20, 61, 208, 240, 0, 1];
  expect(colors.filter((value, index) => Math.abs(value - (expected[index] ?? 0)) > 8)).toEqual([]);
});

test('stores a PNG that moves as a still one', async () => {
  const picture = await owner.upload({ name: 'steam.png' }, animatePng(CONTENTS[1][2]));
  expect(picture).toMatchObject({ name: 'steam.png', mime: 'image/png', width: 60 });
  expect(readStored(picture).includes('acTL')).toBe(false);
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
