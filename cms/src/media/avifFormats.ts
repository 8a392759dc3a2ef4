import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Core } from '@strapi/strapi';
import { file as fileSize } from '@strapi/utils';
import sharp from 'sharp';
import { errorMessage } from '../shared/errorMessage';

// Each picture is processed once, so sharp's cache would only take up to 100 MB of memory.
sharp.cache(false);

/**
 * In pixels of the file: a logo; half of a phone's viewport; phones of 360 CSS px at 2x and 390 CSS px at 3x;
 * tablets and desktops.
 */
const WIDTHS = [200, 400, 680, 1080, 1600];

/** A picture during an upload, as Strapi's upload plugin passes it between its services. */
interface Picture {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  path?: string | null;
  getStream(): NodeJS.ReadableStream;
}

interface Format {
  key: string;
  file: Picture & { width: number; height: number; size: number; sizeInBytes: number };
}

/** The methods of the plugin's service `image-manipulation` that are wrapped here. */
interface ImageManipulation {
  isImage(picture: Picture): Promise<boolean>;
  isResizableImage(picture: Picture): Promise<boolean>;
  optimize(picture: Picture): Promise<Picture>;
  generateResponsiveFormats(picture: Picture): Promise<Format[]>;
}

const openImage = async (picture: Picture) => sharp(await buffer(picture.getStream()));

/** Whether a picture is an AVIF that sharp can decode, which an animated one is not. */
async function isAvif(picture: Picture): Promise<boolean> {
  if (picture.mime !== 'image/avif') return false;
  try {
    await (await openImage(picture)).metadata();
    return true;
  } catch {
    return false;
  }
}

/**
 * The widths of the AVIF formats of a picture, in pixels: its own, at most the largest of WIDTHS, and those
 * of WIDTHS that are at least 10 % smaller.
 */
function chooseWidths(originalWidth: number): number[] {
  const largest = Math.min(originalWidth, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < 0.9 * largest), largest];
}

/**
 * Creates the AVIF formats of a picture from its original, smallest first.
 * @throws Error when the original can't be decoded, or is too tall for AVIF
 */
async function createAvifFormats(picture: Picture, original: Picture): Promise<Format[]> {
  const image = await openImage(original);
  const { autoOrient, pages = 1 } = await image.metadata();
  // The AVIF of an animation would have its first frame only.
  if (pages > 1) return [];

  const widths = chooseWidths(autoOrient.width);
  // Decoded once, at the largest width needed, because a photograph may have 20 megapixels.
  const { data: pixels, info: raw } = await image
    .autoOrient()
    .resize({ width: Math.max(...widths) })
    .raw()
    .toBuffer({ resolveWithObject: true });

  const createFormat = async (width: number): Promise<Format> => {
    const { data: avif, info } = await sharp(pixels, { raw })
      .resize({ width })
      // 4:4:4 and quality 55 preserve the flat colours of the drawings; more effort doubles the time and
      // saves no bytes.
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
  const createInSequence = async (some: number[]) => {
    const formats: Format[] = [];
    for (const width of some) formats.push(await createFormat(width));
    return formats;
  };
  // Two in parallel: the largest takes as long as all others together.
  const formats = await Promise.all([
    createInSequence(widths.slice(0, -1)),
    createInSequence(widths.slice(-1)),
  ]);
  return formats.flat();
}

/**
 * Adds the formats `avif_200` to `avif_1600` to every picture that is uploaded or replaced; Strapi stores,
 * lists and deletes them like its own formats.
 */
export function addAvifFormats(strapi: Core.Strapi): void {
  const originals = new WeakMap<Picture, Picture>();

  strapi.get('services').extend('plugin::upload.image-manipulation', (service: ImageManipulation) => ({
    ...service,
    // Strapi itself doesn't recognize AVIF as an image, so it would have no width, height and formats.
    isImage: async (picture: Picture) => (await isAvif(picture)) || service.isImage(picture),
    isResizableImage: async (picture: Picture) =>
      (await isAvif(picture)) || service.isResizableImage(picture),
    // The AVIF formats are made from the original, because Strapi's optimized picture has lost quality
    // already.
    async optimize(original: Picture) {
      const picture = await service.optimize(original);
      originals.set(picture, original);
      return picture;
    },
    async generateResponsiveFormats(picture: Picture) {
      const formats = await service.generateResponsiveFormats(picture);
      try {
        return [...formats, ...(await createAvifFormats(picture, originals.get(picture) ?? picture))];
      } catch (error) {
        strapi.log.warn(`No AVIF formats for the picture "${picture.name}": ${errorMessage(error)}`);
        return formats;
      }
    },
  }));
}
