import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import { file as fileSize } from '@strapi/utils';
import sharp, { type FormatEnum } from 'sharp';
import { type ParsedPicture, wrapImageProcessing } from '../strapi/services';

/** What sharp does not tell about a file: that a PNG moves, and that a GIF has a description. */
const MARKS: Record<string, string> = { 'image/png': 'acTL', 'image/gif': 'XMP DataXMP' };

/** The quality of Strapi; of AVIF, a higher effort takes 9 s instead of 2 s for 12 megapixels. */
const OPTIONS = { quality: 80 };
const AVIF_OPTIONS = { ...OPTIONS, effort: 0 };

/** Whether a file tells more than it shows, such as the camera and the place, or is a PNG that moves. */
async function hasMore({ mime, filepath }: ParsedPicture): Promise<boolean> {
  const { exif, xmp, iptc, comments } = await sharp(filepath).metadata();
  const mark = MARKS[mime];
  return Boolean(exif || xmp || iptc || comments) || (!!mark && (await readFile(filepath)).includes(mark));
}

/** Encodes a picture anew, upright and without metadata. */
async function encode(picture: ParsedPicture): Promise<ParsedPicture> {
  const { mime, filepath, hash, tmpWorkingDirectory } = picture;
  const format = mime.replace('image/', '');
  // Cast: `validateImage` has found one of these formats.
  const path = join(tmpWorkingDirectory, `encoded-${hash}`);
  const { size } = await sharp(filepath, { animated: true })
    .autoOrient()
    .toFormat(format as keyof FormatEnum, format === 'avif' ? AVIF_OPTIONS : OPTIONS)
    .toFile(path);
  const sizes = { size: fileSize.bytesToKbytes(size), sizeInBytes: size };
  return { ...picture, ...sizes, filepath: path, getStream: () => createReadStream(path) };
}

/**
 * Removes what uploaded and replacing pictures tell beside what they show. Strapi does so only where it makes a file smaller, and never in
 * AVIF and GIF files.
 */
export function removeMetadata(strapi: Core.Strapi): void {
  void wrapImageProcessing(strapi, (processing) => ({
    isOptimizableImage: async () => true,
    async optimize(original) {
      const picture = await processing.optimize(original);
      return picture === original && (await hasMore(original)) ? encode(original) : picture;
    },
  }));
}
