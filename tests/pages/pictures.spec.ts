import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { expect, type Stack, test } from '../support/stack.ts';

interface Format {
  url: string;
  ext: string;
  mime: string;
  width: number;
  height: number;
  sizeInBytes: number;
}

interface Picture extends Format {
  id: number;
  hash: string;
  updatedAt: string;
  formats: Record<string, Format> | null;
}

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

/** Uploads a picture to the media library, or replaces the given one. */
async function upload(
  stack: Stack,
  name: string,
  type: string,
  bytes: Uint8Array,
  replaced?: Picture,
): Promise<Picture> {
  const form = new FormData();
  form.append('files', new Blob([Uint8Array.from(bytes)], { type }), name);
  if (!replaced) {
    const response = await stack.asAdmin('POST', '/upload', form);
    expect(response.status, name).toBe(201);
    const pictures: [Picture] = await response.json();
    return pictures[0];
  }
  form.append('fileInfo', '{}');
  const response = await stack.asAdmin('POST', `/upload?id=${replaced.id}`, form);
  expect(response.status, name).toBe(200);
  return response.json();
}

const filePath = (stack: Stack, url: string) => join(stack.dataDir, 'public', url);

/** Returns the AVIF formats of a picture, narrowest first, and expects each file to match its metadata. */
async function readAvifFormats(stack: Stack, { formats }: Picture): Promise<Format[]> {
  const avif = Object.entries(formats ?? {}).filter(([key]) => key.startsWith('avif_'));
  for (const [key, format] of avif) {
    expect(format).toMatchObject({ ext: '.avif', mime: 'image/avif' });
    expect(format.url).toMatch(/\.avif$/);
    expect(key).toBe(`avif_${format.width}`);
    const bytes = readFileSync(filePath(stack, format.url));
    expect(bytes).toHaveLength(format.sizeInBytes);
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect({ width: info.width, height: info.height }).toEqual({
      width: format.width,
      height: format.height,
    });
  }
  return avif.map(([, format]) => format).sort((a, b) => a.width - b.width);
}

const readAvifWidths = async (stack: Stack, picture: Picture) =>
  (await readAvifFormats(stack, picture)).map(({ width }) => width);

/** Reads the colour of a picture at a position given as fractions of its width and height. */
async function readColour(file: string, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(readFileSync(file)).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > blue ? 'red' : 'blue';
}

test('every seeded picture has AVIF versions besides its own format', async ({ stack }) => {
  const { results }: { results: Picture[] } = await stack
    .asAdmin('GET', '/upload/files?pageSize=100')
    .then((r) => r.json());
  expect(results).toHaveLength(7);
  for (const picture of results) {
    expect(picture.mime).toBe('image/webp');
    const avif = await readAvifFormats(stack, picture);
    expect(avif.slice(0, 3).map(({ width }) => width)).toEqual([200, 400, 680]);
    expect(avif.at(-1)?.width).toBe(picture.width);
    expect(avif.at(-1)?.sizeInBytes).toBeLessThan(statSync(filePath(stack, picture.url)).size);
  }
});

test('the CMS serves the AVIF versions that the content API lists', async ({ stack }) => {
  const home: { data: { images: Picture[] }[] } = await fetch(
    `${stack.cms}/api/homepages?populate=images`,
  ).then((r) => r.json());
  const format = home.data.flatMap(({ images }) => images)[0]?.formats?.avif_400;
  const response = await fetch(`${stack.cms}${format?.url}`);
  expect(response.headers.get('content-type')).toBe('image/avif');
});

test.describe('uploads', () => {
  let stack: Stack;

  test.beforeEach(({ editableStack }) => {
    stack = editableStack;
  });

  test('an upload gets AVIF versions in the standard widths below its own, and in its own', async () => {
    for (const [own, widths] of [
      [150, [150]],
      [1000, [200, 400, 680, 1000]],
      [1090, [200, 400, 680, 1090]],
      [2000, [200, 400, 680, 1080, 1600]],
    ] as const) {
      const bytes = await createPicture(own, 100).png().toBuffer();
      const picture = await upload(stack, `${own}.png`, 'image/png', bytes);
      expect(await readAvifWidths(stack, picture), String(own)).toEqual(widths);
    }
    const avif = await upload(
      stack,
      'a.avif',
      'image/avif',
      await createPicture(500, 100).avif({ effort: 0 }).toBuffer(),
    );
    expect(avif).toMatchObject({ width: 500, height: 100 });
    expect(await readAvifWidths(stack, avif)).toEqual([200, 400, 500]);
  });

  test('replacing or deleting a picture replaces or deletes its AVIF versions', async () => {
    const first = await upload(
      stack,
      'dish.jpg',
      'image/jpeg',
      await createPicture(900, 600).jpeg().toBuffer(),
    );
    expect(await readAvifWidths(stack, first)).toEqual([200, 400, 680, 900]);
    const narrow = filePath(stack, `uploads/avif_200_${first.hash}.avif`);
    const wide = filePath(stack, `uploads/avif_900_${first.hash}.avif`);
    expect(await readColour(narrow, 0.5, 0.2)).toBe('red');
    expect(existsSync(wide)).toBe(true);

    const second = await upload(
      stack,
      'better.jpg',
      'image/jpeg',
      await createPicture(600, 600, BLUE, RED).jpeg().toBuffer(),
      first,
    );
    expect(second.url).toBe(first.url);
    expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
    expect(await readAvifWidths(stack, second)).toEqual([200, 400, 600]);
    expect(await readColour(narrow, 0.5, 0.2)).toBe('blue');
    expect(existsSync(wide)).toBe(false);

    expect((await stack.asAdmin('DELETE', `/upload/files/${first.id}`)).status).toBe(200);
    const left = readdirSync(filePath(stack, 'uploads')).filter((file) => file.includes(first.hash));
    expect(left).toEqual([]);
  });

  test('only the versioned address of a picture’s current file is immutable for browsers', async () => {
    const fetchHome = () => fetch(stack.site).then((response) => response.text());
    const findAddress = (page: string) => /src="(\/uploads\/[^"]*lasagna[^"]*\?v=\w+)"/.exec(page)?.[1] ?? '';
    const readCacheControl = async (address: string) => {
      const response = await fetch(stack.site + address);
      expect(response.status, address).toBe(200);
      return response.headers.get('cache-control');
    };
    const immutable = 'public, max-age=31536000, immutable';

    const before = findAddress(await fetchHome());
    const [path = '', version = ''] = before.split('?v=');
    const neighbouringVersion = (step: number) => (Number.parseInt(version, 36) + step).toString(36);
    expect(await readCacheControl(before)).toBe(immutable);
    for (const query of [
      '',
      '?v=',
      '?v=0',
      '?v=zzzz',
      `?v=${neighbouringVersion(-1)}`,
      `?v=${neighbouringVersion(1)}`,
      `?v=${version}&x=1`,
    ])
      expect(await readCacheControl(path + query), query).toBe('no-cache');

    const library = await (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json();
    const replaced = library.results.find(({ url }: Picture) => url === path);
    await upload(stack, 'new.webp', 'image/webp', await createPicture(900, 600).webp().toBuffer(), replaced);
    await expect.poll(async () => findAddress(await fetchHome()), { timeout: 40_000 }).not.toBe(before);
    const after = findAddress(await fetchHome());
    expect(after).toMatch(new RegExp(`^${path}\\?v=`));
    expect(await readCacheControl(after)).toBe(immutable);
    expect(await readCacheControl(before)).toBe('no-cache');
  });

  test('an upload is rotated as its EXIF orientation says', async () => {
    const rotated = await createPicture(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const picture = await upload(stack, 'phone.jpg', 'image/jpeg', rotated);
    expect(picture).toMatchObject({ width: 600, height: 900 });
    const avif = await readAvifFormats(stack, picture);
    expect(avif.map(({ width, height }) => [width, height])).toEqual([
      [200, 300],
      [400, 600],
      [600, 900],
    ]);
    for (const file of [picture, ...avif]) {
      expect(await readColour(filePath(stack, file.url), 0.8, 0.5), file.url).toBe('red');
      expect(await readColour(filePath(stack, file.url), 0.2, 0.5), file.url).toBe('blue');
    }
  });

  test('an upload that cannot be converted to AVIF is accepted without AVIF versions', async () => {
    const frames = Buffer.concat([Buffer.alloc(300 * 300 * 3, 60), Buffer.alloc(300 * 300 * 3, 200)]);
    const animated = await sharp(frames, { raw: { width: 300, height: 600, channels: 3, pageHeight: 300 } })
      .webp()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const tall = await createPicture(300, 16_600).jpeg().toBuffer();
    for (const [name, type, bytes] of [
      ['animated.webp', 'image/webp', animated],
      ['tall.jpg', 'image/jpeg', tall],
    ] as const) {
      const picture = await upload(stack, name, type, bytes);
      expect(picture.width, name).toBe(300);
      expect(picture.formats?.thumbnail, name).toBeTruthy();
      expect(await readAvifFormats(stack, picture), name).toEqual([]);
    }
  });
});
