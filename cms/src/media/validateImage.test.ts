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

test.each(['a.html', 'a.png.exe', 'a.jpg.'])('rejects a picture whose name is %s', async (name) => {
  await expect(validate(await createPng(), name)).rejects.toThrow('is no picture that the site can show');
});

test('rejects an empty file', async () => {
  await expect(validate('', 'a.jpg')).rejects.toThrow('“a.jpg” is empty: choose the photograph once more.');
});

test.each(['heic', 'mif1'])('explains how to export an HEIC photograph (%s)', async (brand) => {
  const content = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0${brand}`)]);
  await expect(validate(content, 'a.jpg')).rejects.toThrow('“a.jpg” is an HEIC photograph');
});

test('rejects a file with a picture’s first bytes whose header can’t be read', async () => {
  const content = (await createPng()).subarray(0, 20);
  await expect(validate(content, 'a.png')).rejects.toThrow('“a.png” is damaged');
});
