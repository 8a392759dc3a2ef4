import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@strapi/utils';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../tests/support/temporaryFolder';
import { validateImage } from './validateImage';

const folder = createTemporaryFolder();

/** Validates an upload with this content and this name. */
function validate(content: Buffer | string, originalFilename: string) {
  const filepath = join(folder, 'upload');
  writeFileSync(filepath, content);
  return validateImage({ filepath, originalFilename, size: Buffer.from(content).length });
}

const createPng = () =>
  sharp({ create: { width: 2, height: 2, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();

test.each([
  ['an SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an SVG with another extension', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an HTML page', 'a.jpg', '<!doctype html><script>alert(1)</script>'],
  ['a file of one byte', 'a.jpg', 'x'],
])('rejects %s', async (_, name, content) => {
  await expect(validate(content, name)).rejects.toBeInstanceOf(errors.ApplicationError);
  await expect(validate(content, name)).rejects.toThrow(
    `“${name}” is no picture that the site can show: choose a JPEG, PNG, WebP or AVIF.`,
  );
});

test('rejects an empty file', async () => {
  await expect(validate('', 'a.jpg')).rejects.toThrow('“a.jpg” is empty: choose the photograph once more.');
});

test.each(['heic', 'mif1'])(
  'explains how to export an HEIC photograph that can’t be decoded (%s)',
  async (brand) => {
    const content = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}`)]);
    await expect(validate(content, 'a.jpg')).rejects.toThrow('“a.jpg” is an HEIC photograph');
  },
);

test('explains what to do about an AVIF that moves', async () => {
  const content = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavis\0\0\0\0avif')]);
  await expect(validate(content, 'a.avif')).rejects.toThrow(
    '“a.avif” is an AVIF that moves, which can’t be read: save one picture of it as a JPEG.',
  );
});

test('rejects an animation of which a later picture is damaged', async () => {
  const frame = (brightness: number) =>
    Buffer.from(Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * brightness) % 251));
  const frames = Buffer.concat([frame(7), frame(13)]);
  const webp = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
    .webp({ delay: [100, 100] })
    .toBuffer();
  webp.fill(0, webp.lastIndexOf('VP8 ') + 8, webp.lastIndexOf('VP8 ') + 60);
  await expect(validate(webp, 'steam.webp')).rejects.toThrow('“steam.webp” is damaged');
});

test('counts the pixels of all pictures of an animation', async () => {
  const frames = Buffer.concat([Buffer.alloc(3 * 4 * 4, 10), Buffer.alloc(3 * 4 * 4, 200)]);
  const webp = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .webp()
    .toBuffer();
  // The width and the height in its header, each less one.
  webp.writeUIntLE(7_999, 24, 3);
  webp.writeUIntLE(7_999, 27, 3);
  await expect(validate(webp, 'steam.webp')).rejects.toThrow(
    '“steam.webp” is too large, with 8000 × 8000 pixels in 2 pictures: save it with at most 100 megapixels.',
  );
});

test('rejects a file with a picture’s first bytes whose header can’t be read', async () => {
  const content = (await createPng()).subarray(0, 20);
  await expect(validate(content, 'a.png')).rejects.toThrow('“a.png” is damaged');
});
