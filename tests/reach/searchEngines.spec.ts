import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { waitForHydration } from '../support/hydration.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { ask, canonicalPaths, createSiteData, expect, pagePaths, Site, test } from '../support/site.ts';
import type { Page } from '../support/stack.ts';

/** The public address of the site: the SITE_URL that `site.ts` sets. */
const SITE_URL = 'https://table.example';
const CLIENT_BUILD = fileURLToPath(new URL('../../web/dist/client/', import.meta.url));

const seedName = seedRecord('website-name', 'website-name').websiteName ?? '';
const contactText = (id: string) => seedRecord('contactpage', id).description ?? '';

/** A site with the seeded content, which no test changes. */
let site: Site;
let dataDir: string;

test.beforeAll(async ({ stack }) => {
  dataDir = createSiteData();
  site = await (await Site.start({ cms: stack.cms, dataDir })).waitUntilCached();
});

test.afterAll(async () => {
  expect(site.hasCrashed, site.log).toBe(false);
  await site.stop();
  rmSync(dataDir, { recursive: true });
});

/** The record with the main heading of each page, and the page's canonical path. */
const pageHeads = {
  '/': { canonical: '/', record: seedRecord('homepage', 'home-main') },
  '/home': { canonical: '/', record: seedRecord('homepage', 'home-main') },
  '/menu': { canonical: '/menu', record: seedRecord('menu-header', 'menu-main') },
  '/menu/': { canonical: '/menu', record: seedRecord('menu-header', 'menu-main') },
  '/%6Denu/': { canonical: '/menu', record: seedRecord('menu-header', 'menu-main') },
  '/services': { canonical: '/services', record: seedRecord('servicespage', 'services-main') },
  '/contact': { canonical: '/contact', record: seedRecord('contactpage', 'contact-main') },
};

/** A JSON-LD object with a schema.org type. */
type Thing = Record<string, unknown>;

/**
 * The properties of each type by schema.org and Google's guide to local businesses. `recommended` ones are present with the
 * seed's content; `forbidden` ones would need information that the seed does not have.
 */
const vocabulary: Record<
  string,
  { required: string[]; recommended?: string[]; allowed?: string[]; forbidden?: string[] }
> = {
  Restaurant: {
    required: ['@context', '@id', 'name', 'address'],
    recommended: [
      'url',
      'telephone',
      'image',
      'menu',
      'hasMenu',
      'openingHoursSpecification',
      'logo',
      'email',
      'geo',
    ],
    forbidden: ['aggregateRating', 'review', 'servesCuisine', 'priceRange', 'acceptsReservations'],
  },
  GeoCoordinates: { required: ['latitude', 'longitude'] },
  PostalAddress: {
    required: ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'],
  },
  OpeningHoursSpecification: {
    required: ['dayOfWeek', 'opens', 'closes'],
    forbidden: ['validFrom', 'validThrough'],
  },
  Menu: {
    required: ['@id', 'hasMenuSection'],
    recommended: ['name', 'description', 'url'],
    forbidden: ['offers'],
  },
  MenuSection: { required: ['name'], allowed: ['hasMenuItem', 'hasMenuSection'], forbidden: ['offers'] },
  MenuItem: {
    required: ['name'],
    allowed: ['description'],
    forbidden: ['offers', 'nutrition', 'suitableForDiet'],
  },
};

const isObject = (value: unknown): value is Thing => typeof value === 'object' && value !== null;

/** Lists every object with an `@type` in a value, the outermost first. */
function findThings(value: unknown): Thing[] {
  if (!isObject(value)) return [];
  const inner = Object.values(value).flatMap(findThings);
  return '@type' in value ? [value, ...inner] : inner;
}

const toList = (value: unknown): Thing[] => (Array.isArray(value) ? value : []);

/** Shows the HTML of a page as a crawler without JavaScript gets it; about:blank loads none of its relative addresses. */
const showHtml = async (page: Page, { address }: Site, path: string) =>
  page.setContent((await ask(address, path)).body.toString());

/** Reads the title, links and meta elements of a page's head. */
const readHead = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, attribute: string) =>
      [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
    return {
      titles: [...document.head.querySelectorAll('title')].map(({ textContent }) => textContent),
      canonical: all('link[rel=canonical]', 'href'),
      description: all('meta[name=description]', 'content'),
      robots: all('meta[name=robots]', 'content'),
      tags: Object.fromEntries(
        [...document.head.querySelectorAll('meta[property], meta[name^="twitter:"]')].map((tag) => [
          tag.getAttribute('property') ?? tag.getAttribute('name'),
          tag.getAttribute('content'),
        ]),
      ),
    };
  });

/** Reads the JSON-LD blocks of a page. */
const readJsonLd = async (page: Page): Promise<Thing[]> =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );

/** Reads the JSON-LD block of a page, which must have exactly one. */
async function readRestaurant(page: Page): Promise<Thing> {
  const [restaurant, ...more] = await readJsonLd(page);
  expect(more).toEqual([]);
  if (!restaurant) throw new Error('the page has no JSON-LD');
  return restaurant;
}

/** Converts a public address of the site to the address at which the test reaches it. */
function toLocalAddress(site: Site, address: unknown): string {
  const { origin, pathname, search } = new URL(String(address));
  expect(origin, String(address)).toBe(SITE_URL);
  return site.address + pathname + search;
}

/** Reads width and height of a PNG. */
async function readPngSize(address: string): Promise<number[]> {
  const response = await fetch(address);
  expect(response.headers.get('content-type'), address).toBe('image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString(), address).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** An edit for `FaultyCms.editResponse` that replaces texts in their JSON encoding. */
const replaceTexts = (changes: Record<string, string>) => (body: string) =>
  Object.entries(changes).reduce(
    (text, [from, to]) => text.replaceAll(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)),
    body,
  );

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page has a title, a canonical link, a description and Open Graph tags', async ({ page }) => {
    for (const [path, { canonical, record }] of Object.entries(pageHeads)) {
      await showHtml(page, site, path);
      const title = `${record.mainHeading} · ${seedName}`;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(record.mainHeading ?? '');
      expect(await readHead(page), path).toEqual({
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
    expect(await readPngSize(`${site.address}/social-card.png`)).toEqual([1200, 630]);
  });

  test('an unknown address is marked noindex and has no structured data', async ({ page }) => {
    for (const path of ['/nowhere', '/menu/lasagna', '/not-found']) {
      await showHtml(page, site, path);
      expect(await readHead(page), path).toMatchObject({
        canonical: [],
        description: [],
        robots: ['noindex'],
        tags: {},
      });
      expect(await readJsonLd(page), path).toEqual([]);
    }
  });

  test('the structured data has exactly the properties that Google requires and recommends', async ({
    page,
  }) => {
    for (const path of pagePaths) {
      await showHtml(page, site, path);
      const restaurant = await readRestaurant(page);
      expect(restaurant['@context']).toBe('https://schema.org');
      expect(restaurant['@type']).toBe('Restaurant');
      for (const thing of findThings(restaurant)) {
        const type = String(thing['@type']);
        const { required = [], recommended = [], allowed = [], forbidden = [] } = vocabulary[type] ?? {};
        const names = Object.keys(thing);
        expect(names, `${path} ${type}`).toEqual(expect.arrayContaining([...required, ...recommended]));
        expect(
          names.filter((name) => ![...required, ...recommended, ...allowed, '@type'].includes(name)),
          `${path} ${type}`,
        ).toEqual([]);
        expect(names.filter((name) => forbidden.includes(name))).toEqual([]);
        for (const value of Object.values(thing)) expect([null, '']).not.toContain(value);
      }
    }
  });

  test('each value of the structured data equals what the pages show', async ({ page }) => {
    for (const path of pagePaths) {
      await showHtml(page, site, path);
      const restaurant = await readRestaurant(page);
      const brand = page.getByRole('banner').getByRole('link').filter({ hasText: seedName });
      await expect(brand).toHaveText(String(restaurant.name));
      await expect(brand).toHaveAttribute('href', new URL(String(restaurant.url)).pathname);
      expect(toLocalAddress(site, restaurant['@id'])).toBe(`${site.address}/`);
      const logo = new URL(toLocalAddress(site, restaurant.logo));
      await expect(brand.locator('img')).toHaveAttribute('src', logo.pathname + logo.search);
      for (const image of [restaurant.image, restaurant.logo].flat())
        expect((await fetch(toLocalAddress(site, image))).headers.get('content-type')).toMatch(/^image\//);
      const pictures = await page
        .locator('main img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
      if (['/', '/home'].includes(path))
        expect(toList(restaurant.image).map((image) => String(image).slice(SITE_URL.length))).toEqual(
          pictures.slice(0, 3),
        );
      else expect(restaurant.image).toBe(`${SITE_URL}/social-card.png`);

      await showHtml(page, site, '/contact');
      const shown = (id: string) => page.locator(`#contact-${id}`);
      await expect(shown('phone').getByRole('link')).toHaveAttribute('href', `tel:${restaurant.telephone}`);
      expect(restaurant.telephone).toBe(`+1${contactText('contact-phone').replaceAll(/\D/g, '')}`);
      await expect(shown('email').getByRole('link')).toHaveText(String(restaurant.email));
      const { '@type': _, addressCountry, ...parts } = isObject(restaurant.address) ? restaurant.address : {};
      expect(addressCountry).toBe('US');
      expect(await shown('address').locator('p').innerText()).toBe(
        `${parts.streetAddress}\n${parts.addressLocality}, ${parts.addressRegion} ${parts.postalCode}`,
      );
      const hours = await shown('hours')
        .locator('dl > div')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
      expect(toList(restaurant.openingHoursSpecification).map(formatHours)).toEqual(hours);
    }
  });

  test('the structured data of every page links to the menu', async ({ page }) => {
    for (const path of pagePaths) {
      await showHtml(page, site, path);
      const { menu, hasMenu } = await readRestaurant(page);
      expect(menu).toBe(`${SITE_URL}/menu`);
      if (path !== '/menu') expect(hasMenu, path).toBe(menu);
    }
  });

  test('the structured data of /menu lists every dish', async ({ page }) => {
    await showHtml(page, site, '/menu');
    const { hasMenu } = await readRestaurant(page);
    const [menu] = findThings(hasMenu);
    if (!menu) throw new Error('/menu has no Menu in its structured data');
    expect(menu).toMatchObject({ '@type': 'Menu', url: `${SITE_URL}/menu` });
    expect((await readHead(page)).description).toEqual([menu.description]);
    const shownTexts = await page.getByRole('main').evaluate((main) => {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.textContent?.trim() && !node.parentElement?.closest('nav'))
          texts.push(node.textContent.trim());
      return texts;
    });
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

  test('an empty field appears in no meta tag and no structured data', async ({ cms, page, startSite }) => {
    cms.editResponse = (body) => {
      const response = JSON.parse(body);
      const isListOfSides = Array.isArray(response.data) && 'sideName' in response.data[0];
      if (isListOfSides) return '{"data":[]}';
      for (const record of [response.data].flat()) {
        for (const field of [
          'mainHeading',
          'headingName',
          'subHeading',
          'description',
          'logo',
          'images',
          'mapPlace',
        ])
          if (field in record) record[field] = null;
      }
      return JSON.stringify(response);
    };
    const site = await (await startSite()).waitUntilCached();
    for (const path of pagePaths) {
      await showHtml(page, site, path);
      const { titles, description, tags } = await readHead(page);
      expect({ titles, description }, path).toEqual({ titles: [seedName], description: [] });
      expect(tags, path).toMatchObject({ 'og:title': seedName });
      expect(tags, path).not.toHaveProperty('og:description');
      const restaurant = await readRestaurant(page);
      expect(JSON.stringify(restaurant), path).not.toMatch(/""|null|\[\]|\{\}/);
      expect(Object.keys(restaurant).sort(), path).toEqual(
        ['@context', '@type', '@id', 'name', 'url', 'image', 'menu', 'hasMenu'].sort(),
      );
      if (path === '/menu') expect(toList(findThings(restaurant.hasMenu)[0]?.hasMenuSection)).toHaveLength(3);
    }
  });

  test('without content the pages have no meta tags or structured data', async ({ cms, page, startSite }) => {
    cms.fault = 'responds with status 500';
    const site = await startSite();
    for (const path of pagePaths) {
      await showHtml(page, site, path);
      expect((await readHead(page)).tags, path).toEqual({});
      expect(await readJsonLd(page), path).toEqual([]);
    }
  });
});

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

test('markup in a dish’s name is escaped in the page and in the structured data', async ({
  cms,
  page,
  startSite,
}) => {
  const dish = seedRecord('menu-entree', 'lasagna').entreeName ?? '';
  const name = '</script><script>document.title="taken"</script><!--';
  cms.editResponse = replaceTexts({ [dish]: name });
  const site = await (await startSite()).waitUntilCached();
  await page.goto(`${site.address}/menu`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(findThings(await readRestaurant(page)).map((thing) => thing.name)).toContain(name);
  await expect(page).toHaveTitle(new RegExp(seedName));
});

test('the restaurant’s name is in titles, meta tags and structured data', async ({
  cms,
  page,
  startSite,
}) => {
  const name = 'Bridge & “Beam” <Columbus>';
  cms.editResponse = replaceTexts({ [seedName]: name });
  const ownSite = await startSite();
  for (const path of pagePaths) {
    await showHtml(page, ownSite, path);
    const { titles, tags } = await readHead(page);
    expect(titles[0], path).toContain(` · ${name}`);
    expect(tags, path).toMatchObject({ 'og:site_name': name, 'og:image:alt': name });
    expect((await readRestaurant(page)).name, path).toBe(name);
  }
});

test('the sitemap that robots.txt names lists each page once by its canonical address', async ({ page }) => {
  const robots = await ask(site.address, '/robots.txt');
  expect(robots.headers['content-type']).toMatch(/^text\/plain/);
  const [, sitemap] = /^Sitemap: (.+)$/m.exec(robots.body.toString()) ?? [];
  expect(sitemap).toBe(`${SITE_URL}/sitemap.xml`);
  const { headers, body } = await ask(site.address, '/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const addresses = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'application/xml');
    return [...parsed.getElementsByTagNameNS('http://www.sitemaps.org/schemas/sitemap/0.9', 'loc')].map(
      ({ textContent }) => textContent,
    );
  }, body.toString());
  expect(addresses).toEqual(canonicalPaths.map((path) => SITE_URL + path));
  for (const address of addresses) {
    const { status, body } = await ask(
      site.address,
      toLocalAddress(site, address).slice(site.address.length),
    );
    expect(status, address).toBe(200);
    await page.setContent(body.toString());
    expect((await readHead(page)).canonical).toEqual([address]);
  }
});

test('a page has the color of the browser’s bar, and icons', async ({ page }) => {
  await page.goto(site.address);
  const link = (rel: string) => page.locator(`link[rel="${rel}"]`);
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#f6efe1');
  expect(await readPngSize(site.address + (await link('apple-touch-icon').getAttribute('href')))).toEqual([
    180, 180,
  ]);
  const favicons = await link('icon').evaluateAll((links) => links.map((icon) => icon.getAttribute('href')));
  const types = favicons.map(async (address) =>
    (await fetch(site.address + address)).headers.get('content-type'),
  );
  expect(await Promise.all(types)).toEqual(['image/x-icon', 'image/svg+xml']);
});

test('client navigation updates title, canonical link and robots tag', async ({ page }) => {
  await page.goto(`${site.address}/nowhere`);
  // Before it, a link loads a new document.
  await waitForHydration(page);
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
  const followLink = async (path: '/menu' | '/home' | '/contact') => {
    const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
    await navigation.getByRole('button').click();
    await navigation.locator(`a[href="${path}"]`).click();
    await expect(page).toHaveTitle(`${pageHeads[path].record.mainHeading} · ${seedName}`);
    const { canonical, robots, titles } = await readHead(page);
    expect({ canonical, robots, titles: titles.length }, path).toEqual({
      canonical: [SITE_URL + pageHeads[path].canonical],
      robots: [],
      titles: 1,
    });
  };
  await followLink('/menu');
  await followLink('/home');
  await followLink('/contact');
  await page.goBack();
  await expect(page).toHaveTitle(`${pageHeads['/'].record.mainHeading} · ${seedName}`);
  expect((await readHead(page)).canonical).toEqual([`${SITE_URL}/`]);
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
});

test('a page with a percent-encoded address hydrates as the same page', async ({ page }) => {
  const response = await page.goto(`${site.address}/%6denu`);
  expect(response?.status()).toBe(200);
  expect(await response?.text()).toBe(await site.fetchText('/menu'));
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    pageHeads['/menu'].record.mainHeading ?? '',
  );
  expect(await readHead(page)).toMatchObject({ canonical: [`${SITE_URL}/menu`], robots: [] });
  const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
  await navigation.getByRole('button').click();
  await expect(navigation.getByRole('link', { name: 'Menu' })).toHaveAttribute('aria-current', 'page');
});

test('client scripts do not contain code for structured data or Open Graph tags', () => {
  const scripts = readdirSync(`${CLIENT_BUILD}assets`).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const name of scripts)
    expect(
      readFileSync(`${CLIENT_BUILD}assets/${name}`, 'utf8').match(/schema\.org|PostalAddress|og:image/),
      name,
    ).toBeNull();
});
