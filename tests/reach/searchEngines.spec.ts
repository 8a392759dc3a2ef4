import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seedRecord } from '../support/seedRecords.ts';
import { ask, expect, pagePaths, type Site, test } from '../support/site.ts';
import type { Page } from '../support/stack.ts';

test.describe.configure({ mode: 'parallel' });

/** What `site.ts` tells the server that browsers reach it by. */
const SITE = 'https://table.example';
const CLIENT = fileURLToPath(new URL('../../web/dist/client/', import.meta.url));

const seedName = seedRecord('website-name', 'website-name').websiteName ?? '';
const contactWords = (id: string) => seedRecord('contactpage', id).description ?? '';

/** The records that head the pages, with the address that search engines know each page by. */
const heads = {
  '/': { canonical: '/', record: seedRecord('homepage', 'home-main') },
  '/home': { canonical: '/', record: seedRecord('homepage', 'home-main') },
  '/menu': { canonical: '/menu', record: seedRecord('menu-header', 'menu-main') },
  '/menu/': { canonical: '/menu', record: seedRecord('menu-header', 'menu-main') },
  '/%6Denu/': { canonical: '/menu', record: seedRecord('menu-header', 'menu-main') },
  '/services': { canonical: '/services', record: seedRecord('servicespage', 'services-main') },
  '/contact': { canonical: '/contact', record: seedRecord('contactpage', 'contact-main') },
};

/** An object of schema.org, as it is written in JSON-LD. */
type Thing = Record<string, unknown>;

/**
 * What schema.org and Google's guide to local businesses want of each type: what it must have, what it should have and has
 * where the words are those of the first start, what it may have, and what nobody has told the site.
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
    ],
    forbidden: ['geo', 'aggregateRating', 'review', 'servesCuisine', 'priceRange', 'acceptsReservations'],
  },
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

/** Every typed object in a value, the outermost first. */
function things(value: unknown): Thing[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(things);
  return '@type' in value ? [value as Thing, ...inner] : inner;
}

const list = (value: unknown): Thing[] => (Array.isArray(value) ? value : []);

/** What a page says in its head. */
const headOf = (page: Page) =>
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

/** The JSON-LD blocks of a page. */
const blocksOf = async (page: Page): Promise<Thing[]> =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );

/** The page's one JSON-LD block. */
async function restaurantOf(page: Page): Promise<Thing> {
  const [restaurant, ...more] = await blocksOf(page);
  expect(more).toEqual([]);
  if (!restaurant) throw new Error('the page has no JSON-LD');
  return restaurant;
}

/** An address of the site as the test reaches it: by another name than the site's own. */
function reached(site: Site, address: unknown): string {
  const { origin, pathname, search } = new URL(String(address));
  expect(origin, String(address)).toBe(SITE);
  return site.address + pathname + search;
}

/** Width and height of a PNG. */
async function pngSize(address: string): Promise<number[]> {
  const response = await fetch(address);
  expect(response.headers.get('content-type'), address).toBe('image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString(), address).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Replaces words in the CMS's answers, each as it stands in JSON. */
const replacing = (changes: Record<string, string>) => (answer: string) =>
  Object.entries(changes).reduce(
    (text, [from, to]) => text.replaceAll(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)),
    answer,
  );

test.describe('what the server sends', () => {
  test.use({ javaScriptEnabled: false });

  test('every page says which it is, to search engines and where it is shared', async ({ page, site }) => {
    for (const [path, { canonical, record }] of Object.entries(heads)) {
      await page.goto(site.address + path);
      const title = `${record.mainHeading} · ${seedName}`;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(record.mainHeading ?? '');
      expect(await headOf(page), path).toEqual({
        titles: [title],
        canonical: [SITE + canonical],
        description: [record.description],
        robots: [],
        tags: {
          'og:type': 'website',
          'og:site_name': seedName,
          'og:title': title,
          'og:description': record.description,
          'og:url': SITE + canonical,
          'og:image': `${SITE}/social-card.png`,
          'og:image:width': '1200',
          'og:image:height': '630',
          'og:image:alt': seedName,
          'twitter:card': 'summary_large_image',
        },
      });
    }
    expect(await pngSize(`${site.address}/social-card.png`)).toEqual([1200, 630]);
  });

  test('a page that does not exist is not to be found', async ({ page, site }) => {
    for (const path of ['/nowhere', '/menu/lasagna', '/not-found']) {
      await page.goto(site.address + path);
      expect(await headOf(page), path).toMatchObject({
        canonical: [],
        description: [],
        robots: ['noindex'],
        tags: {},
      });
      expect(await blocksOf(page), path).toEqual([]);
    }
  });

  test('every page describes the restaurant, with all that schema.org asks for and nothing invented', async ({
    page,
    site,
  }) => {
    for (const path of pagePaths) {
      await page.goto(site.address + path);
      const restaurant = await restaurantOf(page);
      expect(restaurant['@context']).toBe('https://schema.org');
      expect(restaurant['@type']).toBe('Restaurant');
      for (const thing of things(restaurant)) {
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

  test('each value about the restaurant is what its pages show', async ({ page, site }) => {
    for (const path of pagePaths) {
      await page.goto(site.address + path);
      const restaurant = await restaurantOf(page);
      const brand = page.getByRole('banner').getByRole('link').filter({ hasText: seedName });
      await expect(brand).toHaveText(String(restaurant.name));
      await expect(brand).toHaveAttribute('href', new URL(String(restaurant.url)).pathname);
      expect(reached(site, restaurant['@id'])).toBe(`${site.address}/`);
      const logo = new URL(reached(site, restaurant.logo));
      await expect(brand.locator('img')).toHaveAttribute('src', logo.pathname + logo.search);
      for (const image of [restaurant.image, restaurant.logo].flat())
        expect((await fetch(reached(site, image))).headers.get('content-type')).toMatch(/^image\//);
      const prints = await page
        .locator('main img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
      if (['/', '/home'].includes(path))
        expect(list(restaurant.image).map((image) => String(image).slice(SITE.length))).toEqual(
          prints.slice(0, 3),
        );
      else expect(restaurant.image).toBe(`${SITE}/social-card.png`);

      await page.goto(`${site.address}/contact`);
      const shown = (id: string) => page.locator(`#contact-${id}`);
      await expect(shown('phone').getByRole('link')).toHaveAttribute('href', `tel:${restaurant.telephone}`);
      expect(restaurant.telephone).toBe(`+1${contactWords('contact-phone').replaceAll(/\D/g, '')}`);
      await expect(shown('email').getByRole('link')).toHaveText(String(restaurant.email));
      const { '@type': _, addressCountry, ...parts } = restaurant.address as Record<string, string>;
      expect(addressCountry).toBe('US');
      expect(await shown('address').locator('p').innerText()).toBe(
        `${parts.streetAddress}\n${parts.addressLocality}, ${parts.addressRegion} ${parts.postalCode}`,
      );
      const hours = await shown('hours')
        .locator('dl > div')
        .evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent)));
      expect(list(restaurant.openingHoursSpecification).map(asWritten)).toEqual(hours);
    }
  });

  test('the menu’s page describes the menu, dish by dish, and the others say where it is', async ({
    page,
    site,
  }) => {
    for (const path of pagePaths) {
      await page.goto(site.address + path);
      const { menu, hasMenu } = await restaurantOf(page);
      expect(menu).toBe(`${SITE}/menu`);
      if (path !== '/menu') expect(hasMenu, path).toBe(menu);
    }
    await page.goto(`${site.address}/menu`);
    const { hasMenu } = await restaurantOf(page);
    const menu = hasMenu as Thing;
    expect(menu).toMatchObject({ '@type': 'Menu', url: `${SITE}/menu` });
    expect((await headOf(page)).description).toEqual([menu.description]);
    const said = await page.getByRole('main').evaluate((main) => {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.textContent?.trim() && !node.parentElement?.closest('nav'))
          texts.push(node.textContent.trim());
      return texts;
    });
    const described = things(menu).flatMap(({ '@type': type, name, description }) =>
      [name, type === 'MenuItem' && description].filter(Boolean),
    );
    expect(described).toEqual(said);
    expect(list(menu.hasMenuSection).map(({ name }) => name)).toEqual(
      ['appetizers', 'entrees', 'sides', 'drinks'].map(
        (id) => seedRecord('menu-header', `menu-${id}`).headingName,
      ),
    );
  });

  test('words that are not understood are left out, or stay text', async ({ cms, page, startSite }) => {
    const address = 'On the west bank,\nunder the Town Street bridge';
    cms.edit = replacing({
      [contactWords('contact-phone')]: 'Ring the bell',
      [contactWords('contact-email')]: 'Write to hello@sciototable.example or to us',
      [contactWords('contact-address')]: address,
      [contactWords('contact-hours')]: `${contactWords('contact-hours')}\nTusday: 5 pm – 9 pm`,
    });
    const site = await (await startSite()).filled();
    await page.goto(`${site.address}/contact`);
    await expect(page.getByText('Tusday').first()).toBeVisible();
    const restaurant = await restaurantOf(page);
    expect(restaurant.address).toBe(address);
    for (const name of ['telephone', 'email', 'openingHoursSpecification'])
      expect(restaurant, name).not.toHaveProperty(name);
    expect(JSON.stringify(restaurant)).not.toMatch(/\+1|@sciototable|Monday|"US"/);
  });

  test('a remark below the hours leaves the hours of the days in the structured data', async ({
    cms,
    page,
    site,
    startSite,
  }) => {
    await page.goto(`${site.address}/contact`);
    const { openingHoursSpecification } = await restaurantOf(page);
    const hours = contactWords('contact-hours');
    cms.edit = replacing({ [hours]: `${hours}\nClosed on holidays` });
    const remarked = await (await startSite()).filled();
    await page.goto(`${remarked.address}/contact`);
    await expect(page.getByText('Closed on holidays').first()).toBeVisible();
    expect((await restaurantOf(page)).openingHoursSpecification).toEqual(openingHoursSpecification);
  });

  test('what the owner leaves empty is named nowhere', async ({ cms, page, startSite }) => {
    cms.edit = (answer) => {
      const read = JSON.parse(answer);
      const isOpenList = Array.isArray(read.data) && 'sideName' in read.data[0];
      if (isOpenList) return '{"data":[]}';
      for (const record of [read.data].flat()) {
        for (const field of ['mainHeading', 'headingName', 'subHeading', 'description', 'logo', 'images'])
          if (field in record) record[field] = null;
      }
      return JSON.stringify(read);
    };
    const site = await (await startSite()).filled();
    for (const path of pagePaths) {
      await page.goto(site.address + path);
      const { titles, description, tags } = await headOf(page);
      expect({ titles, description }, path).toEqual({ titles: [seedName], description: [] });
      expect(tags, path).toMatchObject({ 'og:title': seedName });
      expect(tags, path).not.toHaveProperty('og:description');
      const restaurant = await restaurantOf(page);
      expect(JSON.stringify(restaurant), path).not.toMatch(/""|null|\[\]|\{\}/);
      expect(Object.keys(restaurant).sort(), path).toEqual(
        ['@context', '@type', '@id', 'name', 'url', 'image', 'menu', 'hasMenu'].sort(),
      );
      if (path === '/menu') expect(list((restaurant.hasMenu as Thing).hasMenuSection)).toHaveLength(3);
    }
  });

  test('without words the pages promise nothing, and the site has no name', async ({
    cms,
    page,
    startSite,
  }) => {
    cms.fault = 'answers 500';
    const site = await startSite();
    for (const path of pagePaths) {
      await page.goto(site.address + path);
      expect((await headOf(page)).tags, path).toEqual({});
      expect(await blocksOf(page), path).toEqual([]);
    }
    const manifest = await fetch(`${site.address}/site.webmanifest`);
    expect(manifest.headers.get('cache-control')).toBe('no-store');
    expect(await manifest.json()).not.toHaveProperty('name');
  });
});

/** How the owner of the first start writes the days and the hours that a specification means. */
function asWritten({ dayOfWeek, opens, closes }: Thing): string[] {
  const days = dayOfWeek as string[];
  const clock = (time: unknown) => {
    const [hour = 0, minute = 0] = String(time).split(':').map(Number);
    return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
  };
  const when = opens === '00:00' && closes === '00:00' ? 'Closed' : `${clock(opens)} – ${clock(closes)}`;
  return [[...new Set([days[0], days.at(-1)])].join(' – '), when];
}

test('markup in a dish’s name stays a name', async ({ cms, page, startSite }) => {
  const dish = seedRecord('menu-entree', 'lasagna').entreeName ?? '';
  const name = '</script><script>document.title="taken"</script><!--';
  cms.edit = replacing({ [dish]: name });
  const site = await (await startSite()).filled();
  await page.goto(`${site.address}/menu`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(things(await restaurantOf(page)).map((thing) => thing.name)).toContain(name);
  await expect(page).toHaveTitle(new RegExp(seedName));
});

test('a new name of the restaurant is in every place at once', async ({ cms, page, site }) => {
  const name = 'Bridge & “Beam” <Columbus>';
  cms.edit = replacing({ [seedName]: name });
  await site.aged();
  await expect
    .poll(async () => (await fetch(`${site.address}/site.webmanifest`)).json())
    .toMatchObject({ name });
  for (const path of pagePaths) {
    await page.goto(site.address + path);
    const { titles, tags } = await headOf(page);
    expect(titles[0], path).toContain(` · ${name}`);
    expect(tags, path).toMatchObject({ 'og:site_name': name, 'og:image:alt': name });
    expect((await restaurantOf(page)).name, path).toBe(name);
  }
});

test('robots find the sitemap, and in it each page once, by its own address', async ({ page, site }) => {
  const robots = await ask(site.address, '/robots.txt');
  expect(robots.headers['content-type']).toMatch(/^text\/plain/);
  const [, sitemap] = /^Sitemap: (.+)$/m.exec(robots.body.toString()) ?? [];
  expect(sitemap).toBe(`${SITE}/sitemap.xml`);
  const { headers, body } = await ask(site.address, '/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const addresses = await page.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'application/xml');
    return [...parsed.getElementsByTagNameNS('http://www.sitemaps.org/schemas/sitemap/0.9', 'loc')].map(
      ({ textContent }) => textContent,
    );
  }, body.toString());
  expect(addresses).toEqual(['/', '/menu', '/services', '/contact'].map((path) => SITE + path));
  for (const address of addresses) {
    const response = await page.goto(reached(site, address));
    expect(response?.status(), address).toBe(200);
    expect((await headOf(page)).canonical).toEqual([address]);
  }
});

test('a phone finds the name, the colours and the icons', async ({ page, site }) => {
  await page.goto(site.address);
  const link = (rel: string) => page.locator(`link[rel="${rel}"]`);
  await expect(link('manifest')).toHaveAttribute('href', '/site.webmanifest');
  const response = await fetch(`${site.address}/site.webmanifest`);
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  const { icons, ...manifest } = await response.json();
  expect(manifest).toEqual({
    name: seedName,
    start_url: '/',
    display: 'browser',
    background_color: '#f6efe1',
    theme_color: '#f6efe1',
  });
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute(
    'content',
    manifest.theme_color,
  );
  for (const { src, sizes } of icons) expect((await pngSize(site.address + src)).join('x'), src).toBe(sizes);
  expect(icons.map(({ sizes, purpose = 'any' }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  expect(await pngSize(site.address + (await link('apple-touch-icon').getAttribute('href')))).toEqual([
    180, 180,
  ]);
  const favicons = await link('icon').evaluateAll((links) => links.map((icon) => icon.getAttribute('href')));
  const types = favicons.map(async (address) =>
    (await fetch(site.address + address)).headers.get('content-type'),
  );
  expect(await Promise.all(types)).toEqual(['image/x-icon', 'image/svg+xml']);
});

test('the page that is followed to is called by its own name and address', async ({ page, site }) => {
  await page.goto(`${site.address}/nowhere`);
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
  const follow = async (path: '/menu' | '/home' | '/contact') => {
    const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
    await navigation.getByRole('button').click();
    await navigation.locator(`a[href="${path}"]`).click();
    await expect(page).toHaveTitle(`${heads[path].record.mainHeading} · ${seedName}`);
    const { canonical, robots, titles } = await headOf(page);
    expect({ canonical, robots, titles: titles.length }, path).toEqual({
      canonical: [SITE + heads[path].canonical],
      robots: [],
      titles: 1,
    });
  };
  await follow('/menu');
  await follow('/home');
  await follow('/contact');
  await page.goBack();
  await expect(page).toHaveTitle(`${heads['/'].record.mainHeading} · ${seedName}`);
  expect((await headOf(page)).canonical).toEqual([`${SITE}/`]);
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
});

test('a page whose address is percent-encoded stays the same page when it hydrates', async ({
  page,
  site,
}) => {
  const response = await page.goto(`${site.address}/%6denu`);
  expect(response?.status()).toBe(200);
  expect(await response?.text()).toBe(await site.text('/menu'));
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heads['/menu'].record.mainHeading ?? '');
  expect(await headOf(page)).toMatchObject({ canonical: [`${SITE}/menu`], robots: [] });
  const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
  await navigation.getByRole('button').click();
  await expect(navigation.getByRole('link', { name: 'Menu' })).toHaveAttribute('aria-current', 'page');
});

test('no visitor’s script carries what only search engines read', () => {
  const scripts = readdirSync(`${CLIENT}assets`).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const name of scripts)
    expect(
      readFileSync(`${CLIENT}assets/${name}`, 'utf8').match(/schema\.org|PostalAddress|og:image/),
      name,
    ).toBeNull();
});
