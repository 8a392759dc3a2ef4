import { expect, test } from 'vitest';
import { menuPage, pages } from './content/pages.ts';
import { parsers } from './content/parsers.ts';
import type { QueryName } from './content/queries.ts';
import { recordIds } from './content/recordIds.ts';
import { renderDocument, renderFailure } from './entry-server.tsx';
import { findRoute, notFoundRoute, routes } from './routes.ts';
import { createStructuredData } from './structuredData.ts';

const site = new URL('https://table.example');
/** A Wednesday afternoon in Columbus. */
const time = { now: Date.parse('2026-11-18T15:00:00-05:00'), timeZone: 'America/New_York' };
const assets = { styles: 'h1{color:red}', script: '/assets/app.js' };
type Route = ReturnType<typeof findRoute>;
const render = (route: Route | string, content: Parameters<typeof renderDocument>[1]) =>
  renderDocument(typeof route === 'string' ? findRoute(route) : route, content, site, assets, time);

const picture = {
  url: '/uploads/p.webp',
  width: 800,
  height: 500,
  updatedAt: '2026-01-01T00:00:00.000Z',
  formats: { avif_400: { url: '/uploads/a.avif', width: 400, mime: 'image/avif' } },
};
const records = (ids: readonly string[]) => ({
  data: ids.map((documentId) => ({
    documentId,
    mainHeading: 'Heading',
    subHeadings: 'Sub-heading',
    description: '</script><script>alert(1)</script>',
    tabName: 'Tab',
    images: [picture, { ...picture, url: '/uploads/q.webp' }],
  })),
});
// Object.fromEntries has `string` for its keys' type.
const fixedRecords = Object.fromEntries(
  Object.entries(recordIds).map(([name, ids]) => [name, records(ids)]),
) as Record<keyof typeof recordIds, unknown>;

const responses: Record<QueryName, unknown> = {
  ...fixedRecords,
  siteName: { data: { websiteName: 'Scioto Table', logo: picture } },
  appetizers: { data: [] },
  entrees: { data: [{ documentId: 'soup', entreeName: 'Soup', description: 'Hot' }] },
  sides: { data: [] },
  softDrinks: { data: [{ documentId: 'menu-soft-drinks', subHeading: 'Soft' }, { drinkName: 'Cola' }] },
  alcohol: { data: [{ documentId: 'menu-alcohol', subHeading: 'Hard' }, { alcoholName: 'Beer' }] },
};
const contentOf = (names: readonly QueryName[]) =>
  Object.fromEntries(names.map((name) => [name, parsers[name](responses[name])]));

test.each([...routes, notFoundRoute])(
  '$path is complete with the content of its own queries only',
  async (route) => {
    const html = await render(route, contentOf(route.queries));
    expect(html).toMatch(/^<!doctype html><html lang="en"><head>/);
    expect(html).toContain('<style>h1{color:red}</style>');
    expect(html).not.toContain('aria-busy="true"');
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html.slice(0, html.indexOf('</head>'))).toMatch(/<title>[^<]+Scioto Table<\/title>/);
  },
);

test.each(routes)('$path contains nothing that a strict Content-Security-Policy blocks', async (route) => {
  const html = await render(route, contentOf(route.queries));
  expect(html).not.toMatch(/ style=| on[a-z]+=/);
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script type="application/ld+json">',
    '<script type="application/json" id="content" data-site="https://table.example/" data-now="1795032000000" data-time-zone="America/New_York" data-offsets="[[1825567200000,-18000000],[1805007600000,-14400000],[1794355200000,-18000000]]">',
    '<script type="module" src="/assets/app.js">',
  ]);
});

test('embedded content and structured data are JSON that can’t close their script elements', async () => {
  const content = contentOf(['siteName', 'tabs', 'services', 'contact']);
  const html = await render('/services', content);
  const [restaurant = '', block = ''] = ['type="application/ld\\+json"', 'id="content"'].map(
    (attribute) => new RegExp(`<script[^>]* ${attribute}[^>]*>(.*?)</script>`).exec(html)?.[1],
  );
  expect(restaurant + block).not.toContain('<');
  expect(JSON.parse(block)).toEqual(JSON.parse(JSON.stringify(content)));
  expect(JSON.parse(restaurant)).toMatchObject({ address: '</script><script>alert(1)</script>' });
});

test('the page’s first picture loads eagerly, all others lazily, each as AVIF and in its own format', async () => {
  const html = await render('/', contentOf(['siteName', 'tabs', 'home']));
  const images = html.match(/<img[^>]*>/g) ?? [];
  expect(images.filter((image) => image.includes('loading="eager"'))).toHaveLength(1);
  expect(images.find((image) => image.includes('loading="eager"'))).toContain('fetchPriority="high"');
  for (const image of images) expect(image).toMatch(/srcSet=.*sizes=.*width="800" height="500"/);
  expect(html.match(/<source type="image\/avif"[^>]*>/g)).toHaveLength(images.length);
});

test('without content the page is marked as busy and contains no `undefined`', async () => {
  const html = await render('/contact', {});
  expect(html).toContain('aria-busy="true"');
  expect(html).not.toContain('undefined');
  expect(html).not.toMatch(/ld\+json|property="og:/);
});

/** The links of every page: three of the frame, and one to each page in the header and in the footer. */
const frameLinks = 3 + 2 * pages.length;

/** The text of every link in a document, and whether the link is inert. */
const listLinks = (html: string) =>
  [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', content = '']) => ({
    text: content.replace(/<[^>]*>/g, ''),
    isInert: attributes.includes(' inert=""'),
  }));

/** Checks the links of a document with its content, and of the same without any. */
function expectLinks(withContent: string, empty: string, count: number): void {
  expect(listLinks(withContent).filter(({ text, isInert }) => text === '' || isInert)).toEqual([]);
  const links = listLinks(empty);
  expect(links).toHaveLength(count);
  for (const { text, isInert } of links) expect(isInert).toBe(text === '');
}

test.each([...routes, notFoundRoute])(
  'every link of $path has a text, or is inert until the content is available',
  async (route) => {
    const pageLinks = { '*': 2, '/': 1, '/home': 1 }[route.path] ?? 0;
    expectLinks(
      await render(route, contentOf(route.queries)),
      await render(route, {}),
      frameLinks + pageLinks,
    );
  },
);

test('every link of the error page has a text, or is inert until the content is available', () => {
  const renderError = (content: Parameters<typeof renderFailure>[0]) =>
    renderFailure(content, site, assets.styles, time);
  expectLinks(renderError(contentOf(['siteName', 'tabs', 'contact'])), renderError({}), frameLinks + 2);
});

/** Renders the contact page and returns its structured data. */
async function renderRestaurant(
  texts: Record<string, string>,
  specialDays: object[] = [],
): Promise<Record<string, unknown>> {
  const contact = parsers.contact({
    data: recordIds.contact.map((documentId) => ({
      documentId,
      description: texts[documentId] ?? '',
      specialDays,
    })),
  });
  const html = await render('/contact', { ...contentOf(['siteName', 'tabs']), contact });
  for (const text of Object.values(texts)) expect(html).toContain(text.split('\n').at(-1));
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '');
}

test('contact details that cannot be parsed are left out of the structured data or kept as text', async () => {
  const address = 'On the west bank,\nunder the Town Street bridge';
  const restaurant = await renderRestaurant({
    'contact-phone': 'Ring the bell',
    'contact-email': 'Write to hello@sciototable.example or to us',
    'contact-address': address,
    'contact-hours': 'Monday: Closed\nTusday: 5 pm – 9 pm',
  });
  expect(restaurant).toMatchObject({ name: 'Scioto Table', address });
  for (const name of ['telephone', 'email', 'openingHoursSpecification'])
    expect(restaurant).not.toHaveProperty(name);
  expect(JSON.stringify(restaurant)).not.toMatch(/\+1|@sciototable|Monday|"US"/);
});

test('the structured data has the special days that are not over, and without weekly hours only as special hours', async () => {
  const specialDays = [
    { from: '2026-11-14', until: '2026-11-15', closed: true },
    { from: '2026-11-16', until: '2026-11-18', hours: '5 pm – 1 am' },
    { from: '2026-12-24', until: '2026-12-26', closed: true, reason: 'Christmas' },
    { from: '2026-12-31', hours: '11 am – 2 pm, 5 pm – 1 am' },
  ];
  const type = { '@type': 'OpeningHoursSpecification' };
  const special = [
    { ...type, opens: '17:00', closes: '01:00', validFrom: '2026-11-16', validThrough: '2026-11-18' },
    { ...type, opens: '00:00', closes: '00:00', validFrom: '2026-12-24', validThrough: '2026-12-26' },
    { ...type, opens: '11:00', closes: '14:00', validFrom: '2026-12-31', validThrough: '2026-12-31' },
    { ...type, opens: '17:00', closes: '01:00', validFrom: '2026-12-31', validThrough: '2026-12-31' },
  ];
  const unknown = await renderRestaurant({ 'contact-hours': 'Ask at the door' }, specialDays);
  expect(unknown).toMatchObject({ specialOpeningHoursSpecification: special });
  expect(unknown).not.toHaveProperty('openingHoursSpecification');
  const known = await renderRestaurant({ 'contact-hours': 'Sunday: 3 pm – 8 pm' }, specialDays);
  expect(known).toMatchObject({
    openingHoursSpecification: [
      { ...type, dayOfWeek: ['Sunday'], opens: '15:00', closes: '20:00' },
      {
        ...type,
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
        opens: '00:00',
        closes: '00:00',
      },
      ...special,
    ],
    specialOpeningHoursSpecification: special,
  });
  expect(await renderRestaurant({ 'contact-hours': 'Sunday: 3 pm – 8 pm' })).not.toHaveProperty(
    'specialOpeningHoursSpecification',
  );
});

test('the structured data have a day around the clock as Google documents it, and no weekly hours beside unknown ones', async () => {
  const allDay = { '@type': 'OpeningHoursSpecification', opens: '00:00', closes: '23:59' };
  const days = [{ from: '2026-12-31', hours: 'Open 24 hours' }];
  expect(await renderRestaurant({ 'contact-hours': 'Open 24/7' }, days)).toMatchObject({
    openingHoursSpecification: [
      {
        ...allDay,
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      },
      { ...allDay, validFrom: '2026-12-31', validThrough: '2026-12-31' },
    ],
  });
  const unknown = [...days, { from: '2026-12-24', hours: '9 am – 12 pm' }];
  const restaurant = await renderRestaurant({ 'contact-hours': 'Open 24/7' }, unknown);
  expect(restaurant).not.toHaveProperty('openingHoursSpecification');
  expect(restaurant).toMatchObject({
    specialOpeningHoursSpecification: [{ ...allDay, validFrom: '2026-12-31', validThrough: '2026-12-31' }],
  });
});

test('the structured data have the place on the map and the links, or neither', () => {
  const siteName = parsers.siteName({
    data: { websiteName: 'Scioto Table', links: [{ label: 'Reserve', address: 'https://book.example/' }] },
  });
  const contact = parsers.contact({
    data: [{ documentId: 'contact-address', description: 'Here', mapPlace: '39.95606, -83.01235' }],
  });
  const readData = (content: object) =>
    JSON.stringify(
      createStructuredData({ ...contentOf(['siteName', 'tabs', 'contact']), ...content }, site, time),
    );
  expect(JSON.parse(readData({ siteName, contact }))).toMatchObject({
    geo: { '@type': 'GeoCoordinates', latitude: 39.95606, longitude: -83.01235 },
    acceptsReservations: 'https://book.example/',
  });
  expect(readData({})).not.toMatch(/geo|acceptsReservations|potentialAction|sameAs/);
});

test('the structured data have the diet of a dish and the cuisine only where they are stated', () => {
  const state = (documentId: string, diet: unknown, milk: string) => ({
    documentId,
    entreeName: documentId,
    dietaryStatement: { diet, answers: { milk } },
  });
  const entrees = parsers.entrees({
    data: [
      state('1', 'vegan', 'free'),
      state('2', 'vegetarian', 'contains'),
      state('3', null, 'free'),
      { documentId: '4', entreeName: '4' },
    ],
  });
  const readData = (cuisine?: string[]) =>
    JSON.stringify(
      createStructuredData(
        {
          ...contentOf(menuPage.queries),
          entrees,
          siteName: { ...parsers.siteName(responses.siteName), cuisine },
        },
        site,
        time,
      ),
    );
  const type = { '@type': 'MenuItem' };
  const diet = (name: string) => `https://schema.org/${name}Diet`;
  expect(JSON.parse(readData()).hasMenu.hasMenuSection[0].hasMenuItem).toEqual([
    { ...type, name: '1', suitableForDiet: [diet('Vegan'), diet('Vegetarian')] },
    { ...type, name: '2', suitableForDiet: diet('Vegetarian') },
    { ...type, name: '3' },
    { ...type, name: '4' },
  ]);
  expect(readData()).not.toContain('servesCuisine');
  expect(JSON.parse(readData(['Italian'])).servesCuisine).toBe('Italian');
  expect(JSON.parse(readData(['Italian', 'Pizza'])).servesCuisine).toEqual(['Italian', 'Pizza']);
});
