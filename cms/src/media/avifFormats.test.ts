import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { extendService } from '../../testing/fakes';
import { addAvifFormats } from './avifFormats';

const picture = (bytes: Buffer, mime = 'image/png') => ({
  name: 'a.png',
  hash: 'a_1',
  ext: '.png',
  mime,
  getStream: () => Readable.from([bytes]),
});
type Picture = ReturnType<typeof picture>;
interface Format {
  key: string;
  file: { name: string; width: number; height: number; sizeInBytes: number; getStream(): Readable };
}
interface Service {
  isImage(file: Picture): Promise<boolean>;
  isResizableImage(file: Picture): Promise<boolean>;
  optimize(file: Picture): Promise<Picture>;
  generateResponsiveFormats(file: Picture): Promise<Format[]>;
}

const small: Format = {
  key: 'small',
  file: { name: 'small_a.png', width: 500, height: 1, sizeInBytes: 1, getStream: () => Readable.from([]) },
};
const warn = vi.fn();
const service = (optimized?: Picture) =>
  extendService<Service>(
    addAvifFormats,
    'plugin::upload.image-manipulation',
    {
      isImage: async ({ mime }) => mime === 'image/png',
      isResizableImage: async ({ mime }) => mime === 'image/png',
      optimize: async (file) => optimized ?? file,
      generateResponsiveFormats: async () => [small],
    },
    { log: { warn } },
  );

const createImage = (width: number, height = 2) =>
  sharp({ create: { width, height, channels: 3, background: '#c03020' } });
const widthsOf = async (width: number) => {
  const formats = await service().generateResponsiveFormats(
    picture(await createImage(width).png().toBuffer()),
  );
  return formats.slice(1).map(({ key, file }) => [key, file.width]);
};

test.each([
  [222, [222]],
  [223, [200, 223]],
  [1600, [200, 400, 680, 1080, 1600]],
  [3000, [200, 400, 680, 1080, 1600]],
])('a picture of %i pixels gets AVIF formats of %j pixels', async (width, widths) => {
  expect(await widthsOf(width)).toEqual(widths.map((each) => [`avif_${each}`, each]));
});

test('makes the formats from the original, not from the picture that Strapi has optimized', async () => {
  const optimized = picture(await createImage(200).png().toBuffer());
  const extended = service(optimized);
  await extended.optimize(picture(await createImage(400).png().toBuffer()));
  const formats = await extended.generateResponsiveFormats(optimized);
  expect(formats.map(({ key }) => key)).toEqual(['small', 'avif_200', 'avif_400']);
});

test('makes still formats of an animation', async () => {
  const frames = Buffer.concat([Buffer.alloc(3 * 4 * 4, 10), Buffer.alloc(3 * 4 * 4, 200)]);
  const animation = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif()
    .toBuffer();
  expect(await sharp(animation).metadata()).toMatchObject({ pages: 2 });
  const [, still] = await service().generateResponsiveFormats(picture(animation, 'image/gif'));
  expect(still?.file).toMatchObject({ width: 4, height: 4 });
});

test('recognizes AVIF as an image, unless it can’t be decoded', async () => {
  const avif = picture(await createImage(8, 8).avif().toBuffer(), 'image/avif');
  const damaged = picture(Buffer.from('damaged'), 'image/avif');
  const text = picture(Buffer.from('text'), 'text/plain');
  const png = picture(await createImage(8, 8).png().toBuffer());
  for (const [file, expected] of [
    [avif, true],
    [damaged, false],
    [text, false],
    [png, true],
  ] as const) {
    expect(await service().isImage(file), file.mime).toBe(expected);
    expect(await service().isResizableImage(file), file.mime).toBe(expected);
  }
});
