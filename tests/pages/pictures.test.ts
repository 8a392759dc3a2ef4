// The AVIF versions that the CMS makes of each picture; `cms/src/media/avifPictureFiles.test.ts` has their sizes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { cms } from '../support/cms.ts';
import { owner, type Picture, type PictureFile } from '../support/owner.ts';

const RED = { r: 200, g: 30, b: 30 };
const BLUE = { r: 30, g: 30, b: 200 };

/** Creates a picture whose lower half has another colour. */
const createPicture = (width: number, height: number, upper = RED, lower = BLUE) =>
  sharp({ create: { width, height, channels: 3, background: upper } }).composite([
    {
      input: { create: { width, height: height / 2, channels: 3, background: lower } },
      left: 0,
      top: height / 2,
    },
  ]);

const fileOf = ({ url }: PictureFile) => join(cms.dataDir, 'public', url);

/** Lists the AVIF versions of a picture, narrowest first, and expects each file to be as it says. */
async function listAvif({ formats }: Picture): Promise<PictureFile[]> {
  const avif = Object.entries(formats).filter(([key]) => key.startsWith('avif_'));
  for (const [key, format] of avif) {
    const bytes = readFileSync(fileOf(format));
    const { width, height } = await sharp(bytes).metadata();
    expect(format).toMatchObject({ mime: 'image/avif', sizeInBytes: bytes.length, width, height });
    expect(key).toBe(`avif_${width}`);
  }
  return avif.map(([, format]) => format).sort((a, b) => a.width - b.width);
}

/** Reads the colour of a picture at a position given as fractions of its width and height. */
async function readColour(file: PictureFile | undefined, x: number, y: number): Promise<string> {
  if (!file) throw new Error('there is no such file');
  const { data, info } = await sharp(readFileSync(fileOf(file)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > blue ? 'red' : 'blue';
}

const widthsOf = (files: PictureFile[]) => files.map(({ width }) => width);

test('every picture of the seed has AVIF versions beside its own format, which the CMS serves', async () => {
  const pictures = await owner.listPictures();
  expect(pictures).toHaveLength(7);
  for (const picture of pictures) {
    const avif = await listAvif(picture);
    expect(widthsOf(avif).slice(0, 3)).toEqual([200, 400, 680]);
    expect(avif.at(-1)?.width).toBe(picture.width);
    expect(avif.at(-1)?.sizeInBytes).toBeLessThan(readFileSync(fileOf(picture)).length);
  }
  const [path = ''] = /\/uploads\/avif_400_[^"]*/.exec(await cms.readContent('homepage')) ?? [];
  expect((await cms.request('GET', path)).headers.get('content-type')).toBe('image/avif');
});

test('replacing or deleting a picture replaces or deletes its AVIF versions', async () => {
  const first = await owner.upload(
    { name: 'dish.jpg', alternativeText: 'dish.jpg' },
    await createPicture(900, 600).jpeg().toBuffer(),
  );
  const [narrow, ...wider] = await listAvif(first);
  expect(widthsOf(wider)).toEqual([400, 680, 900]);
  const readNarrow = () => readColour(narrow, 0.5, 0.2);
  expect(await readNarrow()).toBe('red');
  const listFiles = () =>
    readdirSync(join(cms.dataDir, 'public/uploads')).filter((file) => file.includes(first.hash));

  const better = await createPicture(600, 600, BLUE, RED).jpeg().toBuffer();
  const second = await owner.upload(
    { name: 'better.jpg', alternativeText: 'better.jpg' },
    better,
    `/upload?id=${first.id}`,
  );
  expect(second.url).toBe(first.url);
  expect(widthsOf(await listAvif(second))).toEqual([200, 400, 600]);
  expect(await readNarrow()).toBe('blue');
  expect(listFiles().filter((file) => file.startsWith('avif_'))).toHaveLength(3);
  await owner.deletePicture(first.id);
  expect(listFiles()).toEqual([]);
});

test('a photograph is turned upright, as its EXIF orientation says', async () => {
  const sideways = await createPicture(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const picture = await owner.upload({ name: 'phone.jpg', alternativeText: 'phone.jpg' }, sideways);
  const avif = await listAvif(picture);
  expect(widthsOf(avif)).toEqual([200, 400, 600]);
  for (const file of [picture, ...avif]) {
    expect(file.height / file.width).toBe(1.5);
    expect([await readColour(file, 0.8, 0.5), await readColour(file, 0.2, 0.5)]).toEqual(['red', 'blue']);
  }
});

test('a picture that is too tall for AVIF is accepted without AVIF versions', async () => {
  const tall = await createPicture(300, 16_600).jpeg().toBuffer();
  const picture = await owner.upload({ name: 'tall.jpg', alternativeText: 'tall.jpg' }, tall);
  expect(picture.formats.thumbnail).toBeTruthy();
  expect(await listAvif(picture)).toEqual([]);
});
