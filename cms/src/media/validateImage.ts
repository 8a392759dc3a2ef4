import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import sharp from 'sharp';
import { isImageSignature, SIGNATURE_BYTES } from '../shared/content/imageSignatures';
import { wrapImageProcessing } from '../strapi/services';

const MAX_PIXELS = 100_000_000;
const EXTENSIONS = ['', '.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif'];
const HEIC_SIGNATURE = /^.{4}ftyp.*(hei|hev|mif1|msf1)/s;

/** An uploaded file, as formidable and Strapi describe it. */
export interface Upload {
  filepath: string;
  originalFilename: string | null;
  /** In bytes. */
  size: number;
}

function reject(name: string, reason: string): never {
  throw new errors.ApplicationError(`“${name}” ${reason}`);
}

const rejectDamaged = (name: string) =>
  reject(
    name,
    'is damaged, or of a kind that can’t be read: copy it from the phone or camera once more, or save it as a JPEG.',
  );

/** Reads the first bytes of a file, which show its format; the extension of its name may be wrong. */
async function readSignature(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Checks the format, extension, header and number of pixels of an uploaded file.
 * @throws ApplicationError with a sentence for the owner when the site can't show the file
 */
export async function validateImage({ filepath, originalFilename, size }: Upload): Promise<void> {
  const name = originalFilename ?? 'The file';
  if (size === 0) reject(name, 'is empty: choose the photograph once more.');
  const signature = await readSignature(filepath);
  const isSupported = isImageSignature(signature);
  if (!isSupported && HEIC_SIGNATURE.test(signature)) {
    reject(
      name,
      'is an HEIC photograph, which most browsers can’t show: export it as a JPEG (Mac: Preview, File → Export; Windows: Photos, Save as; iPhone: Settings → Camera → Formats → Most Compatible).',
    );
  }
  if (!isSupported || !EXTENSIONS.includes(extname(name).toLowerCase()))
    reject(name, 'is no picture that the site can show: choose a JPEG, PNG, WebP or AVIF.');
  const {
    width,
    height,
    pages = 1,
  } = await sharp(filepath, { limitInputPixels: false })
    .metadata()
    .catch(() => rejectDamaged(name));
  if (width * height * pages > MAX_PIXELS) {
    const pixels = `${width} × ${height} pixels${pages > 1 ? ` in ${pages} pictures` : ''}`;
    reject(name, `is too large, with ${pixels}: save it with at most 100 megapixels.`);
  }
}

/** Replaces Strapi's own error for an image that can't be decoded with a sentence for the owner. */
export function explainDamagedImages(strapi: Core.Strapi): void {
  void wrapImageProcessing(strapi, (processing) => ({
    isFaultyImage: async (picture) =>
      (await processing.isFaultyImage(picture)) && rejectDamaged(picture.name),
  }));
}
