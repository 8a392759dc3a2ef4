import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** Follows a link of the foot, and resolves when the page that it leads to is shown. */
async function follow(page: Page, name: string, heading: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

const isInteractive = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);

test('going back is where the visitor was, at once', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  await isInteractive(page);
  await follow(page, 'Services', 'Other ways we can feed you');
  const place = 1_000;
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'What we’re cooking' })).toBeVisible();
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), place);
  await follow(page, 'Services', 'Other ways we can feed you');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  const stops = await page.evaluateHandle(() => {
    const seen: number[] = [];
    window.addEventListener('scroll', () => seen.push(window.scrollY));
    return seen;
  });
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place);
  expect(new Set(await stops.jsonValue()).size).toBe(1);
});

test('a link to the page that is shown leads to its top', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  await isInteractive(page);
  await follow(page, 'Menu', 'What we’re cooking');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();

  // A jump within the page stays one.
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Drinks' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Drinks' })).toBeInViewport();
});

test('what is marked on one page is not on the next', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu#hours`);
  await isInteractive(page);
  await expect(page.locator(':target')).toHaveCount(1);
  await follow(page, 'Services', 'Other ways we can feed you');
  await expect(page.locator(':target')).toHaveCount(0);
});

test('the application does not wait for pictures that are further down', async ({ page, stack }) => {
  let askedFor = 0;
  const server = createServer(async ({ url = '', headers }, response) => {
    const { body, headers: answered } = await ask(stack.site, url, { accept: headers.accept ?? '*/*' });
    response.writeHead(200, { 'content-type': answered['content-type'] });
    if (url.startsWith('/uploads/') && !url.includes('lasagna')) {
      askedFor += 1;
      // What never comes whole, as on a line that is too slow.
      response.write(body.subarray(0, body.length >> 1));
      return;
    }
    if (url === '/') {
      const end = body.indexOf('</main>');
      response.write(body.subarray(0, end));
      // A document that is long under way: its pictures are asked for before it is whole.
      await expect.poll(() => askedFor).toBeGreaterThan(2);
      response.end(body.subarray(end));
    } else response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  await isInteractive(page);
  server.close();
  server.closeAllConnections();
});

for (const [pixels, width] of [
  [1, 400],
  [2, 680],
  [3, 680],
] as const) {
  test(`a phone with ${pixels} dots a pixel gets the picture ${width} dots wide`, async ({
    browser,
    stack,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 780 },
      deviceScaleFactor: pixels,
    });
    const page = await context.newPage();
    await page.goto(stack.site);
    const picture = page.getByRole('main').locator('img').first();
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(`avif_${width}_`);
    await context.close();
  });
}
