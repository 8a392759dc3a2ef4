import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Core } from '@strapi/strapi';
import { file as fileSize } from '@strapi/utils';
import sharp from 'sharp';
import { errorMessage } from '../shared/errorMessage';
import { type PictureFormat, type UploadedPicture, wrapImageProcessing } from '../strapi/services';

// Every picture is processed only once, so sharp's cache would use up to 100 MB of memory for nothing.
sharp.cache(false);

/** The widths of the AVIF files, in pixels. */
const WIDTHS = [
  // The logo.
  200,
  // Pictures of half a phone's width.
  400,
  // Phones 360 CSS px wide with 2 pixels per CSS px.
  680,
  // Phones 390 CSS px wide with 3 pixels per CSS px.
  1080,
  // Tablets and desktops.
  1600,
];

const openImage = async (picture: UploadedPicture) => sharp(await buffer(picture.getStream()));

/** Whether a picture is an AVIF file that sharp can decode; it can't decode animated ones. */
async function isAvif(picture: UploadedPicture): Promise<boolean> {
  if (picture.mime !== 'image/avif') return false;
  try {
    await (await openImage(picture)).metadata();
    return true;
  } catch {
    return false;
  }
}

/**
 * Chooses the widths of a picture's AVIF files: the picture's own width, or the largest of WIDTHS if that is
 * less, and every smaller width that saves at least 10 %.
 */
function chooseWidths(originalWidth: number): number[] {
  const largest = Math.min(originalWidth, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < 0.9 * largest), largest];
}

/**
 * Creates the AVIF formats of a picture from its original, smallest first.
 * @throws Error when the original can't be decoded, or is too tall for AVIF
 */
async function createAvifFormats(
  picture: UploadedPicture,
  original: UploadedPicture,
): Promise<PictureFormat[]> {
  const image = await openImage(original);
  const { autoOrient } = await image.metadata();
  const widths = chooseWidths(autoOrient.width);
  // Decoded and reduced to the largest width only once, because a photograph may have 20 megapixels.
  const { data: pixels, info: raw } = await image
    .autoOrient()
    .resize({ width: Math.max(...widths) })
    .raw()
    .toBuffer({ resolveWithObject: true });

  const createFormat = async (width: number): Promise<PictureFormat> => {
    const { data: avif, info } = await sharp(pixels, { raw })
      .resize({ width })
      // Quality 55 without chroma subsampling preserves the flat colours of the drawings. More effort doubles
      // the time and saves no bytes.
      .avif({ quality: 55, effort: 2, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true });
    const key = `avif_${width}`;
    return {
      key,
      file: {
        name: `${key}_${picture.name}`,
        hash: `${key}_${picture.hash}`,
        ext: '.avif',
        mime: 'image/avif',
        path: picture.path ?? null,
        width: info.width,
        height: info.height,
        size: fileSize.bytesToKbytes(info.size),
        sizeInBytes: info.size,
        getStream: () => Readable.from(avif),
      },
    };
  };
  // One after the other, but the largest in parallel with the others, because it takes as long as all of them together.
  const formats = await Promise.all([
    Array.fromAsync(widths.slice(0, -1), createFormat),
    Array.fromAsync(widths.slice(-1), createFormat),
  ]);
  return formats.flat();
}

/**
 * Adds the formats `avif_200` to `avif_1600` to every picture that is uploaded or replaced; Strapi stores,
 * lists and deletes them like its own formats.
 */
export function addAvifFormats(strapi: Core.Strapi): void {
  const originals = new WeakMap<UploadedPicture, UploadedPicture>();

  void wrapImageProcessing(strapi, (processing) => ({
    // Strapi doesn't treat AVIF files as images: it would store them without width, height and formats.
    isImage: async (picture: UploadedPicture) => (await isAvif(picture)) || processing.isImage(picture),
    isResizableImage: async (picture: UploadedPicture) =>
      (await isAvif(picture)) || processing.isResizableImage(picture),
    // Remembers the original for the AVIF formats, because Strapi's optimized picture has lost quality.
    async optimize(original) {
      const picture = await processing.optimize(original);
      originals.set(picture, original);
      return picture;
    },
    async generateResponsiveFormats(picture: UploadedPicture) {
      const formats = await processing.generateResponsiveFormats(picture);
      try {
        return [...formats, ...(await createAvifFormats(picture, originals.get(picture) ?? picture))];
      } catch (error) {
        strapi.log.warn(`No AVIF formats for the picture "${picture.name}": ${errorMessage(error)}`);
        return formats;
      }
    },
  }));
}
