import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Core } from '@strapi/strapi';
import { file as sizes } from '@strapi/utils';
import sharp from 'sharp';

// Strapi never makes the same picture twice: what sharp would keep of one only takes up memory, up to 100 MB.
sharp.cache(false);

/** A logo, half a phone, and phones that are 360 px wide at two dots a pixel and 390 px at three; then tablets and desks. */
const WIDTHS = [200, 400, 680, 1080, 1600];

/** A picture on its way into the media library, as Strapi's upload plugin hands it around. */
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

/** What is changed of the plugin's service `image-manipulation`. */
interface ImageManipulation {
  isImage(picture: Picture): Promise<boolean>;
  isResizableImage(picture: Picture): Promise<boolean>;
  optimize(picture: Picture): Promise<Picture>;
  generateResponsiveFormats(picture: Picture): Promise<Format[]>;
}

const read = async (picture: Picture) => sharp(await buffer(picture.getStream()));

/** Whether a picture is an AVIF that can be read; one that is animated can't be. */
async function isAvif(picture: Picture): Promise<boolean> {
  if (picture.mime !== 'image/avif') return false;
  try {
    await (await read(picture)).metadata();
    return true;
  } catch {
    return false;
  }
}

/** The widths for a picture: its own, if not above the widest of ours, and those of ours that are clearly below it. */
function widthsFor(own: number): number[] {
  const widest = Math.min(own, Math.max(...WIDTHS));
  return [...WIDTHS.filter((width) => width < 0.9 * widest), widest];
}

/**
 * The AVIF formats of a picture, made from its original.
 * @throws Error when the original can't be decoded, or is too tall for AVIF
 */
async function avifFormats(picture: Picture, original: Picture): Promise<Format[]> {
  const image = await read(original);
  const { autoOrient, pages = 1 } = await image.metadata();
  // An animation would stand still.
  if (pages > 1) return [];

  const widths = widthsFor(autoOrient.width);
  // Decoded once and kept no bigger than needed, because a photograph may have twenty megapixels.
  const { data, info: raw } = await image
    .autoOrient()
    .resize({ width: Math.max(...widths) })
    .raw()
    .toBuffer({ resolveWithObject: true });

  const make = async (width: number): Promise<Format> => {
    const { data: avif, info } = await sharp(data, { raw })
      .resize({ width })
      // 4:4:4 and 55 keep the flat colours of a print; more effort takes twice the time for the same bytes.
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
        size: sizes.bytesToKbytes(info.size),
        sizeInBytes: info.size,
        getStream: () => Readable.from(avif),
      },
    };
  };
  const makeInTurn = async (some: number[]) => {
    const formats: Format[] = [];
    for (const width of some) formats.push(await make(width));
    return formats;
  };
  // Two at a time: the widest takes as long as all others together.
  const formats = await Promise.all([makeInTurn(widths.slice(0, -1)), makeInTurn(widths.slice(-1))]);
  return formats.flat();
}

/**
 * Gives each picture that is uploaded or replaced formats `avif_200` to `avif_1600` beside Strapi's own, which Strapi
 * then stores, lists and deletes like those.
 */
export function makeAvifFormats(strapi: Core.Strapi): void {
  const originals = new WeakMap<Picture, Picture>();

  strapi.get('services').extend('plugin::upload.image-manipulation', (service: ImageManipulation) => ({
    ...service,
    // Strapi itself takes an AVIF for a file of an unknown kind, without width, height and formats.
    isImage: async (picture: Picture) => (await isAvif(picture)) || service.isImage(picture),
    isResizableImage: async (picture: Picture) =>
      (await isAvif(picture)) || service.isResizableImage(picture),
    // What Strapi makes of the original has less quality, and an AVIF of that would lose some a second time.
    async optimize(original: Picture) {
      const picture = await service.optimize(original);
      originals.set(picture, original);
      return picture;
    },
    async generateResponsiveFormats(picture: Picture) {
      const formats = await service.generateResponsiveFormats(picture);
      try {
        return [...formats, ...(await avifFormats(picture, originals.get(picture) ?? picture))];
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        strapi.log.warn(`The picture "${picture.name}" gets no AVIF: ${reason}`);
        return formats;
      }
    },
  }));
}
