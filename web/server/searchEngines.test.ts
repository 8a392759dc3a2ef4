import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { seedRecord } from '../../tests/support/seedRecords.ts';
import { pages } from '../src/content/pages.ts';
import { removeFolders, StubCms, type TestSite } from '../testing/testSite.ts';

/** The public address of the site. */
const SITE_URL = 'https://table.example';
const PAGES = pages.flatMap(({ path, alias }) => (alias ? [path, alias] : [path]));

const seedName = seedRecord('website-name', 'website-name').websiteName ?? '';
const contactText = (id: string) => seedRecord('contactpage', id).description ?? '';

let site: TestSite;
beforeEach(async () => {
  site = await new StubCms().openSite();
});
afterAll(removeFolders);

/** The canonical path of each page, and the record with its main heading. */
const pageHeads = [
  ['/', '/', seedRecord('homepage', 'home-main')],
  ['/home', '/', seedRecord('homepage', 'home-main')],
  ['/menu', '/menu', seedRecord('menu-header', 'menu-main')],
  ['/services', '/services', seedRecord('servicespage', 'services-main')],
  ['/contact', '/contact', seedRecord('contactpage', 'contact-main')],
] as const;

/** A JSON-LD object with a schema.org type. */
type Thing = Record<string, unknown>;

/** The properties of each type that the structured data have with the seed's content, and in brackets those of some only. */
const PROPERTIES: Record<string, string> = {
  Restaurant:
    '@context @id name url logo image address geo telephone email menu hasMenu openingHoursSpecification',
  GeoCoordinates: 'latitude longitude',
  PostalAddress: 'streetAddress addressLocality addressRegion postalCode addressCountry',
  OpeningHoursSpecification: 'dayOfWeek opens closes',
  Menu: '@id name description url hasMenuSection',
  MenuSection: 'name [hasMenuItem] [hasMenuSection]',
  MenuItem: 'name [description]',
};

const isObject = (value: unknown): value is Thing => typeof value === 'object' && value !== null;

/** Lists every object with an `@type` in a value, the outermost first. */
function findThings(value: unknown): Thing[] {
  if (!isObject(value)) return [];
  const inner = Object.values(value).flatMap(findThings);
  return '@type' in value ? [value, ...inner] : inner;
}

const toList = (value: unknown): Thing[] => (Array.isArray(value) ? value : []);

/** Reads the title, links and meta elements of a page's head. */
function readHead({ head }: Document) {
  const all = (selector: string, attribute: string) =>
    [...head.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
  return {
    titles: [...head.querySelectorAll('title')].map(({ textContent }) => textContent),
    canonical: all('link[rel=canonical]', 'href'),
    description: all('meta[name=description]', 'content'),
    robots: all('meta[name=robots]', 'content'),
    tags: Object.fromEntries(
      [...head.querySelectorAll('meta[property], meta[name^="twitter:"]')].map((tag) => [
        tag.getAttribute('property') ?? tag.getAttribute('name'),
        tag.getAttribute('content'),
      ]),
    ),
  };
}

/** Reads the JSON-LD blocks of a page. */
const readJsonLd = (document: Document): Thing[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent ?? ''),
  );

/** Reads the JSON-LD block of a page, which must have exactly one. */
function readRestaurant(document: Document): Thing {
  const [restaurant, ...more] = readJsonLd(document);
  expect(more).toEqual([]);
  if (!restaurant) throw new Error('the page has no JSON-LD');
  return restaurant;
}

/** Returns the path of a public address of the site. */
function toPath(address: unknown): string {
  const { origin, pathname, search } = new URL(String(address));
  expect(origin, String(address)).toBe(SITE_URL);
  return pathname + search;
}

/** Reads width and height of a PNG. */
async function readPngSize(path: string): Promise<number[]> {
  const { headers, body } = await site.ask(path);
  expect(headers['content-type'], path).toBe('image/png');
  expect(body.subarray(1, 4).toString(), path).toBe('PNG');
  return [body.readUInt32BE(16), body.readUInt32BE(20)];
}

/** Formats an OpeningHoursSpecification as the seed writes days and hours. */
function formatHours({ dayOfWeek, opens, closes }: Thing): string[] {
  const days: unknown[] = Array.isArray(dayOfWeek) ? dayOfWeek : [];
  const formatTime = (time: unknown) => {
    const [hour = 0, minute = 0] = String(time).split(':').map(Number);
    return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
  };
  const hours =
    opens === '00:00' && closes === '00:00' ? 'Closed' : `${formatTime(opens)} – ${formatTime(closes)}`;
  return [[...new Set([days[0], days.at(-1)])].join(' – '), hours];
}

test('every page has a title, a canonical link, a description and Open Graph tags', async () => {
  for (const [path, canonical, record] of pageHeads) {
    const document = await site.readPage(path);
    const title = `${record.mainHeading} · ${seedName}`;
    expect(document.querySelector('h1')?.textContent).toBe(record.mainHeading);
    expect(readHead(document), path).toEqual({
      titles: [title],
      canonical: [SITE_URL + canonical],
      description: [record.description],
      robots: [],
      tags: {
        'og:type': 'website',
        'og:site_name': seedName,
        'og:title': title,
        'og:description': record.description,
        'og:url': SITE_URL + canonical,
        'og:image': `${SITE_URL}/social-card.png`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': seedName,
        'twitter:card': 'summary_large_image',
      },
    });
  }
  expect(await readPngSize('/social-card.png')).toEqual([1200, 630]);
});

test('an unknown address is marked noindex and has no structured data', async () => {
  const document = await site.readPage('/nowhere');
  expect(readHead(document)).toMatchObject({
    canonical: [],
    description: [],
    robots: ['noindex'],
    tags: {},
  });
  expect(readJsonLd(document)).toEqual([]);
});

test('the structured data of every page has the properties that Google knows, and no others', async () => {
  for (const path of PAGES) {
    const restaurant = readRestaurant(await site.readPage(path));
    expect(restaurant.menu).toBe(`${SITE_URL}/menu`);
    if (path !== '/menu') expect(restaurant.hasMenu, path).toBe(restaurant.menu);
    for (const thing of findThings(restaurant)) {
      const type = String(thing['@type']);
      const expected = PROPERTIES[type]?.split(' ') ?? [];
      const names = Object.keys(thing).filter((name) => name !== '@type' && !expected.includes(`[${name}]`));
      expect(names.sort(), `${path} ${type}`).toEqual(
        expected.filter((name) => !name.startsWith('[')).sort(),
      );
      for (const value of Object.values(thing)) expect([null, '']).not.toContain(value);
    }
  }
});

test('each value of the structured data equals what the pages show', async () => {
  const contact = await site.readPage('/contact');
  const shown = (id: string) => contact.querySelector(`#contact-${id}`);
  const hours = [...(shown('hours')?.querySelectorAll('dl > div') ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(hours.length).toBeGreaterThan(2);
  for (const path of PAGES) {
    const document = await site.readPage(path);
    const restaurant = readRestaurant(document);
    const brand = [...document.querySelectorAll('header a')].find(
      ({ textContent }) => textContent === seedName,
    );
    expect(restaurant.name).toBe(seedName);
    expect(brand?.getAttribute('href')).toBe(toPath(restaurant.url));
    expect(toPath(restaurant['@id'])).toBe('/');
    expect(brand?.querySelector('img')?.getAttribute('src')).toBe(toPath(restaurant.logo));
    for (const image of [restaurant.image, restaurant.logo].flat())
      expect((await site.ask(toPath(image))).headers['content-type']).toMatch(/^image\//);
    const pictures = [...document.querySelectorAll('main img')].map((image) => image.getAttribute('src'));
    if (['/', '/home'].includes(path))
      expect(toList(restaurant.image).map(toPath)).toEqual(pictures.slice(0, 3));
    else expect(restaurant.image).toBe(`${SITE_URL}/social-card.png`);

    expect(shown('phone')?.querySelector('a')?.getAttribute('href')).toBe(`tel:${restaurant.telephone}`);
    expect(restaurant.telephone).toBe(`+1${contactText('contact-phone').replaceAll(/\D/g, '')}`);
    expect(shown('email')?.querySelector('a')?.textContent).toBe(restaurant.email);
    const { '@type': _, addressCountry, ...parts } = isObject(restaurant.address) ? restaurant.address : {};
    expect(addressCountry).toBe('US');
    expect(shown('address')?.querySelector('p')?.textContent).toBe(
      `${parts.streetAddress}\n${parts.addressLocality}, ${parts.addressRegion} ${parts.postalCode}`,
    );
    expect(toList(restaurant.openingHoursSpecification).map(formatHours)).toEqual(hours);
  }
});

test('the structured data of /menu lists every dish', async () => {
  const document = await site.readPage('/menu');
  const { hasMenu } = readRestaurant(document);
  const [menu] = findThings(hasMenu);
  if (!menu) throw new Error('/menu has no Menu in its structured data');
  expect(menu).toMatchObject({ '@type': 'Menu', url: `${SITE_URL}/menu` });
  expect(readHead(document).description).toEqual([menu.description]);
  const shownTexts = [...document.querySelectorAll('main :is(h1, h2, h3, p, li:not(:has(h3)))')].map(
    ({ textContent }) => textContent,
  );
  const describedTexts = findThings(menu).flatMap(({ '@type': type, name, description }) =>
    [name, type === 'MenuItem' && description].filter(Boolean),
  );
  expect(describedTexts).toEqual(shownTexts);
  expect(toList(menu.hasMenuSection).map(({ name }) => name)).toEqual(
    ['appetizers', 'entrees', 'sides', 'drinks'].map(
      (id) => seedRecord('menu-header', `menu-${id}`).headingName,
    ),
  );
});

test('an empty field appears in no meta tag and no structured data', async () => {
  const cms = new StubCms();
  cms.editResponse = (body) => {
    const response = JSON.parse(body);
    const isListOfSides = Array.isArray(response.data) && 'sideName' in response.data[0];
    if (isListOfSides) return '{"data":[]}';
    const fields = 'mainHeading headingName subHeading description logo images mapPlace'.split(' ');
    for (const record of [response.data].flat())
      for (const field of fields) if (field in record) record[field] = null;
    return JSON.stringify(response);
  };
  const edited = await cms.openSite();
  for (const path of PAGES) {
    const document = await edited.readPage(path);
    const { titles, description, tags } = readHead(document);
    expect({ titles, description }, path).toEqual({ titles: [seedName], description: [] });
    expect(tags, path).toMatchObject({ 'og:title': seedName });
    expect(tags, path).not.toHaveProperty('og:description');
    const restaurant = readRestaurant(document);
    expect(JSON.stringify(restaurant), path).not.toMatch(/""|null|\[\]|\{\}/);
    expect(Object.keys(restaurant).sort(), path).toEqual(
      ['@context', '@type', '@id', 'name', 'url', 'image', 'menu', 'hasMenu'].sort(),
    );
    if (path === '/menu') expect(toList(findThings(restaurant.hasMenu)[0]?.hasMenuSection)).toHaveLength(3);
  }
});

test('the sitemap that robots.txt names lists each page once by its canonical address', async () => {
  const [, sitemap] = /^Sitemap: (.+)$/m.exec((await site.ask('/robots.txt')).text) ?? [];
  expect(sitemap).toBe(`${SITE_URL}/sitemap.xml`);
  const { headers, text } = await site.ask('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  expect(addresses).toEqual(pages.map(({ path }) => SITE_URL + path));
  for (const address of addresses)
    expect(readHead(await site.readPage(toPath(address))).canonical).toEqual([address]);
});

test('a page has the color of the browser’s bar, and icons', async () => {
  const { head } = await site.readPage('/');
  const listIcons = (rel: string) =>
    [...head.querySelectorAll(`link[rel="${rel}"]`)].map((link) => link.getAttribute('href') ?? '');
  const [, paper = 'none'] =
    /--paper: (#\w+);/.exec(readFileSync(new URL('../src/site.css', import.meta.url), 'utf8')) ?? [];
  expect(head.querySelector('meta[name=theme-color]')?.getAttribute('content')).toBe(paper);
  expect(await readPngSize(listIcons('apple-touch-icon')[0] ?? '')).toEqual([180, 180]);
  const icons = await Promise.all(listIcons('icon').map((path) => site.ask(path)));
  expect(icons.map(({ headers }) => headers['content-type'])).toEqual(['image/x-icon', 'image/svg+xml']);
});
