import { createServer } from 'node:http';
import { homePage, menuPage, servicesPage } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { stopAnimations } from '../support/animations.ts';
import { waitForHydration } from '../support/hydration.ts';
import { readLayoutInPage } from '../support/layout.ts';
import { listenOnFreePort } from '../support/ports.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { ask, canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The headings of the pages. */
const HOME = seedRecord('homepage', 'home-main').mainHeading ?? '';
const MENU = seedRecord('menu-header', 'menu-main').mainHeading ?? '';
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

test('a link to the current page scrolls to its top and focuses its content', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  await waitForHydration(page);
  await followLink(page, 'Menu', MENU);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();

  // A link to a section of the page still scrolls to that section.
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Drinks' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Drinks' })).toBeInViewport();
});

test('a link from / to /home, the same page, neither fetches nor renders it again', async ({
  page,
  stack,
}) => {
  const firstResponses = homePage.queries.map((name) =>
    page.waitForResponse(stack.site + queries[name].path),
  );
  await page.goto(stack.site);
  await waitForHydration(page);
  await Promise.all(firstResponses);
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Pages' }).click();
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  const home = navigation.getByRole('link', { name: 'Home', exact: true });
  await home.hover();
  await home.click();
  await expect(page).toHaveURL(`${stack.site}/home`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);

  // Requests of the home page would precede those for the next link.
  const next = page.waitForRequest(stack.site + queries.services.path);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).hover();
  await next;
  expect(requests.filter((path) => path === queries.home.path)).toEqual([]);
});

test('a jump over a long list lands at its target before the application has started', async ({
  page,
  stack,
}) => {
  await page.route('**/*.js', (route) => route.abort());
  const makeLong = (dishes: string) => dishes.replaceAll('</p>', ` ${'And more. '.repeat(50)}</p>`).repeat(5);
  await page.route(/\/menu(#.*)?$/, async (route) => {
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
});

test('when the application has started, a long list is laid out as a whole', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  await waitForHydration(page);
  const list = page.getByRole('main').locator('li:has(h3)').first().locator('..');
  await list.evaluate((element) => {
    for (const dish of [...element.children])
      for (let i = 0; i < 20; i++) element.append(dish.cloneNode(true));
  });
  const isLastDrawn = () =>
    list.evaluate((element) =>
      element.lastElementChild?.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
    );
  await expect.poll(isLastDrawn).toBe(true);
});

test('client navigation clears the :target highlight', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu#hours`);
  await waitForHydration(page);
  await expect(page.locator(':target')).toHaveCount(1);
  await followLink(page, 'Services', SERVICES);
  await expect(page.locator(':target')).toHaveCount(0);
});

test('hydration does not wait for pictures further down the page', async ({ page, stack }) => {
  let heldPictures = 0;
  const server = createServer(async ({ url = '', headers }, response) => {
    const { body, headers: responseHeaders } = await ask(stack.site, url, {
      accept: headers.accept ?? '*/*',
    });
    response.writeHead(200, { 'content-type': responseHeaders['content-type'] });
    // Only two, because the browser opens at most six connections.
    if (url.startsWith('/uploads/') && !url.includes('lasagna') && heldPictures < 2) {
      heldPictures += 1;
      // The rest never arrives, as on a very slow connection.
      response.write(body.subarray(0, body.length >> 1));
      return;
    }
    if (url === '/') {
      // Eager, because browsers differ in how early they load lazy pictures.
      const html = body.toString().replaceAll('loading="lazy"', 'loading="eager"');
      const end = html.indexOf('</main>');
      response.write(html.slice(0, end));
      // Holds back the end of the HTML until the browser has requested the pictures.
      await expect.poll(() => heldPictures).toBe(2);
      response.end(html.slice(end));
    } else response.end(body);
  });
  const port = await listenOnFreePort(server);
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
  await waitForHydration(page);
  server.close();
  server.closeAllConnections();
});

for (const [deviceScaleFactor, width] of [
  [1, 400],
  [2, 680],
  [3, 680],
] as const) {
  test(`a phone with a device pixel ratio of ${deviceScaleFactor} loads the picture that is ${width} px wide`, async ({
    browser,
    stack,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 780 },
      deviceScaleFactor,
    });
    const page = await context.newPage();
    await page.goto(stack.site);
    const picture = page.getByRole('main').locator('img').first();
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(`avif_${width}_`);
    await context.close();
  });
}

test('pointing at a link and following it sends each query of the page once', async ({ page, stack }) => {
  const pathsOf = ({ queries: names }: typeof menuPage) => names.map((name) => queries[name].path);
  const firstResponses = pathsOf(menuPage).map((path) => page.waitForResponse(stack.site + path));
  await page.goto(`${stack.site}/menu`);
  await Promise.all(firstResponses);

  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  });
  const footer = page.getByRole('contentinfo');
  const prefetched = pathsOf(servicesPage).map((path) => page.waitForResponse(stack.site + path));
  await footer.getByRole('link', { name: 'Services', exact: true }).hover();
  await Promise.all(prefetched);
  await followLink(page, 'Services', SERVICES);

  // Requests of the page that is shown would precede those for the next link.
  const next = page.waitForRequest(stack.site + queries.home.path);
  await footer.getByRole('link', { name: 'Home', exact: true }).hover();
  await next;
  const ofServices = requests.slice(0, requests.lastIndexOf(queries.siteName.path));
  expect(ofServices.sort()).toEqual(pathsOf(servicesPage).sort());
});

for (const [from, link, to, heading] of [
  ['/contact', 'Menu', '/menu', MENU],
  ['/menu', 'Services', '/services', SERVICES],
  ['/services', 'Home', '/', HOME],
] as const)
  test(`${to} is laid out the same whether it is opened or reached by a link from ${from}`, async ({
    page,
    stack,
  }) => {
    const readLayout = async () => {
      await waitForHydration(page);
      await page.evaluate(() => document.fonts.ready);
      return page.evaluate(readLayoutInPage);
    };
    await page.goto(stack.site + to);
    const opened = await readLayout();
    expect(opened.length).toBeGreaterThan(10);
    await page.goto(stack.site + from);
    await waitForHydration(page);
    await followLink(page, link, heading);
    await expect.poll(readLayout).toEqual(opened);
    // Opening the page would have started the application anew.
    expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toBe(
      stack.site + from,
    );
  });

/** What the application waits for: scripts that hold it back until the page calls `paint`. */
const waits = {
  'the report of the first paint': () => {
    const held: (() => void)[] = [];
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (options) {
      if (options?.type === 'paint') held.push(() => observe.call(this, options));
      else observe.call(this, options);
    };
    // Without a report, the application would start after 500 ms.
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (callback: () => void, delay = 0) => delay < 500 && setTimeout(callback, delay),
      paint: () => held.map((start) => start()),
    });
  },
  'the frame with the first picture': () => {
    const { requestAnimationFrame } = window;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    const paint = () => {
      window.requestAnimationFrame = requestAnimationFrame;
      for (const callback of held) requestAnimationFrame(callback);
    };
    Object.assign(window, { paint });
  },
};
const ends = {
  'and for nothing else': (page: Page) => page.evaluate(() => Reflect.get(window, 'paint')()),
  'unless the visitor presses a key': (page: Page) => page.keyboard.press('Shift'),
};
for (const [name, wait] of Object.entries(waits))
  for (const [until, end] of Object.entries(ends))
    test(`the application waits for ${name}, ${until}`, async ({ page, stack }) => {
      await page.addInitScript(wait);
      const scripts: string[] = [];
      page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
      await page.goto(stack.site);
      // An animation ends with a frame: what the load event and that frame have started is requested by now.
      await page.evaluate(async () => {
        await document.body.animate([], 1).finished;
        await new Promise((resolve) => setTimeout(resolve));
      });
      expect(scripts).toEqual([expect.stringContaining('/assets/loadApp')]);
      await end(page);
      await expect.poll(() => scripts.length).toBeGreaterThan(3);
    });

test('the application is requested by a browser that does not report its first paint', async ({
  page,
  stack,
}) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto(stack.site);
  await waitForHydration(page);
});

test.describe('the pictures that follow the first one of a page', () => {
  const FIRST = /_lasagna_/;
  const SECOND = /_ribeye_/;
  const isRequested = (page: Page, picture: RegExp) =>
    page.waitForRequest((request) => picture.test(request.url()));

  test('wait until it has loaded', async ({ page, stack }) => {
    await stopAnimations(page);
    let send = () => {};
    const isSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(FIRST, async (route) => {
      await isSent;
      await route.continue();
    });
    const pictures: string[] = [];
    page.on('request', (request) => request.resourceType() === 'image' && pictures.push(request.url()));
    // The logo in the header would be requested in the same frame as the others.
    await Promise.all([isRequested(page, /_logo_/), page.goto(stack.site, { waitUntil: 'commit' })]);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(pictures.filter((address) => !/_lasagna_|_logo_/.test(address))).toEqual([]);
    await Promise.all([isRequested(page, SECOND), send()]);
  });

  test('do not wait when it can’t be loaded', async ({ page, stack }) => {
    await stopAnimations(page);
    await page.route(FIRST, (route) => route.abort());
    await Promise.all([isRequested(page, SECOND), page.goto(stack.site)]);
  });

  test('come some seconds later where the script can’t be loaded', async ({ page, stack }) => {
    const startAnimations = await stopAnimations(page);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(stack.site);
    await Promise.all([isRequested(page, SECOND), startAnimations()]);
  });

  test.describe('where scripts are turned off', () => {
    test.use({ javaScriptEnabled: false });

    test('do not wait', async ({ page, stack }) => {
      await stopAnimations(page);
      await Promise.all([isRequested(page, SECOND), page.goto(stack.site)]);
    });
  });
});

test('what a visitor does while the application is loading is not lost', async ({ page, stack }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(?!loadApp).*\.js$/, async (route) => {
    await released;
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
  release();
  await waitForHydration(page);
  await expect(page.locator('.splide.is-initialized .splide__slide').nth(1)).toHaveClass(/is-active/);
});

test('nothing keeps a page out of the back/forward cache', async ({ page, stack }) => {
  await page.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type: string, ...rest) {
      if (/^(before)?unload$/.test(type)) performance.mark('unload handler');
      return Reflect.apply(add, this, [type, ...rest]);
    };
  });
  for (const path of canonicalPaths) {
    const response = await page.goto(stack.site + path);
    await waitForHydration(page);
    expect.soft(await response?.headerValue('cache-control'), path).not.toContain('no-store');
    expect
      .soft(await page.evaluate(() => performance.getEntriesByName('unload handler').length), path)
      .toBe(0);
  }
});
