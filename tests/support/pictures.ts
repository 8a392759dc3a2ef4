import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';

export interface FileInfo {
  name?: string;
  alternativeText?: string | null;
  caption?: string;
  folder?: number;
}

export const createPicture = (background: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Creates the form with which the admin uploads or replaces a picture, or without a file changes what is stored about it. */
export function createUploadForm(fileInfo: FileInfo, file?: Uint8Array): FormData {
  const form = new FormData();
  if (file) form.append('files', new Blob([Uint8Array.from(file)]), fileInfo.name ?? 'picture.jpg');
  form.append('fileInfo', JSON.stringify(fileInfo));
  return form;
}

/** Creates a JPEG that ends in the middle of its image data. */
export async function createDamagedPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', sigma: 30 } as const;
  const whole = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a33', noise } })
    .jpeg()
    .toBuffer();
  return whole.subarray(0, whole.length >> 1);
}

/** A HEIC file that can't be decoded. */
export const DAMAGED_HEIC = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(2_000, 7),
]);

/**
 * A photograph as an iPhone takes it, 64 × 120 pixels when it is upright: two tiles that are turned, with a color profile, its
 * camera and its place. Turned back, the left tile is red, and the right one blue.
 */
export const HEIC = readFileSync(new URL('photograph.heic', import.meta.url));

const TIFF = {
  IFD0: { Make: 'PhoneMaker' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 57/1 2180/100' },
};
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"><rdf:Description tiff:Make="PhoneMaker"/></rdf:RDF></x:xmpmeta>`;

/** Creates a picture that names its camera and its place, of which each format has another form. */
export function createTalkativePicture(format: 'jpeg' | 'png' | 'webp' | 'avif', quality = 50) {
  const noise = { type: 'gaussian', sigma: 30 } as const;
  return sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33', noise } })
    .withExif(TIFF)
    .withXmp(XMP)
    .toFormat(format, format === 'png' ? {} : { quality })
    .toBuffer();
}

/** Adds a description with the camera to a GIF, in a block of data before its end. */
export function addGifDescription(gif: Buffer): Buffer {
  const text = Buffer.from('PhoneMaker');
  const block = Buffer.concat([
    Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'),
    Buffer.of(text.length),
    text,
    Buffer.of(0),
  ]);
  return Buffer.concat([gif.subarray(0, -1), block, gif.subarray(-1)]);
}

/** Makes a PNG one that moves, by the part that says so: its only picture is the one that it has. */
export function animatePng(png: Buffer): Buffer {
  const control = Buffer.alloc(20);
  control.writeUInt32BE(8, 0);
  control.write('acTL', 4);
  control.writeUInt32BE(1, 8);
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
  const afterHeader = 33;
  return Buffer.concat([png.subarray(0, afterHeader), control, png.subarray(afterHeader)]);
}
