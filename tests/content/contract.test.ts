import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { IDLE_READ_MS } from '../../cms/src/shared/requests/siteRequests.ts';
import { pages } from '../../web/src/content/pages.ts';
import { parsers } from '../../web/src/content/parsers.ts';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import { recordIds } from '../../web/src/content/recordIds.ts';
import { cms } from '../support/cms.ts';
import { cmsTypes, readSchema } from '../support/contentTypes.ts';
import { owner } from '../support/owner.ts';
import { createPicture } from '../support/pictures.ts';
import { seedRecords } from '../support/seedRecords.ts';

const PAGE_FIELDS = ['mainHeading', 'subHeadings', 'description'];

/** The entities of the specification: table, content type, query, attributes and number of records, which is the least one of lists. */
const entities: [
  table: string,
  type: keyof typeof cmsTypes,
  query: QueryName,
  attributes: string[],
  count: number,
][] = [
  ['website_name', 'website-name', 'siteName', ['websiteName', 'cuisine'], 1],
  ['website_tabs', 'website-tab', 'tabs', ['tabName'], 4],
  ['homepage', 'homepage', 'home', PAGE_FIELDS, 7],
  ['menu_headers', 'menu-header', 'menuHeadings', ['headingName', 'mainHeading', 'allergenNote'], 5],
  ['menu_appetizers', 'menu-appetizer', 'appetizers', ['appName', 'description', 'dietaryStatement'], 8],
  ['menu_entrees', 'menu-entree', 'entrees', ['entreeName', 'description', 'dietaryStatement'], 10],
  ['menu_sides', 'menu-side', 'sides', ['sideName', 'description', 'dietaryStatement'], 6],
  ['menu_softDrinks', 'menu-soft-drink', 'softDrinks', ['subHeading', 'drinkName'], 1 + 8],
  ['menu_alcohol', 'menu-alcoholic-drink', 'alcohol', ['subHeading', 'alcoholName'], 1 + 10],
  ['servicespage', 'servicespage', 'services', PAGE_FIELDS, 5],
  ['contactpage', 'contactpage', 'contact', PAGE_FIELDS, 5],
];
const LISTS: QueryName[] = ['appetizers', 'entrees', 'sides', 'softDrinks', 'alcohol'];

const recordIdsByQuery: Partial<Record<string, readonly string[]>> = recordIds;
const ask = (path: string, headers = {}) => cms.requestFrom('127.0.0.1', 'GET', path, { headers });

test.each(entities)('%s is as the specification says', async (table, type, name, attributes, count) => {
  const schema = readSchema(type);
  expect(schema.collectionName).toBe(table);
  expect(schema.options.draftAndPublish).toBe(true);
  const body: { data: object | object[] } = JSON.parse(await cms.readContent(type));
  const records = [body.data].flat();
  for (const record of records) expect(Object.keys(record)).toEqual(expect.arrayContaining(attributes));
  if (LISTS.includes(name)) expect(records.length).toBeGreaterThanOrEqual(count);
  else expect(records).toHaveLength(count);
  expect(parsers[name](body)).toBeTruthy();
});

test('the site has the pages of the specification, and the labels of their links', () => {
  expect(pages.map(({ path, alias }) => [path, alias])).toEqual([
    ['/', '/home'],
    ['/menu', undefined],
    ['/services', undefined],
    ['/contact', undefined],
  ]);
  const labels = seedRecords('website-tab').map(({ tabName }) => tabName);
  expect(labels).toEqual(['Home', 'Menu', 'Services', 'Contact']);
});

test('the CMS, the site and the seed agree on the content types, their kinds and their record ids', () => {
  const list = (folder: string) => readdirSync(new URL(`../../cms/${folder}`, import.meta.url)).sort();
  const names = Object.keys(cmsTypes).sort();
  expect(list('src/api')).toEqual(names);
  expect(list('seed/words')).toEqual(names.map((name) => `${name}.json`));
  expect(entities.map(([, type]) => type).sort()).toEqual(names);
  expect(entities.map(([, , query]) => query).sort()).toEqual(Object.keys(queries).sort());

  for (const [, type, query] of entities) {
    const { kind, records } = cmsTypes[type];
    const { kind: schemaKind, info } = readSchema(type);
    expect(schemaKind, type).toBe(kind === 'single' ? 'singleType' : 'collectionType');
    expect(queries[query].path).toBe(`/api/${kind === 'single' ? info.singularName : info.pluralName}`);
    const seedIds = seedRecords(type).map(({ documentId }) => documentId);
    if (kind === 'single') expect(seedIds, type).toHaveLength(1);
    // The list of drinks is open, and has one fixed record.
    const fixedIds = kind === 'open' ? seedIds.slice(0, 1) : seedIds;
    if (records) expect(fixedIds, type).toEqual(Object.keys(records));
    expect(recordIdsByQuery[query], type).toEqual(records && Object.keys(records));
  }
});

test.each([
  ['menu_softDrinks', '/api/menu-soft-drinks', 'menu-soft-drinks', 'drinkName'],
  ['menu_alcohol', '/api/menu-alcohol', 'menu-alcohol', 'alcoholName'],
])(
  '%s is one record by a fixed record id (subHeading) and a full list (id and name)',
  async (_, path, id, name) => {
    const read = async (address: string) => {
      const { status, text } = await ask(address);
      expect(status, address).toBe(200);
      return JSON.parse(text).data;
    };
    const heading = await read(`${path}/${id}`);
    expect(heading).toMatchObject({ subHeading: expect.stringMatching(/\S/), [name]: null, position: null });

    const list: { documentId: string }[] = await read(path);
    expect(list.filter(({ documentId }) => documentId === id)).toEqual([heading]);
    for (const drink of list.filter(({ documentId }) => documentId !== id)) {
      expect(drink).toMatchObject({
        id: expect.any(Number),
        [name]: expect.stringMatching(/\S/),
        subHeading: null,
      });
      expect(await read(`${path}/${drink.documentId}`)).toEqual(drink);
    }
  },
);

test('the seed has contact details as the specification says', () => {
  const contact = Object.fromEntries(
    seedRecords('contactpage').map(({ documentId, description }) => [documentId, description]),
  );
  expect(contact).toMatchObject({
    'contact-phone': expect.stringMatching(/^\(614\) 555-01\d\d$/),
    'contact-email': expect.stringMatching(/@.+\.example$/),
    'contact-address': expect.stringMatching(/Columbus, OH 432\d\d$/),
    'contact-hours': expect.stringMatching(
      /Monday[\s\S]*Tuesday[\s\S]*Thursday[\s\S]*Friday[\s\S]*Saturday[\s\S]*Sunday/,
    ),
  });
});

test('the seed states nothing about allergens, diets and cuisine', async () => {
  const contents = await Promise.all(Object.keys(cmsTypes).map((type) => cms.readContent(type)));
  const values = contents.flatMap((content) => [
    ...content.matchAll(/"(?:dietaryStatement|allergenNote|cuisine)":(.{0,4})/g),
  ]);
  expect(values.length).toBeGreaterThan(30);
  expect(new Set(values.map(([, value]) => value))).toEqual(new Set(['null']));
});

test('the CMS serves every fixed record at /api/<type>/<documentId>', async () => {
  for (const [name, { path }] of Object.entries(queries))
    for (const id of recordIdsByQuery[name] ?? []) {
      const { status, text } = await ask(`${path}/${id}`);
      expect([status, JSON.parse(text).data.documentId], name).toEqual([200, id]);
    }
});

test('the menu shows all 300 dishes, sorted by position', async () => {
  const numbers = Array.from({ length: 288 }, (_, index) => index + 13);
  await cms.strapi.db.connection('menu_entrees').insert(
    numbers.map((number) => ({
      document_id: `dish-${number}`,
      entree_name: `Dish ${number}`,
      position: 1000 - number,
      published_at: new Date(),
    })),
  );
  const dishes = parsers.entrees(JSON.parse(await cms.readContent('menu-entree')));
  expect(dishes).toHaveLength(300);
  expect(dishes.slice(12).map(({ name }) => name)).toEqual(
    numbers.toReversed().map((number) => `Dish ${number}`),
  );
});

test('the CMS confirms content without sending it again until something changes @postgres', async () => {
  const { path, query } = queries.sides;
  const askWith = (etag: unknown) => ask(`${path}?${query}`, { 'if-none-match': String(etag) });
  let { headers } = await askWith('');
  const fries = { type: 'menu-side', documentId: 'hand-cut-fries' };
  const picture = await createPicture('#33a', 8, 8);
  for (const change of [
    () => owner.publish(fries, { description: 'With dill.' }),
    () => owner.upload({ name: 'table.jpg' }, picture),
    () => cms.strapi.db.connection('menu_sides').update({ description: 'With chives.' }),
  ]) {
    expect(await askWith(headers.etag)).toMatchObject({ status: 304, text: '' });
    await change();
    const changed = await askWith(headers.etag);
    expect([changed.status, changed.text]).toEqual([200, expect.stringMatching(/With (dill|chives)\./)]);
    headers = changed.headers;
  }
  expect((await askWith('')).text).toContain('With chives.');
});

test('the CMS keeps the connection of a site that nobody visits', async () => {
  const response = await cms.request('GET', '/api/content-state');
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(IDLE_READ_MS);
});
