import { describe, expect, test } from 'vitest';
import { recordIds } from './content.ts';
import { queries } from './queries.ts';
import { QueryError } from './strapi.ts';

const contact = (change: (entries: Record<string, unknown>[]) => unknown = (entries) => entries) => ({
  data: change(
    recordIds.contact.map((documentId) => ({
      documentId,
      mainHeading: null,
      subHeadings: `About ${documentId}`,
      description: ' Words \n',
    })),
  ),
});

const dish = (appName: string, position?: number | null) => ({
  documentId: appName,
  appName,
  description: null,
  position,
});

describe('fixed records', () => {
  test('are picked by their id, whatever the order, with empty fields as empty text', () => {
    const words = queries.contact.parse(contact((entries) => entries.reverse()));
    expect(words['contact-hours']).toEqual({
      mainHeading: '',
      subHeading: 'About contact-hours',
      description: 'Words',
      pictures: [],
    });
  });

  test('of an answer that lacks one are no words', () => {
    const partial = contact((entries) => entries.filter(({ documentId }) => documentId !== 'contact-email'));
    expect(() => queries.contact.parse(partial)).toThrow('record contact-email is missing');
  });

  test('that are not known yet are passed over', () => {
    const more = contact((entries) => [...entries, { documentId: 'contact-fax' }]);
    expect(Object.keys(queries.contact.parse(more))).toEqual([...recordIds.contact]);
  });
});

describe('malformed answers', () => {
  test.each([
    ['nothing', undefined],
    ['no object', 'words'],
    ['an error', { data: null, error: { status: 500 } }],
    ['no list', { data: {} }],
    ['a list of no objects', { data: ['words'] }],
    ['a number for a text', contact(([first, ...rest]) => [{ ...first, description: 7 }, ...rest])],
    ['an empty list where records are fixed', { data: [] }],
  ])('%s is a failed read', (_name, answer) => {
    expect(() => queries.contact.parse(answer)).toThrow(QueryError);
  });

  test('a dish without the attribute of its name is a failed read', () => {
    expect(() => queries.appetizers.parse({ data: [{ documentId: 'soup', name: 'Soup' }] })).toThrow(
      'appName is missing',
    );
  });
});

describe('dishes', () => {
  test('come by position, those without one last, equals by name', () => {
    const answer = {
      data: [dish('Toast'), dish('Soup', 20), dish('Beets', null), dish('Bread', 10), dish('Apple', 20)],
    };
    expect(queries.appetizers.parse(answer).map(({ name }) => name)).toEqual([
      'Bread',
      'Apple',
      'Soup',
      'Beets',
      'Toast',
    ]);
  });

  test('may be none, and one whose name is blank is left out', () => {
    expect(queries.appetizers.parse({ data: [] })).toEqual([]);
    expect(queries.appetizers.parse({ data: [dish('  ')] })).toEqual([]);
  });
});

describe('pictures', () => {
  const home = (images: unknown) => ({
    data: recordIds.home.map((documentId) => ({ documentId, ...(documentId === 'home-main' && { images }) })),
  });
  const pictures = (images: unknown) => queries.home.parse(home(images))['home-main'].pictures;

  const picture = {
    url: '/uploads/p.webp',
    width: 1600,
    height: 900,
    updatedAt: '2026-01-01T00:00:00.000Z',
    alternativeText: 'Soup',
  };

  test('bring their renditions, narrowest first, the picture itself among them, each with the file’s version', () => {
    const formats = {
      large: { url: '/uploads/l.webp', width: 1000, mime: 'image/webp' },
      small: { url: '/uploads/s.webp', width: 500, mime: 'image/webp' },
      avif_800: { url: '/uploads/a800.avif', width: 800, mime: 'image/avif' },
      avif_400: { url: '/uploads/a400.avif', width: 400, mime: 'image/avif' },
    };
    expect(pictures([{ ...picture, formats }])).toEqual([
      {
        src: '/uploads/p.webp?v=mjuohs00',
        alt: 'Soup',
        width: 1600,
        height: 900,
        renditions: [
          { src: '/uploads/s.webp?v=mjuohs00', width: 500 },
          { src: '/uploads/l.webp?v=mjuohs00', width: 1000 },
          { src: '/uploads/p.webp?v=mjuohs00', width: 1600 },
        ],
        avif: [
          { src: '/uploads/a400.avif?v=mjuohs00', width: 400 },
          { src: '/uploads/a800.avif?v=mjuohs00', width: 800 },
        ],
      },
    ]);
  });

  test('never have an invented alternative text', () => {
    expect(pictures([{ ...picture, name: 'IMG_1234.webp', alternativeText: null }])[0]?.alt).toBe('');
  });

  test('that were deleted, or are no pictures, are left out', () => {
    expect(pictures(null)).toEqual([]);
    expect(pictures([{ url: '/uploads/menu.pdf', width: null, height: null }])).toEqual([]);
  });
});
