import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { makeStill } from './makeStill.ts';

type Sharp = typeof import('../../cms/node_modules/sharp/dist/index.mjs').default;
const sharp: Sharp = createRequire(new URL('../../cms/package.json', import.meta.url))('sharp');
const SIZE = { width: 40, height: 24 };

/** Creates an animation of two pictures of one color each, as red, green, blue and opacity. */
function animate(...colors: [number[], number[]]) {
  const pixels = colors.flatMap((color) =>
    Array.from({ length: SIZE.width * SIZE.height }, () => color).flat(),
  );
  return sharp(Buffer.from(pixels), { raw: { ...SIZE, height: 48, channels: 4, pageHeight: 24 } });
}
const RED = [220, 30, 30, 255];
const BLUE = [30, 60, 200, 255];
const readPixel = async (file: Buffer) => [
  ...(await sharp(file).removeAlpha().raw().toBuffer()).subarray(0, 3),
];

test.each([
  ['GIF', animate(RED, BLUE).gif({ loop: 0 })],
  ['GIF with colors for each frame', animate(RED, BLUE).gif({ reuse: false, keepDuplicateFrames: true })],
  ['lossless WebP with transparency', animate([220, 30, 30, 128], BLUE).webp({ lossless: true })],
  ['WebP with a profile', animate(RED, BLUE).withIccProfile('p3').webp()],
])('keeps the first picture of an animated %s', async (_, image) => {
  const file = await image.toBuffer();
  expect(await sharp(file).metadata()).toMatchObject({ pages: 2 });
  const still = makeStill(file);
  const { pages = 1, ...metadata } = await sharp(still, { failOn: 'warning' }).metadata();
  expect([pages, metadata]).toEqual([1, expect.objectContaining(SIZE)]);
  expect(metadata.icc).toEqual((await sharp(file).metadata()).icc);
  expect(await readPixel(still)).toEqual(await readPixel(file));
  expect(makeStill(still)).toEqual(still);
});

test.each(['gif', 'webp', 'png', 'jpeg', 'avif'] as const)('leaves a still %s as it is', async (format) => {
  const file = await sharp({ create: { ...SIZE, channels: 4, background: 'red' } })
    [format]()
    .toBuffer();
  expect(makeStill(file)).toEqual(file);
});

test('leaves a damaged file as it is', async () => {
  for (const image of [animate(RED, BLUE).gif(), animate(RED, BLUE).webp()]) {
    const file = await image.toBuffer();
    for (const length of [0, 5, 12, 40, 90]) {
      const start = file.subarray(0, length);
      expect(makeStill(start).length).toBeLessThanOrEqual(length);
    }
  }
});
