import type { BrowserContext, Request } from '@playwright/test';
import { createGate } from '../support/gate.ts';
import { waitForHydration } from '../support/hydration.ts';
import { loadFonts, waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { canonicalPaths, test } from '../support/site.ts';
import { expect, type Page } from '../support/stack.ts';

const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';
const servicesHeading = seedRecord('servicespage', 'services-main').mainHeading ?? '';

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

/** Returns an edit for `FaultyCms.editResponse` that changes the record with an id. */
const editRecord =
  (documentId: string, edit: (record: Record<string, unknown>) => object) =>
  (body: string): string => {
    const response: { data: Record<string, unknown> | Record<string, unknown>[] } = JSON.parse(body);
    const change = (record: Record<string, unknown>) =>
      record.documentId === documentId ? { ...record, ...edit(record) } : record;
    const { data } = response;
    return JSON.stringify({ ...response, data: Array.isArray(data) ? data.map(change) : change(data) });
  };

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
  const cases = canonicalPaths.map((path, index) => [path, index % 2 ? 360 : 1440] as const);
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

test('content updates and a click before the carousel’s script loads show at once and keep the pictures, also when it starts', async ({
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
  const isConnected = () => first?.evaluate((image) => image.isConnected);
  expect(await isConnected()).toBe(true);
  await expect(pictures).toHaveCount(before);
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigationLink(page, 'Home').click();
  await expect(page).toHaveURL(/\/home$/);
  cms.editResponse = editRecord('home-main', ({ images }) => {
    const [lasagna, , burger] = Array.isArray(images) ? images : [];
    return { images: [lasagna, { ...burger, alternativeText: 'Changed' }] };
  });
  await expect.poll(() => site.fetchText('/api/homepages'), { timeout: 40_000 }).toContain('Changed');
  await returnToTab(page);
  await expect(page.getByRole('main').getByAltText('Changed')).toHaveCount(1);
  for (const release of heldRequests) await release();
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await expect(pictures).toHaveCount(before - 1);
  expect(await isConnected()).toBe(true);
  await expect(pictures.first()).toBeVisible();
  expect((await layoutShift()) - shiftBefore).toBeLessThanOrEqual(0.02);
});

test('the carousel of an open page shows a picture that the owner adds', async ({ page, cms, site }) => {
  await page.clock.install();
  await page.goto(site.address);
  const carousel = page.locator('.splide.is-initialized');
  await expect(carousel.getByRole('button', { name: 'Picture 3 of 3' })).toBeVisible();
  cms.editResponse = editRecord('home-main', ({ images }) => {
    const [first] = Array.isArray(images) ? images : [];
    return { images: [images, { ...first, url: '/uploads/added.webp', alternativeText: 'Added' }].flat() };
  });
  await expect.poll(() => site.fetchText('/api/homepages'), { timeout: 40_000 }).toContain('Added');
  await returnToTab(page);
  await carousel.getByRole('button', { name: 'Picture 4 of 4' }).click();
  await expect(carousel.locator('.splide__slide.is-active img')).toHaveAttribute('alt', 'Added');
});

test('pictures are cropped around their focal points, also on a page that a link leads to', async ({
  page,
  cms,
  site,
}) => {
  cms.editResponse = editRecord('services-main', ({ images }) => ({
    images: [images].flat().map((image) => ({ ...Object(image), focalPoint: { x: 90, y: 20 } })),
  }));
  await expect.poll(() => site.fetchText('/api/servicespages'), { timeout: 40_000 }).toContain('"x":90');
  const picture = page.getByRole('main').locator('img').first();
  await page.goto(`${site.address}/services`);
  await expect(picture).toHaveCSS('object-position', '90% 20%');
  await page.goto(`${site.address}/menu`);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigationLink(page, 'Services').click();
  await expect(picture).toHaveCSS('object-position', '90% 20%');
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(servicesHeading);
  });
});

test('client navigation keeps the current page for a second until the next content arrives, then shows an empty page that fills', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  const gate = createGate();
  await page.route('**/api/servicespages', async (route) => {
    await gate.opened;
    await route.continue();
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigationLink(page, 'Services').click();
  await expect(page).toHaveURL(`${stack.site}/services`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('main')).toHaveText('');
  gate.open();
  // A request that took too long is sent again after two seconds.
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(servicesHeading);
});

test('icons stay and pictures can be scrolled when their scripts fail to load, and navigation works', async ({
  page,
  stack,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const script of ['FontAwesome', 'slider'])
    await page.route(`**/assets/${script}*.js`, (route) => route.abort());
  await page.goto(`${stack.site}/services`);
  const icons = page.getByRole('main').locator('svg');
  await expect(icons).toHaveCount(4);
  const firstIcon = await icons.first().elementHandle();
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  await expect(icons).toHaveCount(4);
  expect(await firstIcon?.evaluate((svg) => svg.isConnected)).toBe(true);
  await page.getByRole('button', { name: 'Pages' }).click();
  await navigationLink(page, 'Home').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  const second = page.getByRole('img', { name: /ribeye/ });
  await expect(second).not.toBeInViewport();
  await second.scrollIntoViewIfNeeded();
  await expect(second).toBeInViewport();
  expect(errors).toEqual([]);
});
