import { readdirSync } from 'node:fs';
import { IDLE_READ_MS } from '../../cms/src/shared/requests/siteRequests.ts';
import { parsers } from '../../web/src/content/parsers.ts';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import { recordIds } from '../../web/src/content/recordIds.ts';
import { cmsTypes, readSchema } from '../support/contentTypes.ts';
import { seedRecords } from '../support/seedRecords.ts';
import { canonicalPaths, pagePaths } from '../support/site.ts';
import { expect, test } from '../support/stack.ts';

/** The entities of the specification: table, content type, query, attributes and number of records. */
const entities = [
  {
    table: 'website_name',
    type: 'website-name',
    query: 'siteName',
    attributes: ['websiteName', 'cuisine'],
    count: 1,
  },
  { table: 'website_tabs', type: 'website-tab', query: 'tabs', attributes: ['tabName'], count: 4 },
  {
    table: 'homepage',
    type: 'homepage',
    query: 'home',
    attributes: ['mainHeading', 'subHeadings', 'description'],
    count: 7,
  },
  {
    table: 'menu_headers',
    type: 'menu-header',
    query: 'menuHeadings',
    attributes: ['headingName', 'mainHeading', 'allergenNote'],
    count: 5,
  },
  {
    table: 'menu_appetizers',
    type: 'menu-appetizer',
    query: 'appetizers',
    attributes: ['appName', 'description', 'dietaryStatement'],
    atLeast: 8,
  },
  {
    table: 'menu_entrees',
    type: 'menu-entree',
    query: 'entrees',
    attributes: ['entreeName', 'description', 'dietaryStatement'],
    atLeast: 10,
  },
  {
    table: 'menu_sides',
    type: 'menu-side',
    query: 'sides',
    attributes: ['sideName', 'description', 'dietaryStatement'],
    atLeast: 6,
  },
  {
    table: 'menu_softDrinks',
    type: 'menu-soft-drinks',
    query: 'softDrinks',
    attributes: ['subHeading', 'drinks'],
    count: 1,
  },
  {
    table: 'menu_alcohol',
    type: 'menu-alcohol',
    query: 'alcohol',
    attributes: ['subHeading', 'drinks'],
    count: 1,
  },
  {
    table: 'servicespage',
    type: 'servicespage',
    query: 'services',
    attributes: ['mainHeading', 'subHeadings', 'description'],
    count: 5,
  },
  {
    table: 'contactpage',
    type: 'contactpage',
    query: 'contact',
    attributes: ['mainHeading', 'subHeadings', 'description'],
    count: 5,
  },
] satisfies {
  table: string;
  type: string;
  query: QueryName;
  attributes: string[];
  count?: number;
  atLeast?: number;
}[];

const recordIdsByQuery: Partial<Record<string, readonly string[]>> = recordIds;

test('the site has the pages of the specification, and the labels of their links', () => {
  expect(canonicalPaths).toEqual(['/', '/menu', '/services', '/contact']);
  expect(pagePaths).toEqual(['/', '/home', '/menu', '/services', '/contact']);
  const labels = seedRecords('website-tab').map(({ tabName }) => tabName);
  expect(labels).toEqual(['Home', 'Menu', 'Services', 'Contact']);
});

test('the CMS, the site and the seed agree on the content types, their kinds and their record ids', () => {
  const list = (folder: string) => readdirSync(new URL(`../../cms/${folder}`, import.meta.url)).sort();
  const names = Object.keys(cmsTypes).sort();
  expect(list('src/api')).toEqual(names);
  expect(list('seed/words')).toEqual(names.map((name) => `${name}.json`));

  const queryNames = Object.entries(cmsTypes).map(([name, { kind, records }]) => {
    const { kind: schemaKind, info } = readSchema(name);
    expect(schemaKind, name).toBe(kind === 'single' ? 'singleType' : 'collectionType');

    const path = `/api/${kind === 'single' ? info.singularName : info.pluralName}`;
    const [queryName = ''] = Object.entries(queries).find(([, query]) => query.path === path) ?? [];
    expect(queryName, `the site's query of ${path}`).not.toBe('');

    const seedIds = seedRecords(name).map(({ documentId }) => documentId);
    if (kind === 'single') expect(seedIds, name).toHaveLength(1);
    if (kind === 'fixed') expect(seedIds, name).toEqual(Object.keys(records));
    expect(recordIdsByQuery[queryName], name).toEqual(records && Object.keys(records));
    return queryName;
  });
  expect(queryNames.sort()).toEqual(Object.keys(queries).sort());
});

test('each content type has exactly one query', () => {
  expect(entities.map(({ type }) => type).sort()).toEqual(Object.keys(cmsTypes).sort());
  expect(entities.map(({ query }) => query).sort()).toEqual(Object.keys(queries).sort());
});

for (const entity of entities) {
  const { path, query } = queries[entity.query];

  test(`${entity.table} is as the specification says`, async ({ stack }) => {
    const schema = readSchema(entity.type);
    expect(schema.collectionName).toBe(entity.table);
    expect(schema.options.draftAndPublish).toBe(true);

    const response = await fetch(`${stack.cms}${path}?${query}`);
    expect(response.status).toBe(200);
    const body: { data: object | object[] } = await response.json();
    const records = [body.data].flat();
    for (const record of records)
      expect(Object.keys(record)).toEqual(expect.arrayContaining(entity.attributes));
    if (entity.count) expect(records).toHaveLength(entity.count);
    if (entity.atLeast) expect(records.length).toBeGreaterThanOrEqual(entity.atLeast);
    expect(parsers[entity.query](body)).toBeTruthy();
  });
}

test('the seed states nothing about allergens, diets and cuisine', async ({ stack }) => {
  const contents = await Promise.all(Object.keys(cmsTypes).map((type) => stack.readContent(type)));
  const values = contents.flatMap((content) => [
    ...content.matchAll(/"(?:dietaryStatement|allergenNote|cuisine)":(.{0,4})/g),
  ]);
  expect(values.length).toBeGreaterThan(30);
  expect(new Set(values.map(([, value]) => value))).toEqual(new Set(['null']));
});

for (const { path, query } of Object.values(queries)) {
  test(`the site serves ${path} as the CMS does, without a query string`, async ({ stack }) => {
    const [site, cms] = await Promise.all([
      fetch(`${stack.site}${path}`),
      fetch(`${stack.cms}${path}?${query}`),
    ]);
    expect(site.status).toBe(200);
    expect(await site.json()).toEqual(await cms.json());
  });
}

test('the CMS serves every fixed record at /api/<type>/<documentId>', async ({ stack }) => {
  for (const [name, { path }] of Object.entries(queries)) {
    for (const id of recordIdsByQuery[name] ?? []) {
      const response = await fetch(`${stack.cms}${path}/${id}`);
      expect(response.status, `${name} ${id}`).toBe(200);
      expect((await response.json()).data.documentId).toBe(id);
    }
  }
});

test('the CMS keeps the connection of a site that nobody visits', async ({ stack }) => {
  const { headers } = await fetch(`${stack.cms}/api/content-state`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(IDLE_READ_MS);
});

test('the seed has drinks and contact details as the specification says', () => {
  expect(seedRecords('menu-soft-drinks')[0]?.drinks?.length).toBeGreaterThanOrEqual(8);
  expect(seedRecords('menu-alcohol')[0]?.drinks?.length).toBeGreaterThanOrEqual(10);
  const contact = new Map(
    seedRecords('contactpage').map(({ documentId, description }) => [documentId, description]),
  );
  expect(contact.get('contact-phone')).toMatch(/^\(614\) 555-01\d\d$/);
  expect(contact.get('contact-email')).toMatch(/@.+\.example$/);
  expect(contact.get('contact-address')).toMatch(/Columbus, OH 432\d\d$/);
  expect(contact.get('contact-hours')).toMatch(
    /Monday[\s\S]*Tuesday[\s\S]*Thursday[\s\S]*Friday[\s\S]*Saturday[\s\S]*Sunday/,
  );
});
