import { readFileSync } from 'node:fs';
import { recordIds } from '../../web/src/content/content.ts';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import { seedRecords } from '../support/seedRecords.ts';
import { expect, test } from '../support/stack.ts';

/** The specification's entities: its names, how many records, and its attributes. */
const entities = [
  { table: 'website_name', type: 'website-name', read: 'siteName', attributes: ['websiteName'], count: 1 },
  { table: 'website_tabs', type: 'website-tab', read: 'tabs', attributes: ['tabName'], count: 4 },
  {
    table: 'homepage',
    type: 'homepage',
    read: 'home',
    attributes: ['mainHeading', 'subHeadings', 'description'],
    count: 7,
  },
  {
    table: 'menu_headers',
    type: 'menu-header',
    read: 'menuHeadings',
    attributes: ['headingName', 'mainHeading'],
    count: 5,
  },
  {
    table: 'menu_appetizers',
    type: 'menu-appetizer',
    read: 'appetizers',
    attributes: ['appName', 'description'],
    atLeast: 8,
  },
  {
    table: 'menu_entrees',
    type: 'menu-entree',
    read: 'entrees',
    attributes: ['entreeName', 'description'],
    atLeast: 10,
  },
  {
    table: 'menu_sides',
    type: 'menu-side',
    read: 'sides',
    attributes: ['sideName', 'description'],
    atLeast: 6,
  },
  {
    table: 'menu_softDrinks',
    type: 'menu-soft-drinks',
    read: 'softDrinks',
    attributes: ['subHeading', 'drinks'],
    count: 1,
  },
  {
    table: 'menu_alcohol',
    type: 'menu-alcohol',
    read: 'alcohol',
    attributes: ['subHeading', 'drinks'],
    count: 1,
  },
  {
    table: 'servicespage',
    type: 'servicespage',
    read: 'services',
    attributes: ['mainHeading', 'subHeadings', 'description'],
    count: 5,
  },
  {
    table: 'contactpage',
    type: 'contactpage',
    read: 'contact',
    attributes: ['mainHeading', 'subHeadings', 'description'],
    count: 5,
  },
] satisfies {
  table: string;
  type: string;
  read: QueryName;
  attributes: string[];
  count?: number;
  atLeast?: number;
}[];

const schemaOf = (type: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../cms/src/api/${type}/content-types/${type}/schema.json`, import.meta.url),
      'utf8',
    ),
  );

test('there is a read for each of the eleven types, and one only', () => {
  expect(entities.map(({ read }) => read).sort()).toEqual(Object.keys(queries).sort());
});

for (const entity of entities) {
  const { path, query, parse } = queries[entity.read];

  test(`${entity.table}: names, draft and publish, attributes and records are the specification's`, async ({
    stack,
  }) => {
    const schema = schemaOf(entity.type);
    expect(schema.collectionName).toBe(entity.table);
    expect(schema.options.draftAndPublish).toBe(true);

    const response = await fetch(`${stack.cms}${path}?${query}`);
    expect(response.status).toBe(200);
    const answer: { data: object | object[] } = await response.json();
    const records = [answer.data].flat();
    for (const record of records)
      expect(Object.keys(record)).toEqual(expect.arrayContaining(entity.attributes));
    if (entity.count) expect(records).toHaveLength(entity.count);
    if (entity.atLeast) expect(records.length).toBeGreaterThanOrEqual(entity.atLeast);
    expect(parse(answer)).toBeTruthy();
  });

  test(`${path} is the same on the site, without a query`, async ({ stack }) => {
    const [site, cms] = await Promise.all([
      fetch(`${stack.site}${path}`),
      fetch(`${stack.cms}${path}?${query}`),
    ]);
    expect(site.status).toBe(200);
    expect(await site.json()).toEqual(await cms.json());
  });
}

test('every fixed record answers on its own address, by its fixed id', async ({ stack }) => {
  for (const name of ['tabs', 'home', 'menuHeadings', 'services', 'contact'] as const) {
    for (const id of recordIds[name]) {
      const response = await fetch(`${stack.cms}${queries[name].path}/${id}`);
      expect(response.status, `${name} ${id}`).toBe(200);
      expect((await response.json()).data.documentId).toBe(id);
    }
  }
});

test('the seed says what a guest needs: eight soft drinks, ten alcoholic ones, a phone, an e-mail, an address, hours', () => {
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
