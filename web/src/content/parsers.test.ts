import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pages } from './pages.ts';
import { removeStatements } from './parseResponses.ts';
import { parsers } from './parsers.ts';
import type { QueryName } from './queries.ts';
import { QueryError } from './queryError.ts';
import { recordIds } from './recordIds.ts';

/** The folder with the content that a site of a version has stored. */
const storedContent = (version: string) =>
  fileURLToPath(new URL(`../../../tests/fixtures/site-${version}/web`, import.meta.url));

function readStoredResponse(version: string, name: QueryName): ReturnType<typeof JSON.parse> {
  const file = readFileSync(`${storedContent(version)}/${name}.json`, 'utf8');
  return JSON.parse(file.slice(file.indexOf('\n')));
}

const contact = (change: (entries: Record<string, unknown>[]) => unknown = (entries) => entries) => ({
  data: change(
    recordIds.contact.map((documentId) => ({
      documentId,
      mainHeading: null,
      subHeadings: `About ${documentId}`,
      description: ' Text \n',
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
  test('are found by their id in any order, with empty fields as empty text', () => {
    const content = parsers.contact(contact((entries) => entries.reverse()));
    expect(content['contact-hours']).toEqual({
      mainHeading: '',
      subHeading: 'About contact-hours',
      description: 'Text',
      pictures: [],
      hoursTable: ['Text'],
      schedule: { weekly: undefined, specialDays: [] },
    });
  });

  test.each(['\v', '\f', '\u0085', '\u2028', '\u2029', '\r\n'])(
    'have line breaks where an earlier version has stored %j',
    (lineBreak) => {
      const description = `High Street 1${lineBreak}Columbus${lineBreak}`;
      const content = parsers.contact(
        contact((entries) => entries.map((entry) => ({ ...entry, description }))),
      );
      expect(content['contact-address'].description).toBe('High Street 1\nColumbus');
    },
  );

  test('that the CMS lacks are empty, and the others have their content', () => {
    const partial = contact((entries) => entries.filter(({ documentId }) => documentId !== 'contact-email'));
    const content = parsers.contact(partial);
    const empty = { mainHeading: '', subHeading: '', description: '', pictures: [] };
    expect(content['contact-email']).toEqual(empty);
    expect(content['contact-hours'].subHeading).toBe('About contact-hours');
  });

  test('with unknown ids are ignored', () => {
    const response = contact((entries) => [...entries, { documentId: 'contact-fax' }]);
    expect(Object.keys(parsers.contact(response))).toEqual([...recordIds.contact]);
  });
});

/** Adds fields that this version of the site does not know to every object of a response. */
function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([name, field]) => [name, addUnknownFields(field)]);
  return {
    ...Object.fromEntries(known),
    later: 'text',
    laterList: [{ later: null }],
    laterPicture: { url: 7 },
  };
}

// Cast: the names of files are strings.
const versionOneQueries = readdirSync(storedContent('1.0.0')).map((file) =>
  basename(file, '.json'),
) as QueryName[];

test.each(versionOneQueries)('unknown fields of %s are ignored', (name) => {
  const parse: (response: unknown) => unknown = parsers[name];
  const response: unknown = readStoredResponse('1.0.0', name);
  expect(parse(addUnknownFields(response))).toEqual(parse(response));
});

describe('malformed responses', () => {
  test.each([
    ['an error', { data: null, error: { status: 500 } }],
    ['an object for a list', { data: {} }],
    ['a list of strings', { data: ['text'] }],
    ['a number for a text', contact(([first, ...rest]) => [{ ...first, description: 7 }, ...rest])],
    ['an empty list where records are fixed', { data: [] }],
  ])('%s causes a QueryError', (_name, response) => {
    expect(() => parsers.contact(response)).toThrow(QueryError);
  });

  test('a dish without its name field causes a QueryError', () => {
    expect(() => parsers.appetizers({ data: [{ documentId: 'soup', name: 'Soup' }] })).toThrow(
      'appName is missing',
    );
  });
});

describe('the schedule', () => {
  const parseSchedule = (fields: object) =>
    parsers.contact({ data: [{ documentId: 'contact-hours', ...fields }] })['contact-hours'].schedule;

  test('has the weekly hours, and none when the text can’t be parsed', () => {
    expect(parseSchedule({ description: 'Sunday: 3 pm – 8 pm' })?.weekly).toEqual([
      { days: ['Sunday'], opens: '15:00', closes: '20:00' },
    ]);
    expect(parseSchedule({ description: 'Ask at the door' })?.weekly).toBeUndefined();
  });

  test('has the special days, without those that are invalid or overlap one that ends later', () => {
    const closed = { until: null, closed: true, hours: null, reason: null };
    const specialDays = [
      { ...closed, from: '2026-12-24', until: '2026-12-26', reason: ' Christmas ' },
      { ...closed, from: '2026-02-30' },
      { ...closed, from: '2026-11-26', until: '2026-11-25' },
      { ...closed, from: '2026-11-27', closed: false, hours: 'late' },
      { ...closed, from: '2026-12-25', closed: false, hours: '5 pm – 9 pm' },
      { ...closed, from: '2026-12-20', until: '2026-12-24', reason: 'Before Christmas' },
      { from: '2026-12-31', closed: false, hours: '8 pm – 1 am', reason: 'New Year’s Eve' },
      'tomorrow',
    ];
    expect(parseSchedule({ specialDays })?.specialDays).toEqual([
      { from: '2026-12-24', until: '2026-12-26', hours: [], reason: 'Christmas' },
      {
        from: '2026-12-31',
        until: '2026-12-31',
        hours: [{ opens: '20:00', closes: '01:00' }],
        reason: 'New Year’s Eve',
      },
    ]);
  });
});

describe('dishes', () => {
  test('are sorted by position, those without one last, then by name', () => {
    const data = [dish('Toast'), dish('Soup', 20), dish('Beets', null), dish('Bread', 10), dish('Apple', 20)];
    const names = parsers.appetizers({ data }).map(({ name }) => name);
    expect(names).toEqual(['Bread', 'Apple', 'Soup', 'Beets', 'Toast']);
  });

  test('may be an empty list; a dish with a blank name is left out', () => {
    expect(parsers.appetizers({ data: [] })).toEqual([]);
    expect(parsers.appetizers({ data: [dish('  ')] })).toEqual([]);
  });
});

describe('what is stated of a dish', () => {
  const parseStatement = (dietaryStatement: unknown) =>
    parsers.appetizers({ data: [{ ...dish('Soup'), dietaryStatement }] })[0]?.statement;

  test('has its answers in the order of the table, without those about allergens that the table lacks', () => {
    const answers = { celery: 'contains', soy: 'onRequest', milk: 'free', eggs: 'contains' };
    const statement = parseStatement({ diet: 'vegetarian', answers });
    expect(statement).toEqual({
      diet: 'vegetarian',
      answers: { milk: 'free', eggs: 'contains', soy: 'onRequest' },
    });
    expect(Object.keys(statement?.answers ?? {})).toEqual(['milk', 'eggs', 'soy']);
  });

  test.each([
    null,
    { diet: 'vegan ', answers: ['contains'] },
    { diet: null, answers: { milk: 'traces', celery: 'free' } },
  ])('is nothing when the field is %j', (field) => {
    expect(parseStatement(field)).toBeUndefined();
  });

  test('is left out of a response that states nothing any more, and the rest stays', () => {
    const plain = { data: [{ ...dish('Soup'), price: 1.5 }, dish('Toast', 2)], meta: {} };
    const [soup, toast] = plain.data;
    const dietaryStatement = { diet: 'vegan', answers: { milk: 'free' } };
    const stated = {
      ...plain,
      data: [
        { ...soup, dietaryStatement },
        { ...toast, dietaryStatement: null },
      ],
    };
    expect(removeStatements(JSON.stringify(stated))).toBe(JSON.stringify(plain));
    expect(removeStatements(JSON.stringify(plain))).toBe(JSON.stringify(plain));
  });
});

test('the note about traces of allergens is that of the page’s record, if there is one', () => {
  const parseNotes = (allergenNote: unknown) => {
    const data = recordIds.menuHeadings.map((documentId) => ({ documentId, allergenNote }));
    return Object.values(parsers.menuHeadings({ data })).map((block) => block.allergenNote);
  };
  expect(parseNotes(' Made beside nuts. \n')[0]).toBe('Made beside nuts.');
  for (const note of [undefined, null, ' ', 7]) expect(parseNotes(note)[0]).toBeUndefined();
});

describe('drinks', () => {
  const heading = { documentId: 'menu-soft-drinks', subHeading: ' Soft ', drinkName: null, position: null };
  const drink = (drinkName: unknown, position: number | null) => ({
    documentId: `drink-${position}`,
    subHeading: null,
    drinkName,
    position,
  });

  test('are sorted like dishes, below the heading of the fixed record', () => {
    const data = [drink('Rickey', null), drink('Cider', 20), heading, drink(' Tonic ', 10), drink(' ', 5)];
    const list = { heading: 'Soft', names: ['Tonic', 'Cider', 'Cola', 'Rickey'] };
    expect(parsers.softDrinks({ data: [...data, drink('Cola', null)] })).toEqual(list);
    expect(parsers.softDrinks({ data: [heading] })).toEqual({ heading: 'Soft', names: [] });
  });

  test('are never entries with a heading', () => {
    const data = [
      { ...heading, drinkName: 'Soft' },
      { ...drink('Cola', 10), subHeading: 'Cold' },
      drink('Tonic', 20),
    ];
    expect(parsers.softDrinks({ data })).toEqual({ heading: 'Soft', names: ['Tonic'] });
  });

  test('are shown when the heading is missing, and an empty list is rejected', () => {
    expect(parsers.softDrinks({ data: [drink('Tonic', 10)] })).toEqual({ heading: '', names: ['Tonic'] });
    expect(() => parsers.softDrinks({ data: [] })).toThrow('every record is missing');
    expect(() => parsers.softDrinks({ data: [heading, drink(null, 10)] })).toThrow('drinkName is missing');
  });

  test('of a CMS before 1.14 are in the order of its single entry, without those that are off the menu', () => {
    const drinks = [
      { drinkName: ' Tonic ', offMenu: false },
      { drinkName: 'Cola', offMenu: true },
      { drinkName: ' ' },
      { drinkName: 'Cider' },
    ];
    const data = { documentId: 'menu-soft-drinks', subHeading: 'Soft', drinks };
    expect(parsers.softDrinks({ data })).toEqual({ heading: 'Soft', names: ['Tonic', 'Cider'] });
    expect(parsers.softDrinks({ data: { ...data, drinks: [] } })).toEqual({ heading: 'Soft', names: [] });
    for (const damaged of [null, { ...data, drinks: null }, { ...data, drinks: [{ offMenu: false }] }])
      expect(() => parsers.softDrinks({ data: damaged })).toThrow();
  });

  test.each(['softDrinks', 'alcohol'] as const)(
    'of the %s that a site before 1.14 has stored are read',
    (name) => {
      for (const version of ['1.0.0', '1.13.0']) {
        const { data } = readStoredResponse(version, name);
        const drinks: Record<string, unknown>[] = data.drinks;
        const names = drinks
          .filter(({ offMenu }) => offMenu !== true)
          .map(({ drinkName, alcoholName }) => drinkName ?? alcoholName);
        expect(names.length).toBeGreaterThan(5);
        expect(parsers[name]({ data })).toEqual({ heading: data.subHeading, names });
      }
    },
  );
});

describe('the site’s name', () => {
  const until = '2026-11-24T05:00:00.000Z';
  const parse = (fields: object) => parsers.siteName({ data: { websiteName: 'Table', ...fields } });

  test('has no notice and no links when the CMS is older than they are', () => {
    expect(parse({})).toEqual({ name: 'Table', logo: undefined, notice: undefined, links: [] });
  });

  test.each([
    ['Italian', ['Italian']],
    [' Italian, , American ,', ['Italian', 'American']],
    [' , ', undefined],
    [7, undefined],
  ])('has of the cuisine %j the parts between commas', (cuisine, names) => {
    expect(parse({ cuisine }).cuisine).toEqual(names);
  });

  test('has its notice with the instants of its start and end', () => {
    const address = 'https://table.example/patio';
    const notice = { text: ' Patio opens Friday ', address, from: null, until };
    const shown = { text: 'Patio opens Friday', address, from: 0, until: Date.parse(until) };
    expect(parse({ notice }).notice).toEqual(shown);
    const from = '2026-11-23T05:00:00.000Z';
    expect(parse({ notice: { ...notice, from } }).notice).toEqual({ ...shown, from: Date.parse(from) });
  });

  test.each([
    ['is a text', 'Closed'],
    ['has a text of blanks', { text: ' \n\u00a0', until }],
    ['has an end that is no date', { text: 'Closed', until: 'tomorrow' }],
  ])('has no notice when it %s', (_reason, notice) => {
    expect(parse({ notice }).notice).toBeUndefined();
  });

  test.each(pages.map(({ path }) => path))('has a notice that links to the page %s', (path) => {
    expect(parse({ notice: { text: 'New', address: path, until } }).notice?.address).toBe(path);
  });

  test.each([
    ['www.table.example', 'https://www.table.example/'],
    ['/services', '/services'],
    ['javascript:alert(1)', ''],
    ['//table.example', ''],
  ])('has a notice whose link %j leads to %j', (address, shown) => {
    const notice = { text: 'Closed', address, until };
    expect(parse({ notice }).notice).toMatchObject({ text: 'Closed', address: shown });
  });

  test('has the links with a label and an https address, in the owner’s order', () => {
    const links = [
      { id: 2, label: ' Reserve ', address: ' https://book.example/table ' },
      { label: 'Unsafe', address: 'http://table.example' },
      { label: ' ', address: 'https://table.example' },
      null,
      { label: 'Jobs', address: 'https://jobs.example/' },
    ];
    expect(parse({ links }).links).toEqual([
      { label: 'Reserve', address: 'https://book.example/table' },
      { label: 'Jobs', address: 'https://jobs.example/' },
    ]);
    expect(parse({ links: { label: 'Reserve' } }).links).toEqual([]);
  });
});

describe('pictures', () => {
  const home = (images: unknown) => ({
    data: recordIds.home.map((documentId) => ({ documentId, ...(documentId === 'home-main' && { images }) })),
  });
  const pictures = (images: unknown) => parsers.home(home(images))['home-main'].pictures;

  const picture = {
    name: 'soup',
    url: '/uploads/p.webp',
    mime: 'image/webp',
    width: 1600,
    height: 900,
    updatedAt: '2026-01-01T00:00:00.000Z',
    alternativeText: 'Soup',
  };

  test('list their renditions and the original, narrowest first, each with the file’s version in its URL', () => {
    const formats = {
      large: { url: '/uploads/l.webp', width: 1000, mime: 'image/webp' },
      small: { url: '/uploads/s.webp', width: 500, mime: 'image/webp' },
      avif_800: { url: '/uploads/a800.avif', width: 800, mime: 'image/avif' },
      avif_400: { url: '/uploads/a400.avif', width: 400, mime: 'image/avif' },
    };
    const [parsed] = pictures([{ ...picture, formats }]);
    expect(parsed).toMatchObject({
      src: '/uploads/p.webp?v=mjuohs00',
      alt: 'Soup',
      width: 1600,
      height: 900,
    });
    expect(parsed?.needsFrame).toBe(false);
    expect(parsed?.renditions).toEqual([
      { src: '/uploads/s.webp?v=mjuohs00', width: 500 },
      { src: '/uploads/l.webp?v=mjuohs00', width: 1000 },
      { src: '/uploads/p.webp?v=mjuohs00', width: 1600 },
    ]);
    expect(parsed?.avif).toEqual([
      { src: '/uploads/a400.avif?v=mjuohs00', width: 400 },
      { src: '/uploads/a800.avif?v=mjuohs00', width: 800 },
    ]);
  });

  test('need a frame, unless they are WebP files of the seed', () => {
    for (const file of [{ name: 'soup.webp' }, { mime: 'image/jpeg' }, { mime: undefined }])
      expect(pictures([{ ...picture, ...file }])[0]?.needsFrame, JSON.stringify(file)).toBe(true);
  });

  test('have a focal point when the owner has set one', () => {
    const findPoint = (focalPoint: unknown) => pictures([{ ...picture, focalPoint }])[0]?.focalPoint;
    expect(findPoint({ x: 0, y: 71.5, z: 1 })).toEqual({ x: 0, y: 71.5 });
    for (const value of [null, { x: 5 }, { x: -1, y: 5 }, { x: 5, y: 101 }])
      expect(findPoint(value), JSON.stringify(value)).toBeUndefined();
  });

  test('have an empty alt, not the file name, when the CMS has no alternative text', () => {
    expect(pictures([{ ...picture, name: 'IMG_1234.webp', alternativeText: null }])[0]?.alt).toBe('');
  });

  test('that are deleted, and files that are not pictures, are left out', () => {
    expect(pictures(null)).toEqual([]);
    expect(pictures([{ url: '/uploads/menu.pdf', width: null, height: null }])).toEqual([]);
  });
});
