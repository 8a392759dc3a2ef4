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

/** A picture whose lower half has another colour. */
const drawing = (width: number, height: number, upper = RED, lower = BLUE) =>
  sharp({ create: { width, height, channels: 3, background: upper } }).composite([
    {
      input: { create: { width, height: height / 2, channels: 3, background: lower } },
      left: 0,
      top: height / 2,
    },
  ]);

/** Uploads a picture to the media library, or puts it in the place of one that is there. */
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

const pathOf = (stack: Stack, url: string) => join(stack.dataDir, 'public', url);

/** The AVIF formats of a picture, narrowest first; each is checked to be what the media library says of it. */
async function avifOf(stack: Stack, { formats }: Picture): Promise<Format[]> {
  const avif = Object.entries(formats ?? {}).filter(([key]) => key.startsWith('avif_'));
  for (const [key, format] of avif) {
    expect(format).toMatchObject({ ext: '.avif', mime: 'image/avif' });
    expect(format.url).toMatch(/\.avif$/);
    expect(key).toBe(`avif_${format.width}`);
    const bytes = readFileSync(pathOf(stack, format.url));
    expect(bytes).toHaveLength(format.sizeInBytes);
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect({ width: info.width, height: info.height }).toEqual({
      width: format.width,
      height: format.height,
    });
  }
  return avif.map(([, format]) => format).sort((a, b) => a.width - b.width);
}

const widthsOf = async (stack: Stack, picture: Picture) =>
  (await avifOf(stack, picture)).map(({ width }) => width);

/** Which colour a file has at a place, given in parts of its width and height. */
async function colourAt(file: string, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(readFileSync(file)).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > blue ? 'red' : 'blue';
}

test('every seeded picture has AVIF beside its own format', async ({ stack }) => {
  const { results }: { results: Picture[] } = await stack
    .asAdmin('GET', '/upload/files?pageSize=100')
    .then((r) => r.json());
  expect(results).toHaveLength(7);
  for (const picture of results) {
    expect(picture.mime).toBe('image/webp');
    const avif = await avifOf(stack, picture);
    expect(avif.slice(0, 3).map(({ width }) => width)).toEqual([200, 400, 680]);
    expect(avif.at(-1)?.width).toBe(picture.width);
    expect(avif.at(-1)?.sizeInBytes).toBeLessThan(statSync(pathOf(stack, picture.url)).size);
  }
});

test('the site’s words name the AVIF of a picture, and it is served', async ({ stack }) => {
  const home: { data: { images: Picture[] }[] } = await fetch(
    `${stack.cms}/api/homepages?populate=images`,
  ).then((r) => r.json());
  const format = home.data.flatMap(({ images }) => images)[0]?.formats?.avif_400;
  const response = await fetch(`${stack.cms}${format?.url}`);
  expect(response.headers.get('content-type')).toBe('image/avif');
});

test('an upload gets AVIF of the widths below its own, and of its own up to 1600', async ({
  ownStack: stack,
}) => {
  for (const [own, widths] of [
    [150, [150]],
    [1000, [200, 400, 680, 1000]],
    [1090, [200, 400, 680, 1090]],
    [2000, [200, 400, 680, 1080, 1600]],
  ] as const) {
    const bytes = await drawing(own, 100).png().toBuffer();
    const picture = await upload(stack, `${own}.png`, 'image/png', bytes);
    expect(await widthsOf(stack, picture), String(own)).toEqual(widths);
  }
  const avif = await upload(
    stack,
    'a.avif',
    'image/avif',
    await drawing(500, 100).avif({ effort: 0 }).toBuffer(),
  );
  expect(avif).toMatchObject({ width: 500, height: 100 });
  expect(await widthsOf(stack, avif)).toEqual([200, 400, 500]);
});

test('AVIF comes and goes with its picture', async ({ ownStack: stack }) => {
  const first = await upload(stack, 'dish.jpg', 'image/jpeg', await drawing(900, 600).jpeg().toBuffer());
  expect(await widthsOf(stack, first)).toEqual([200, 400, 680, 900]);
  const narrow = pathOf(stack, `uploads/avif_200_${first.hash}.avif`);
  const wide = pathOf(stack, `uploads/avif_900_${first.hash}.avif`);
  expect(await colourAt(narrow, 0.5, 0.2)).toBe('red');
  expect(existsSync(wide)).toBe(true);

  const second = await upload(
    stack,
    'better.jpg',
    'image/jpeg',
    await drawing(600, 600, BLUE, RED).jpeg().toBuffer(),
    first,
  );
  expect(second.url).toBe(first.url);
  expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
  expect(await widthsOf(stack, second)).toEqual([200, 400, 600]);
  expect(await colourAt(narrow, 0.5, 0.2)).toBe('blue');
  expect(existsSync(wide)).toBe(false);

  expect((await stack.asAdmin('DELETE', `/upload/files/${first.id}`)).status).toBe(200);
  const left = readdirSync(pathOf(stack, 'uploads')).filter((file) => file.includes(first.hash));
  expect(left).toEqual([]);
});

test('browsers keep a picture for good only under the address of its current file', async ({
  ownStack: stack,
}) => {
  const front = () => fetch(stack.site).then((response) => response.text());
  const addressOf = (page: string) => /src="(\/uploads\/[^"]*lasagna[^"]*\?v=\w+)"/.exec(page)?.[1] ?? '';
  const caching = async (address: string) => {
    const response = await fetch(stack.site + address);
    expect(response.status, address).toBe(200);
    return response.headers.get('cache-control');
  };
  const immutable = 'public, max-age=31536000, immutable';

  const before = addressOf(await front());
  const [path = '', version = ''] = before.split('?v=');
  const beside = (step: number) => (Number.parseInt(version, 36) + step).toString(36);
  expect(await caching(before)).toBe(immutable);
  for (const query of [
    '',
    '?v=',
    '?v=0',
    '?v=zzzz',
    `?v=${beside(-1)}`,
    `?v=${beside(1)}`,
    `?v=${version}&x=1`,
  ])
    expect(await caching(path + query), query).toBe('no-cache');

  const library = await (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json();
  const replaced = library.results.find(({ url }: Picture) => url === path);
  await upload(stack, 'new.webp', 'image/webp', await drawing(900, 600).webp().toBuffer(), replaced);
  await expect.poll(async () => addressOf(await front()), { timeout: 40_000 }).not.toBe(before);
  const after = addressOf(await front());
  expect(after).toMatch(new RegExp(`^${path}\\?v=`));
  expect(await caching(after)).toBe(immutable);
  expect(await caching(before)).toBe('no-cache');
});

test('a photograph from a camera that was held upright stands upright', async ({ ownStack: stack }) => {
  const lying = await drawing(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const picture = await upload(stack, 'phone.jpg', 'image/jpeg', lying);
  expect(picture).toMatchObject({ width: 600, height: 900 });
  const avif = await avifOf(stack, picture);
  expect(avif.map(({ width, height }) => [width, height])).toEqual([
    [200, 300],
    [400, 600],
    [600, 900],
  ]);
  for (const file of [picture, ...avif]) {
    expect(await colourAt(pathOf(stack, file.url), 0.8, 0.5), file.url).toBe('red');
    expect(await colourAt(pathOf(stack, file.url), 0.2, 0.5), file.url).toBe('blue');
  }
});

test('what can’t be AVIF is kept all the same', async ({ ownStack: stack }) => {
  const frames = Buffer.concat([Buffer.alloc(300 * 300 * 3, 60), Buffer.alloc(300 * 300 * 3, 200)]);
  const moving = await sharp(frames, { raw: { width: 300, height: 600, channels: 3, pageHeight: 300 } })
    .webp()
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const tall = await drawing(300, 16_600).jpeg().toBuffer();
  for (const [name, type, bytes] of [
    ['moving.webp', 'image/webp', moving],
    ['tall.jpg', 'image/jpeg', tall],
  ] as const) {
    const picture = await upload(stack, name, type, bytes);
    expect(picture.width, name).toBe(300);
    expect(picture.formats?.thumbnail, name).toBeTruthy();
    expect(await avifOf(stack, picture), name).toEqual([]);
  }
});
