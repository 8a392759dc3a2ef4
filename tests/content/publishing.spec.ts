import { cmsTypes, readSchema } from '../support/contentTypes.ts';
import { watchLayoutShifts } from '../support/layoutShifts.ts';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { canonicalPaths, test } from '../support/site.ts';
import { expect, type Page } from '../support/stack.ts';

const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';

/** A link in the navigation that the button in the header opens. */
const navigationLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

/** Fires the event with which the browser reports that the visitor returned to the tab. */
const returnToTab = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('content that the owner publishes in the admin appears when the visitor returns to the browser tab, without a reload', {
  tag: '@both',
}, async ({ page, context, ownStack: stack }) => {
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);

  const admin = await context.newPage();
  const serverErrors: string[] = [];
  admin.on('response', (response) => response.status() >= 500 && serverErrors.push(response.url()));
  await openAdmin(admin, stack);
  await admin.getByRole('link', { name: 'Home page' }).click();
  await admin.getByText('Home: heading of the page and its pictures').click();
  await admin.getByLabel('Heading').fill('Come in, it is cold outside');
  await publishEntry(admin);

  expect(serverErrors).toEqual([]);

  await stack.waitForSite('homepage');
  const visitor = await context.newPage();
  await visitor.goto(stack.site);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Come in, it is cold outside');

  await page.bringToFront();
  await expect(async () => {
    await returnToTab(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come in, it is cold outside', {
      timeout: 500,
    });
  }).toPass({ timeout: 15_000 });
});

test('a page shows markup, emoji, right-to-left text and empty lines as the owner typed them', {
  tag: '@both',
}, async ({ page, ownStack: stack }) => {
  const typed = `<script>window.stolen = 1</script>\n\n\n<img src=x onerror="window.stolen=1"> “q” & 'q' 🍝 مرحبا`;
  await stack.publish('servicespage', 'services-kitchen', {
    subHeadings: '<b>Bold</b> & brave',
    description: typed,
  });
  await page.goto(`${stack.site}/services`);
  await expect(page.getByRole('heading', { name: '<b>Bold</b> & brave' })).toBeVisible();
  const text = page.getByText('window.stolen = 1');
  expect(await text.evaluate((element) => element.textContent)).toBe(typed);
  expect(await text.evaluate((element) => getComputedStyle(element).whiteSpaceCollapse)).toBe(
    'preserve-breaks',
  );
  expect(await page.evaluate(() => Reflect.get(window, 'stolen'))).toBeUndefined();
});

test('the menu shows all 300 dishes, sorted by position', async ({ page, ownStack: stack }) => {
  test.setTimeout(180_000);
  for (let number = 13; number <= 300; number++) {
    await stack.addEntry('menu-entree', { entreeName: `Dish ${number}`, position: 1000 - number });
  }
  await stack.waitForSite('menu-entree');
  await page.goto(`${stack.site}/menu`);
  const entrees = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'Entrees' }) });
  await expect(entrees.getByRole('listitem')).toHaveCount(300);
  await expect(entrees.getByRole('heading', { level: 3 }).nth(12)).toHaveText('Dish 300');
  await expect(entrees.getByRole('heading', { level: 3 }).last()).toHaveText('Dish 13');
});

test('a long unbreakable word does not make the page scroll horizontally', async ({
  page,
  ownStack: stack,
}) => {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesell';
  await stack.publish('homepage', 'home-main', { mainHeading: long });
  await stack.addEntry('menu-side', { sideName: long, description: long.repeat(4) });
  await stack.waitForSite('menu-side');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/menu']) {
    await page.goto(stack.site + path);
    await expect(page.getByText(long).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('pages without pictures render without images and without a carousel', async ({
  page,
  ownStack: stack,
}) => {
  for (const id of ['home-main', 'home-story-1', 'home-story-2', 'home-special-1'])
    await stack.publish('homepage', id, { images: [] });
  await stack.publish('servicespage', 'services-main', { images: [] });
  await stack.publish('website-name', undefined, { logo: null });
  for (const path of ['/', '/services']) {
    await page.goto(stack.site + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('img')).toHaveCount(0);
    await expect(page.locator('.splide')).toHaveCount(0);
  }
});

for (const path of canonicalPaths) {
  for (const width of [360, 1440]) {
    test(`${path} at ${width} px without cached content stays empty until the CMS responds, then fills without a layout shift`, async ({
      page,
      cms,
      startSite,
    }) => {
      cms.fault = 'closes every connection';
      const site = await startSite();
      await page.setViewportSize({ width, height: 800 });
      const layoutShift = await watchLayoutShifts(page);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      const unavailable = page.waitForResponse((response) => response.status() === 503);
      const response = await page.goto(site.address + path);
      expect(response?.status()).toBe(200);
      await unavailable;
      await page.evaluate(() => document.fonts.ready);
      await expect(page.getByRole('main')).toHaveText('');
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      cms.fault = undefined;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 45_000 });
      await expect(page.getByText('Scioto Table').first()).toBeVisible({ timeout: 45_000 });
      await page.waitForLoadState('networkidle');
      expect(await layoutShift()).toBeLessThanOrEqual(0.02);
      expect(errors).toEqual([]);
    });
  }
}

test('a content update before the carousel’s script loads keeps the img elements and causes no layout shift', async ({
  page,
  cms,
  site,
}) => {
  const heldRequests: (() => Promise<void>)[] = [];
  await page.route(
    '**/assets/SlidingCarousel*.js',
    (route) => void heldRequests.push(() => route.continue()),
  );
  const layoutShift = await watchLayoutShifts(page);
  await page.goto(site.address);
  await expect.poll(() => heldRequests.length).toBe(1);
  const pictures = page.getByRole('main').locator('img');
  const before = await pictures.count();
  const first = await pictures.first().elementHandle();
  cms.editResponse = (body) => body.replace(homeHeading, 'Come in, it is cold outside');
  await expect(async () => {
    await returnToTab(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come in, it is cold outside', {
      timeout: 500,
    });
  }).toPass({ timeout: 40_000 });
  expect(await first?.evaluate((image) => image.isConnected)).toBe(true);
  await expect(pictures).toHaveCount(before);
  for (const release of heldRequests) await release();
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await expect(pictures).toHaveCount(before);
  await expect(pictures.first()).toBeVisible();
  expect(await layoutShift()).toBeLessThanOrEqual(0.02);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page shows its heading, its navigation works and the home page’s pictures scroll', async ({
    page,
    stack,
  }) => {
    for (const path of canonicalPaths) {
      await page.goto(stack.site + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/Scioto Table$/);
      await page.getByRole('button', { name: 'Pages' }).click();
      await navigationLink(page, 'Menu').click();
      await expect(page).toHaveURL(`${stack.site}/menu`);
      await expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
    }
    await page.goto(stack.site);
    const second = page.getByRole('img', { name: /ribeye/ });
    await expect(second).not.toBeInViewport();
    await second.scrollIntoViewIfNeeded();
    await expect(second).toBeInViewport();
  });
});

test('hovering over a link prefetches its page’s script and content', async ({ page, stack }) => {
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Pages' }).click();
  const prefetched = page.waitForResponse('**/api/servicespages');
  await navigationLink(page, 'Services').hover();
  await prefetched;
  await expect.poll(() => requestedPaths.some((path) => path.startsWith('/assets/FontAwesome'))).toBe(true);
  await page.waitForLoadState('networkidle');
  // The click needs no further request.
  await page.context().setOffline(true);
  await navigationLink(page, 'Services').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('servicespage', 'services-main').mainHeading ?? '',
  );
});

test('client navigation keeps the current page until the content of the next page arrives', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  const heldRequests: (() => Promise<void>)[] = [];
  await page.route('**/api/servicespages', (route) => void heldRequests.push(() => route.continue()));
  // Stops the clock before the timeout of 1 s, after which the next page would show without content.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigationLink(page, 'Services').click();
  await expect(page).toHaveURL(`${stack.site}/services`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  for (const release of heldRequests.splice(0)) await release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('servicespage', 'services-main').mainHeading ?? '',
  );
});

test('client navigation with slow content shows an empty page, then fills it', async ({ page, stack }) => {
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/servicespages', (route) => released.then(() => route.continue()));
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigationLink(page, 'Services').click();
  await expect(page.getByRole('main')).toHaveText('');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('servicespage', 'services-main').mainHeading ?? '',
  );
});

test('server-rendered icons stay when the Font Awesome script fails to load, and navigation works', async ({
  page,
  stack,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.route('**/assets/FontAwesome*.js', (route) => route.abort());
  await page.goto(`${stack.site}/services`);
  const icons = page.getByRole('main').locator('svg');
  await expect(icons).toHaveCount(4);
  const firstIcon = await icons.first().elementHandle();
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  await expect(icons).toHaveCount(4);
  expect(await firstIcon?.evaluate((svg) => svg.isConnected)).toBe(true);
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigationLink(page, 'Contact').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('contactpage', 'contact-main').mainHeading ?? '',
  );
  expect(errors).toEqual([]);
});

test('the home page does not load Font Awesome by itself', async ({ page, stack }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requestedPaths.filter((path) => path.includes('FontAwesome'))).toEqual([]);
});

test('the browser keeps the shown content when a revalidation returns an invalid body', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  const invalidBodies = ['<!doctype html>', '{"data":', '{"data":[]}', '{"data":null}', '[]'];
  let requests = 0;
  await page.route('**/api/homepages', (route) => {
    const body = invalidBodies[requests % invalidBodies.length] ?? '';
    requests += 1;
    return route.fulfill({ status: 200, contentType: 'application/json', body });
  });
  await expect(async () => {
    await returnToTab(page);
    expect(requests).toBeGreaterThanOrEqual(invalidBodies.length);
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
});

test('pages with every optional field empty show the site’s name as heading and title, and no empty sections, icons or carousels', async ({
  page,
  ownStack: stack,
}) => {
  for (const [type, { kind, fields, records }] of Object.entries(cmsTypes)) {
    if (kind === 'open') continue;
    const { attributes } = readSchema(type);
    const emptyFields = Object.keys(fields).flatMap((name) => {
      const { required, multiple, repeatable } = attributes[name] ?? {};
      return required ? [] : [[name, multiple || repeatable ? [] : null]];
    });
    const ids = records ? Object.keys(records) : [undefined];
    await Promise.all(ids.map((id) => stack.publish(type, id, Object.fromEntries(emptyFields))));
  }

  for (const path of canonicalPaths) {
    await page.goto(stack.site + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scioto Table');
    await expect(page).toHaveTitle('Scioto Table');
    const main = page.getByRole('main');
    const emptySections = main.locator('section').filter({ visible: true }).filter({ hasNotText: /\S/ });
    const withBorder = await emptySections.evaluateAll((sections) =>
      sections.filter((section) => getComputedStyle(section).borderTopWidth !== '0px'),
    );
    expect(withBorder).toHaveLength(0);
    await expect(main.locator('svg, img, .splide')).toHaveCount(0);
  }
});

test('the carousel’s pictures can be scrolled when its script fails to load', async ({ page, stack }) => {
  await page.route('**/assets/SlidingCarousel*.js', (route) => route.abort());
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  const second = page.getByRole('img', { name: /ribeye/ });
  await second.scrollIntoViewIfNeeded();
  await expect(second).toBeInViewport();
});
