import { readFileSync } from 'node:fs';
import type { BrowserContext, Request } from '@playwright/test';
import { queries } from '../../web/src/content/queries.ts';
import { cmsTypes, readSchema } from '../support/contentTypes.ts';
import { loadFonts, waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { canonicalPaths, test } from '../support/site.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { expect, type Page } from '../support/stack.ts';

const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';

/** A link in the navigation that the button in the header opens. */
const navigationLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

/** Fires the event with which the browser reports that the visitor returned to the tab, on a page whose clock is installed. */
async function returnToTab(page: Page): Promise<void> {
  // SWR ignores the event for 5 s after the last revalidation.
  await page.clock.fastForward(6_000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** Waits until the page has nothing left to do, its pictures are loaded and its layout shifts are reported. */
const waitUntilIdle = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const eager = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(eager.map((image) => image.decode()));
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
    );
  });

test('the CMS confirms content without sending it again until something changes', {
  tag: '@postgres',
}, async ({ editableStack: stack }) => {
  const { path, query } = queries.sides;
  const askWith = (etag: string) =>
    fetch(`${stack.cms}${path}?${query}`, { headers: { 'if-none-match': etag } });
  const readTag = async (response: Promise<Response>) => (await response).headers.get('etag') ?? '';
  let etag = '';
  // The CMS's own writes after a start, such as those of its first backup, are changes as well.
  const waitForConfirmation = () =>
    expect
      .poll(async () => {
        etag = await readTag(askWith(''));
        const confirmation = await askWith(etag);
        return [confirmation.status, await confirmation.text()];
      })
      .toEqual([304, '']);

  const photograph = readFileSync(new URL('../../docs/front-page.webp', import.meta.url));
  const form = new FormData();
  form.append('files', new Blob([photograph], { type: 'image/webp' }), 'table.webp');
  form.append('fileInfo', JSON.stringify({ name: 'table.webp', alternativeText: 'A table' }));
  for (const change of [
    () => stack.publish('menu-side', 'hand-cut-fries', { description: 'With dill.' }),
    () => stack.asAdmin('POST', '/upload', form),
  ]) {
    await waitForConfirmation();
    await change();
    const changed = await askWith(etag);
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('With dill.');
  }
  await waitForConfirmation();
  await stack.runStatement("UPDATE menu_sides SET description = 'With chives.'");
  expect(await (await askWith(etag)).text()).toContain('With chives.');
});

test('a page shows markup, emoji, right-to-left text and empty lines as the owner typed them', {
  tag: '@both',
}, async ({ page, editableStack: stack }) => {
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

test('the menu shows all 300 dishes, sorted by position', async ({ page, editableStack: stack }) => {
  // 288 requests to the CMS would take most of a minute, and prove nothing about the site.
  withSqlite(databaseFile(stack.dataDir), (database) =>
    database.exec(`
      WITH RECURSIVE numbers(number) AS (VALUES (13) UNION ALL SELECT number + 1 FROM numbers WHERE number < 300)
      INSERT INTO menu_entrees (document_id, entree_name, position, published_at)
      SELECT 'dish-' || number, 'Dish ' || number, 1000 - number, 0 FROM numbers`),
  );
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
  editableStack: stack,
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

/** Opens a page of a site without content, and expects it to be empty. */
async function openEmpty(context: BrowserContext, address: string, width: number) {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
  const layoutShift = await watchLayoutShifts(page);
  const unavailable = page.waitForResponse((response) => response.status() === 503);
  const response = await page.goto(address);
  expect(response?.status()).toBe(200);
  await unavailable;
  // Only the content may shift the page: how far fonts do depends on those that the machine has.
  await loadFonts(page);
  await expect(page.getByRole('main')).toHaveText('');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  return { name: `${address} at ${width} px`, page, layoutShift };
}

test('every page without cached content stays empty until the CMS responds', async ({
  context,
  cms,
  startSite,
}) => {
  cms.fault = 'closes every connection';
  const site = await startSite();
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  await context.clock.install();
  const cases = [360, 1440].flatMap((width) => canonicalPaths.map((path) => [path, width] as const));
  const pages = await Promise.all(
    cases.map(([path, width]) => openEmpty(context, site.address + path, width)),
  );

  await test.step('then it fills without a reload', async () => {
    cms.fault = undefined;
    await site.waitUntilCached();
    // The browser retries after 30 s at most; the wait for a retry begins only after a failed request, which may be under way.
    const countFilled = async () => {
      await context.clock.fastForward(30_000);
      const headings = pages.map(({ page }) => page.getByRole('heading', { level: 1 }).isVisible());
      return (await Promise.all(headings)).filter(Boolean).length;
    };
    await expect.poll(countFilled, { timeout: 60_000 }).toBe(pages.length);
    for (const { name, page } of pages)
      await expect(page.getByText('Scioto Table').first(), name).toBeVisible();
    expect(errors).toEqual([]);
  });

  await test.step('and without a layout shift', async () => {
    for (const { name, page, layoutShift } of pages) {
      await waitUntilIdle(page);
      expect(await layoutShift(), name).toBeLessThanOrEqual(0.02);
    }
  });
});

test('a content update before the carousel’s script loads keeps the pictures in place', async ({
  page,
  cms,
  site,
}) => {
  const heldRequests: (() => Promise<void>)[] = [];
  await page.route('**/assets/slider*.js', (route) => void heldRequests.push(() => route.continue()));
  const layoutShift = await watchLayoutShifts(page);
  await page.clock.install();
  // The page would share the response to this request with the visitor's return.
  const revalidated = page.waitForResponse('**/api/homepages');
  await page.goto(site.address);
  await (await revalidated).finished();
  await expect.poll(() => heldRequests.length).toBe(1);
  const pictures = page.getByRole('main').locator('img');
  const before = await pictures.count();
  const first = await pictures.first().elementHandle();
  await loadFonts(page);
  await waitForPaint(page);
  const shiftBefore = await layoutShift();
  cms.editResponse = (body) => body.replace(homeHeading, 'Come in, it is cold outside');
  await expect
    .poll(() => site.fetchText('/api/homepages'), { timeout: 40_000 })
    .toContain('Come in, it is cold outside');
  await returnToTab(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come in, it is cold outside');
  expect(await first?.evaluate((image) => image.isConnected)).toBe(true);
  await expect(pictures).toHaveCount(before);
  for (const release of heldRequests) await release();
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await expect(pictures).toHaveCount(before);
  await expect(pictures.first()).toBeVisible();
  expect((await layoutShift()) - shiftBefore).toBeLessThanOrEqual(0.02);
});

test('the carousel of an open page shows a picture that the owner adds', async ({
  page,
  editableStack: stack,
}) => {
  await page.clock.install();
  await page.goto(stack.site);
  const carousel = page.locator('.splide.is-initialized');
  await expect(carousel.getByRole('button', { name: 'Picture 3 of 3' })).toBeVisible();
  const {
    data,
  }: { data: { documentId: string; images: { id: number; alternativeText: string }[] | null }[] } =
    JSON.parse(await stack.readContent('homepage'));
  const listPictures = (id: string) => data.find(({ documentId }) => documentId === id)?.images ?? [];
  const [added] = listPictures('home-story-1');
  const ids = [...listPictures('home-main'), added].map((picture) => picture?.id);
  await stack.publish('homepage', 'home-main', { images: ids });

  await returnToTab(page);
  await carousel.getByRole('button', { name: 'Picture 4 of 4' }).click();
  await expect(carousel.locator('.splide__slide.is-active img')).toHaveAttribute(
    'alt',
    added?.alternativeText ?? '',
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page shows its heading, and its navigation works', async ({ page, stack }) => {
    for (const path of canonicalPaths) {
      await page.goto(stack.site + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/Scioto Table$/);
      await page.getByRole('button', { name: 'Pages' }).click();
      await navigationLink(page, 'Menu').click();
      await expect(page).toHaveURL(`${stack.site}/menu`);
      await expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
    }
  });

  test('the pictures of the home page can be scrolled', async ({ page, stack }) => {
    await page.goto(stack.site);
    const second = page.getByRole('img', { name: /ribeye/ });
    await expect(second).not.toBeInViewport();
    await second.scrollIntoViewIfNeeded();
    await expect(second).toBeInViewport();
  });
});

test('pointing at a link fetches all that its page needs', async ({ page, stack }) => {
  const requestedPaths: string[] = [];
  const pending = new Set<Request>();
  page.on('request', (request) => {
    requestedPaths.push(new URL(request.url()).pathname);
    pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  const hasRequestedIcons = () => requestedPaths.some((path) => path.startsWith('/assets/FontAwesome'));
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await waitUntilIdle(page);
  await test.step('the home page needs no icons', () => expect(hasRequestedIcons()).toBe(false));

  await page.getByRole('button', { name: 'Pages' }).click();
  const prefetched = page.waitForResponse('**/api/servicespages');
  await navigationLink(page, 'Services').hover();
  await prefetched;
  await expect.poll(() => hasRequestedIcons() && pending.size === 0).toBe(true);
  await test.step('the click needs no further request', async () => {
    await page.context().setOffline(true);
    await navigationLink(page, 'Services').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      seedRecord('servicespage', 'services-main').mainHeading ?? '',
    );
  });
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

test('icons stay when their script fails to load, and navigation works', async ({ page, stack }) => {
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

test('a page shows newer content once the parsers’ script loads', async ({ page, stack }) => {
  await page.clock.install();
  const aborted: string[] = [];
  await page.route('**/assets/parsers*.js', (route) => {
    aborted.push(route.request().url());
    return route.abort();
  });
  await page.route('**/api/homepages', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(homeHeading, 'Newer') });
  });
  await page.goto(stack.site);
  await expect.poll(() => aborted.length).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  await page.getByRole('button', { name: 'Pages' }).click();
  await expect(navigationLink(page, 'Contact')).toBeVisible();
  await page.unroute('**/assets/parsers*.js');
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Newer');
  }).toPass();
});

test('the browser keeps the shown content when a revalidation returns an invalid body', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  for (const body of ['<!doctype html>', '{"data":', '{"data":[]}', '{"data":null}', '[]']) {
    await page.route('**/api/homepages', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body }),
    );
    const revalidated = page.waitForResponse('**/api/homepages');
    await returnToTab(page);
    await (await revalidated).finished();
    await waitUntilIdle(page);
    await expect(page.getByRole('heading', { level: 1 }), body).toHaveText(homeHeading);
    await page.unroute('**/api/homepages');
  }
});

test('pages with every optional field empty show the site’s name, and nothing that is empty', async ({
  page,
  editableStack: stack,
}) => {
  const emptyEntries = Object.entries(cmsTypes).flatMap(([type, { kind, fields, records }]) => {
    if (kind === 'open') return [];
    const { attributes } = readSchema(type);
    const emptyFields = Object.keys(fields).flatMap((name) => {
      const { required, multiple, repeatable } = attributes[name] ?? {};
      return required ? [] : [[name, multiple || repeatable ? [] : null]];
    });
    const ids = records ? Object.keys(records) : [undefined];
    return ids.map((id) => [type, id, Object.fromEntries(emptyFields)] as const);
  });
  await stack.publishAll(emptyEntries);

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
  await page.route('**/assets/slider*.js', (route) => route.abort());
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  const second = page.getByRole('img', { name: /ribeye/ });
  await second.scrollIntoViewIfNeeded();
  await expect(second).toBeInViewport();
});
