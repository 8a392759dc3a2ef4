import { open } from 'node:fs/promises';
import { errors } from '@strapi/utils';
import sharp from 'sharp';
import { findImageType, type ImageType, SIGNATURE_BYTES } from '../shared/content/imageSignatures';
import { convertHeic } from './convertHeic';

const MAX_PIXELS = 100_000_000;
const HEIC_SIGNATURE = /^.{4}ftyp.*(hei|hev|mif1|msf1)/s;
/** An AVIF that moves, which sharp can't decode. */
const ANIMATED_AVIF_SIGNATURE = /^.{4}ftypavis/s;

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
async function readSignature(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Checks the format, the number of pixels and the whole content of an uploaded file, whatever its name is. A HEIC photograph becomes
 * a JPEG.
 * @throws ApplicationError with a sentence for the owner when the site can't show the file
 */
export async function validateImage(upload: Upload): Promise<ImageType> {
  const { filepath, size } = upload;
  const name = upload.originalFilename ?? 'The file';
  if (size === 0) reject(name, 'is empty: choose the photograph once more.');
  const start = await readSignature(filepath);
  const signature = start.toString('latin1');
  const type = findImageType(start);
  if (!type && HEIC_SIGNATURE.test(signature)) {
    upload.size = await convertHeic(filepath).catch(() =>
      reject(
        name,
        'is an HEIC photograph that can’t be converted here: export it as a JPEG (Mac: Preview, File → Export; Windows: Photos, Save as; iPhone: Settings → Camera → Formats → Most Compatible).',
      ),
    );
    return validateImage(upload);
  }
  if (!type) reject(name, 'is no picture that the site can show: choose a JPEG, PNG, WebP or AVIF.');
  if (ANIMATED_AVIF_SIGNATURE.test(signature))
    reject(name, 'is an AVIF that moves, which can’t be read: save one picture of it as a JPEG.');
  // Of an animation, all pictures.
  const image = sharp(filepath, { animated: true, limitInputPixels: false });
  const {
    width,
    height,
    pageHeight = height,
    pages = 1,
  } = await image.metadata().catch(() => rejectDamaged(name));
  if (width * pageHeight * pages > MAX_PIXELS) {
    const pixels = `${width} × ${pageHeight} pixels${pages > 1 ? ` in ${pages} pictures` : ''}`;
    reject(name, `is too large, with ${pixels}: save it with at most 100 megapixels.`);
  }
  await image.stats().catch(() => rejectDamaged(name));
  return type;
}
