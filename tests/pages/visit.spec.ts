// What a visitor experiences from page to page, and while a page loads.
import { homePage, servicesPage } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { stopAnimations } from '../support/animations.ts';
import { createGate } from '../support/gate.ts';
import { waitForHydration } from '../support/hydration.ts';
import { readLayoutInPage } from '../support/layout.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The headings of the pages. */
const HOME = seedRecord('homepage', 'home-main').mainHeading ?? '';
const MENU = seedRecord('menu-header', 'menu-main').mainHeading ?? '';
const MENU_ADDRESS = /\/menu(#.*)?$/;
const SERVICES = seedRecord('servicespage', 'services-main').mainHeading ?? '';

/** Clicks a link in the footer, and waits until its page is shown. */
async function followLink(page: Page, name: string, heading: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test('going back restores the scroll position with a single scroll', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  await waitForHydration(page);
  // Visits both pages first, so that their scripts and content are loaded.
  await followLink(page, 'Services', SERVICES);
  const minPosition = 1_000;
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: MENU })).toBeVisible();
  // The link is in the footer: clicking it scrolls further down.
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), minPosition);
  await followLink(page, 'Services', SERVICES);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  const scrollPositions = await page.evaluateHandle(async () => {
    // The browser dispatches the event of the scroll to the top in the next frame.
    await new Promise(requestAnimationFrame);
    const seen: number[] = [];
    window.addEventListener('scroll', () => seen.push(window.scrollY));
    return seen;
  });
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(minPosition);
  // The browser dispatches the event of a scroll after it.
  await expect.poll(() => scrollPositions.jsonValue()).not.toEqual([]);
  expect([...new Set(await scrollPositions.jsonValue())]).toHaveLength(1);
});

test('client navigation and going back set the title and focus the content, without loading a document', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  await waitForHydration(page);
  // A property of the document that is lost when another one is loaded.
  await page.evaluate(() => Object.assign(document, { isFirst: true }));
  await test.step('the skip link is first, and moves the focus past the header', async () => {
    await page.keyboard.press('Tab');
    const skip = page.locator('a[href="#main"]');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 0.99 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });

  const menuButton = page.getByRole('button', { name: 'Pages' });
  const titles = [await page.title()];
  for (const name of ['Menu', 'Services', 'Contact']) {
    await menuButton.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).press('Enter');
    await expect(page).not.toHaveTitle(titles.at(-1) ?? '');
    await expect(page.getByRole('main')).toBeFocused();
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(4);
  for (const title of titles.slice(0, -1).reverse()) {
    await menuButton.focus();
    await page.goBack();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('main')).toBeFocused();
  }

  await test.step('a link to the current page scrolls to its top', async () => {
    await page.goForward();
    await expect(page).toHaveTitle(titles[1] ?? '');
    await followLink(page, 'Menu', MENU);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the name of a dish under its picture leads to the dish on the menu', async () => {
    await followLink(page, 'Home', HOME);
    const main = page.getByRole('main');
    const { entreeName = '' } = seedRecord('menu-entree', 'lasagna');
    await main.getByRole('link', { name: entreeName }).click();
    const dish = main.getByRole('heading', { level: 3, name: entreeName });
    await expect(dish).toBeFocused();
    await expect(dish).toBeInViewport({ ratio: 0.99 });
  });

  await test.step('another page clears the :target highlight', async () => {
    const sections = page.getByRole('navigation', { name: 'On this page' });
    await sections.getByRole('link', { name: 'Drinks' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Drinks' })).toBeInViewport();
    await page.getByRole('banner').locator('a[href="#hours"]').click();
    await expect(page.locator(':target')).toHaveCount(1);
    await followLink(page, 'Services', SERVICES);
    await expect(page.locator(':target')).toHaveCount(0);
  });

  await page.getByRole('banner').getByRole('link', { name: 'Scioto Table' }).click();
  await expect(page).toHaveURL(`${stack.site}/`);
  expect(await page.evaluate(() => Reflect.get(document, 'isFirst'))).toBe(true);
});

test('a link sends each query of its page once, and one to the same page neither fetches nor renders it again', async ({
  page,
  stack,
}) => {
  const pathsOf = ({ queries: names }: typeof homePage) => names.map((name) => queries[name].path);
  const receive = (fetched: typeof homePage) =>
    Promise.all(pathsOf(fetched).map((path) => page.waitForResponse(stack.site + path)));
  const firstResponses = receive(homePage);
  await page.goto(stack.site);
  await waitForHydration(page);
  await firstResponses;
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  });
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  await page.getByRole('button', { name: 'Pages' }).click();
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  const home = navigation.getByRole('link', { name: 'Home', exact: true });
  await home.hover();
  await home.click();
  await expect(page).toHaveURL(`${stack.site}/home`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);

  const prefetched = receive(servicesPage);
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Services', exact: true }).hover();
  await prefetched;
  await followLink(page, 'Services', SERVICES);
  // Requests of the pages that were shown would precede those for the next link.
  const next = page.waitForRequest(stack.site + queries.softDrinks.path);
  await footer.getByRole('link', { name: 'Menu', exact: true }).hover();
  await next;
  const before = requests.slice(0, requests.lastIndexOf(queries.siteName.path));
  expect(before.sort()).toEqual(pathsOf(servicesPage).sort());
});

test('a long list is laid out when it is needed, and as a whole when the application has started', async ({
  page,
  stack,
}) => {
  const scripts = '**/*.js';
  await page.route(scripts, (route) => route.abort());
  const makeLong = (dishes: string) => dishes.replaceAll('</p>', ` ${'And more. '.repeat(50)}</p>`).repeat(5);
  await page.route(MENU_ADDRESS, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(
      /(<ul class="DishList-[^>]*>)(.*?)<\/ul>/gs,
      (_, start, dishes) => `${start}${makeLong(dishes)}</ul>`,
    );
    await route.fulfill({ response, body });
  });
  const areDrawn = () =>
    page
      .getByRole('main')
      .locator('li h3')
      .evaluateAll((names) => names.map((name) => name.checkVisibility({ contentVisibilityAuto: true })));
  const position = () =>
    page
      .getByRole('heading', { level: 2, name: 'Drinks' })
      .evaluate((heading) => Math.abs(heading.getBoundingClientRect().top));
  await page.goto(`${stack.site}/menu`);
  // The first paint does not wait for the layout of dishes that nobody sees yet.
  expect(await areDrawn()).toContain(false);
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Drinks' }).click();
  await expect.poll(position).toBeLessThan(200);
  await page.goto('about:blank');
  await page.goto(`${stack.site}/menu#menu-drinks`);
  await expect.poll(position).toBeLessThan(200);
  await page.unroute(scripts);
  await page.unroute(MENU_ADDRESS);
  await page.goto(`${stack.site}/menu`);
  await waitForHydration(page);
  const list = page.getByRole('main').locator('li:has(h3)').first().locator('..');
  await list.evaluate((element) => {
    for (const dish of [...element.children])
      for (let i = 0; i < 20; i++) element.append(dish.cloneNode(true));
  });
  await expect.poll(areDrawn).not.toContain(false);
});

test('a phone loads pictures no larger than it needs, with a dense screen too', async ({
  browser,
  stack,
}) => {
  for (const [deviceScaleFactor, width] of [
    [1, 400],
    [2, 680],
    [3, 680],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 360, height: 780 }, deviceScaleFactor });
    const page = await context.newPage();
    await page.goto(stack.site);
    const picture = page.getByRole('main').locator('img').first();
    const chosen = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(chosen, `device pixel ratio ${deviceScaleFactor}`).toContain(`avif_${width}_`);
    await context.close();
  }
});

test('a page is laid out the same whether it is opened or reached by a link', async ({ page, stack }) => {
  const readLayout = async () => {
    await waitForHydration(page);
    await page.evaluate(() => document.fonts.ready);
    return page.evaluate(readLayoutInPage);
  };
  for (const [from, link, to, heading] of [
    ['/contact', 'Menu', '/menu', MENU],
    ['/menu', 'Services', '/services', SERVICES],
    ['/services', 'Home', '/', HOME],
  ] as const) {
    await page.goto(stack.site + to);
    const opened = await readLayout();
    expect(opened.length).toBeGreaterThan(10);
    await page.goto(stack.site + from);
    await waitForHydration(page);
    await followLink(page, link, heading);
    await expect.poll(readLayout, to).toEqual(opened);
  }
});

test('the pictures that follow the first one of a page wait until it has loaded, or can’t be', async ({
  browser,
  stack,
}) => {
  const FIRST = /_lasagna_/;
  /** Opens the home page in a new context, and returns it when its second picture is requested. */
  const open = async (
    javaScriptEnabled: boolean,
    prepare: (page: Page, startAnimations: () => Promise<unknown>) => Promise<unknown>,
  ) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const startAnimations = await stopAnimations(page);
    const second = page.waitForRequest((request) => /_ribeye_/.test(request.url()));
    await prepare(page, startAnimations);
    await second;
    await context.close();
  };
  await test.step('until it has loaded', () =>
    open(true, async (page) => {
      const { opened, open: send } = createGate();
      await page.route(FIRST, (route) => opened.then(() => route.continue()));
      const pictures: string[] = [];
      page.on('request', (request) => request.resourceType() === 'image' && pictures.push(request.url()));
      // The logo in the header would be requested in the same frame as the others.
      const logo = page.waitForRequest((request) => /_logo_/.test(request.url()));
      await page.goto(stack.site, { waitUntil: 'commit' });
      await logo;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      expect(pictures.filter((address) => !/_lasagna_|_logo_/.test(address))).toEqual([]);
      send();
    }));
  await test.step('not when it can’t be loaded', () =>
    open(true, async (page) => {
      await page.route(FIRST, (route) => route.abort());
      await page.goto(stack.site);
    }));
  await test.step('some seconds where the script can’t be loaded', () =>
    open(true, async (page, startAnimations) => {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto(stack.site);
      await startAnimations();
    }));
  await test.step('not where scripts are turned off', () => open(false, (page) => page.goto(stack.site)));
});

test('what a visitor does while the application is loading is not lost', async ({ page, stack }) => {
  const { opened, open } = createGate();
  await page.route(/\/assets\/(?!loadApp).*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(`${stack.site}/menu`);
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Drinks' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Drinks' })).toBeInViewport();
  await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page).toHaveURL(`${stack.site}/home`);

  const pictures = page.getByRole('group', { name: HOME });
  await pictures.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }));
  open();
  await waitForHydration(page);
  await expect(page.locator('.splide.is-initialized .splide__slide').nth(1)).toHaveClass(/is-active/);
});
