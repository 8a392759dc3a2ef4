import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors } from '@strapi/utils';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extendService } from '../../testing/fakes';
import { explainDamagedImages, validateImage } from './validateImage';

let folder = '';
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'images-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Validates an upload with this content and this name. */
function validate(content: Buffer | string, originalFilename: string | null) {
  count += 1;
  const filepath = join(folder, String(count));
  writeFileSync(filepath, content);
  return validateImage({ filepath, originalFilename, size: Buffer.from(content).length });
}

const image = (width = 2, height = 2) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' }, limitInputPixels: false });

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'accepts a picture in the format %s',
  async (format) => {
    const content = await image().toFormat(format).toBuffer();
    for (const name of [`a.${format}`, `A.${format.toUpperCase()}`, 'a.jpg', 'no extension', null])
      await expect(validate(content, name), String(name)).resolves.toBeUndefined();
  },
);

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

test.each(['a.html', 'a.png.exe', 'a.jpg.'])('rejects a picture whose name is %s', async (name) => {
  const content = await image().png().toBuffer();
  await expect(validate(content, name)).rejects.toThrow('is no picture that the site can show');
});

test('rejects an empty file', async () => {
  await expect(validate('', 'a.jpg')).rejects.toThrow('“a.jpg” is empty: choose the photograph once more.');
});

test.each(['heic', 'mif1'])('explains how to export an HEIC photograph (%s)', async (brand) => {
  const content = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}`)]);
  await expect(validate(content, 'a.jpg')).rejects.toThrow('“a.jpg” is an HEIC photograph');
});

test('rejects a file with a picture’s first bytes whose header can’t be read', async () => {
  const content = (await image().png().toBuffer()).subarray(0, 20);
  await expect(validate(content, 'a.png')).rejects.toThrow('“a.png” is damaged');
});

test('accepts 100 megapixels and rejects more, without decoding them', async () => {
  const png = await image(1, 1).png().toBuffer();
  const withSize = (width: number, height: number) => {
    const changed = Buffer.from(png);
    changed.writeUInt32BE(width, 16);
    changed.writeUInt32BE(height, 20);
    // The checksum of the header chunk covers its type and its data.
    changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
    return changed;
  };
  await expect(validate(withSize(10_000, 10_000), 'a.png')).resolves.toBeUndefined();
  await expect(validate(withSize(10_001, 10_000), 'a.png')).rejects.toThrow(
    '“a.png” is too large, with 10001 × 10000 pixels: save it with at most 100 megapixels.',
  );
});

/** The checksum of PNG chunks; zlib.crc32 needs Node 22. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test('replaces Strapi’s error for a picture that can’t be decoded', async () => {
  const service = (isFaulty: boolean) =>
    extendService<{ isFaultyImage(picture: { name: string }): Promise<boolean> }>(
      explainDamagedImages,
      'plugin::upload.image-manipulation',
      { isFaultyImage: async () => isFaulty },
    );
  expect(await service(false).isFaultyImage({ name: 'a.png' })).toBe(false);
  await expect(service(true).isFaultyImage({ name: 'a.png' })).rejects.toThrow('“a.png” is damaged');
});
