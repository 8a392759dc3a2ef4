import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsers } from '../../web/src/content/parsers.ts';
import { type PageContent, type QueryName, queries } from '../../web/src/content/queries.ts';
import { contentTypes } from './contentTypes.ts';
import { seedRecords } from './seedRecords.ts';

const seedPictures: { name: string; alternativeText: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../cms/seed/pictures.json'), 'utf8'),
);

/** Returns the alternative text of a picture of the seed. */
export const findPictureText = (name: string): string =>
  seedPictures.find((picture) => picture.name === name)?.alternativeText ?? '';

/** A picture as the CMS answers it. */
const createPicture = (name: string) => ({
  url: `/uploads/${name}.webp`,
  ...seedPictures.find((picture) => picture.name === name),
  width: 1600,
  height: 1000,
  updatedAt: '2026-01-01T00:00:00.000Z',
  formats: { avif_400: { url: `/uploads/avif_400_${name}.avif`, width: 400, mime: 'image/avif' } },
});

/** Returns what the CMS answers to a query after its first start: the words of the seed, with pictures by their names. */
export function createSeedResponse(path: string): string {
  const type = contentTypes.find((candidate) => candidate.path === path);
  if (!type) throw new Error(`${path} is no query`);
  const records = seedRecords(type.name).map(({ images, logo, ...record }) => ({
    ...record,
    ...(images && { images: images.map(createPicture) }),
    ...(logo && { logo: createPicture(logo) }),
  }));
  return JSON.stringify({ data: type.kind === 'single' ? records[0] : records });
}

/** The content of all queries after the first start of the CMS, as the pages get it. */
export const seedContent: PageContent = Object.fromEntries(
  Object.entries(parsers).map(([name, parse]) => [
    name,
    parse(JSON.parse(createSeedResponse(queries[name as QueryName].path))),
  ]),
);
