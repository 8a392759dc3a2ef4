import { parsers } from '../../web/src/content/parsers.ts';
import type { PageContent, QueryName } from '../../web/src/content/queries.ts';
import { queries } from '../../web/src/content/queries.ts';
import { seedRecords } from './seedRecords.ts';

const SINGLE_TYPES: QueryName[] = ['siteName', 'softDrinks', 'alcohol'];

const seedPictures = seedRecords('../pictures');

/** A picture of the seed's media library. */
function pictureOf(name: unknown) {
  const texts = seedPictures.find((picture) => Reflect.get(picture, 'name') === name) ?? {};
  return {
    ...texts,
    url: `/uploads/${name}.webp`,
    width: 800,
    height: 500,
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
}

/** Returns the alternative text of a picture of the seed. */
export const findPictureText = (name: string): string =>
  String(Reflect.get(pictureOf(name), 'alternativeText'));

/** Returns what the CMS answers to a query after its first start. */
function createResponse(name: QueryName): unknown {
  const type = queries[name].path.replace('/api/', '').replace(SINGLE_TYPES.includes(name) ? /$/ : /s$/, '');
  const records = seedRecords(type).map((record) => ({
    ...record,
    ...('logo' in record && { logo: pictureOf(record.logo) }),
    ...('images' in record && Array.isArray(record.images) && { images: record.images.map(pictureOf) }),
  }));
  return { data: SINGLE_TYPES.includes(name) ? records[0] : records };
}

/** The content of all queries after the first start of the CMS, as the pages get it. */
export const seedContent: PageContent = Object.fromEntries(
  Object.entries(parsers).map(([name, parse]) => [name, parse(createResponse(name as QueryName))]),
);
