import { stopAnimations } from '../support/animations.ts';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { sampleCases } from '../support/sampleCases.ts';
import { canonicalPaths, expect, test as siteTest } from '../support/site.ts';
import { SiteProxy } from '../support/siteProxy.ts';
import type { Page } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

/** The time at which the server renders all pages, and the line about now that they have. */
const RENDERED_AT = '2026-11-24T12:00:00-05:00';
const RENDERED_LINE = 'Closed, opens at 4:30 pm';
const DATED_LINE = `${RENDERED_LINE} (Tuesday, November 24)`;
/** The time of the browser, and the line at that time. */
const VISITED_AT = '2026-11-24T18:30:00-05:00';
const VISITED_LINE = 'Open until 9:30 pm';

/** Tests of a site behind a proxy, whose server stopped its clock some hours before the visit. */
const test = siteTest.extend<{ siteProxy: SiteProxy }>({
  siteProxy: async ({ dataDir, startSite, page }, use) => {
    const { env } = new TestClock(dataDir, RENDERED_AT);
    const site = await startSite({ env: { ...env, TIME_ZONE: 'America/New_York' } });
    const siteProxy = await SiteProxy.start((await site.waitUntilCached()).address);
    await page.addInitScript((now) => {
      Date.now = () => now;
    }, Date.parse(VISITED_AT));
    await use(siteProxy);
    siteProxy.stop();
  },
});

const isScript = (path: string) => /^\/assets\/.*\.js$/.test(path);
/** The script in the document; the scripts that it loads are the application. */
const isFirstScript = (path: string) => path.startsWith('/assets/loadApp');
const isOfApplication = (path: string) => isScript(path) && !isFirstScript(path);

const statusLine = (page: Page) =>
  page.getByRole('navigation', { name: 'Quick links' }).getByRole('link').first();

/** Never runs the timers of the retries in a page, so that only an event can cause one. */
const stopRetryTimers = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (callback: () => void, delay = 0) => (delay < 1_000 ? setTimeout(callback, delay) : 0),
    });
  });

const listScripts = (siteProxy: SiteProxy) => [...new Set(siteProxy.requests.filter(isOfApplication))];

/** Opens a page and lists the scripts of the application that it requests. */
async function findScripts(page: Page, siteProxy: SiteProxy, path: string): Promise<string[]> {
  await page.goto(siteProxy.address + path);
  await waitForHydration(page);
  const lastScript = { '/': 'slider', '/menu': 'parsers' }[path] ?? 'FontAwesome';
  for (const name of ['parsers', lastScript])
    await expect.poll(() => listScripts(siteProxy)).toContainEqual(expect.stringContaining(name));
  return listScripts(siteProxy);
}

/** The events after which a page retries, as the browser dispatches them. */
const events = {
  online: () => window.dispatchEvent(new Event('online')),
  pageshow: () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  visibilitychange: () => document.dispatchEvent(new Event('visibilitychange')),
};

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSameDocument') === true);

async function followLink(page: Page, name: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const SERVICES = 'Other ways we can feed you';
const MENU = 'What we’re cooking';

/** Clicks on a link unless it would load a document, and returns whether it did. */
const clickRoutedLink = (page: Page, name: string) =>
  page
    .getByRole('contentinfo')
    .getByRole('link', { name, exact: true })
    .evaluate((link: HTMLElement) => {
      let isLeftToBrowser = false;
      const check = (event: Event) => {
        // Whether the application has stopped its propagation.
        isLeftToBrowser = event.cancelBubble;
        if (isLeftToBrowser) event.preventDefault();
      };
      window.addEventListener('click', check, { capture: true, once: true });
      link.click();
      return !isLeftToBrowser;
    });

/** Expects that the application has started: it corrects the line, moves the carousel and navigates without loading a document. */
async function expectStarted(page: Page, path: string): Promise<void> {
  await waitForHydration(page);
  await expect(statusLine(page)).toHaveText(VISITED_LINE);
  if (path === '/') {
    await expect(page.locator('.splide.is-initialized')).toBeVisible();
    await page.getByRole('button', { name: 'Next picture' }).click();
    await expect(page.locator('.splide__slide').nth(1)).toHaveClass(/is-active/);
  }
  if (/services|contact/.test(path))
    await expect(page.getByRole('main').locator('svg').first()).toBeVisible();
  // The script that arrives last may be of no use for what is above.
  await expect.poll(() => clickRoutedLink(page, path === '/menu' ? 'Services' : 'Menu')).toBe(true);
  await expect(heading(page, path === '/menu' ? SERVICES : MENU)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
}

for (const path of canonicalPaths)
  test(`${path} starts without a reload after the connection was cut at one of its scripts`, {
    tag: '@sampled',
  }, async ({ page, siteProxy }) => {
    const scripts = await findScripts(page, siteProxy, path);
    expect(scripts.length).toBeGreaterThanOrEqual(5);
    await stopRetryTimers(page);
    const names = ['online', 'pageshow', 'visibilitychange'] as const;
    const cases = scripts.map((script, index) => ({ script, event: names[index % 3] ?? 'online' }));
    for (const { script, event } of path === '/' ? cases : sampleCases(cases, 2))
      await test.step(`${script}, ${event}`, async () => {
        siteProxy.isCut = (requested) => requested === script;
        siteProxy.requests.length = 0;
        await page.goto(siteProxy.address + path);
        await markDocument(page);
        // The page itself retries once at once.
        await expect.poll(() => siteProxy.count(script)).toBeGreaterThanOrEqual(2);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        siteProxy.isCut = () => false;
        // More than once: an event while the last request is still being cut has no effect.
        await page.evaluate(`setInterval(${events[event]}, 100)`);
        await expectStarted(page, path);
      });
  });

test('a page whose application was cut off retries by itself, and not while it is offline', async ({
  page,
  context,
  siteProxy,
}) => {
  siteProxy.isCut = isOfApplication;
  await page.goto(siteProxy.address);
  await markDocument(page);
  const countRequests = () => siteProxy.requests.filter(isOfApplication).length;
  // The first attempt, the one at once and the one after a second, for four files each.
  await expect.poll(countRequests).toBeGreaterThan(8);
  await context.setOffline(true);
  siteProxy.isCut = () => false;
  const before = countRequests();
  await page.evaluate(events.pageshow);
  await page.evaluate(events.visibilitychange);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(countRequests()).toBe(before);
  await context.setOffline(false);
  await expectStarted(page, '/');
});

test('a page that loads undisturbed requests each script once', async ({ page, siteProxy }) => {
  await findScripts(page, siteProxy, '/');
  const scripts = siteProxy.requests.filter(isScript);
  expect(scripts).toEqual([...new Set(scripts)]);
});

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const)
  for (const [name, isLost] of [
    ['the first script', isFirstScript],
    ['the application', isOfApplication],
  ] as const)
    test(`a page left open at ${width} px shows the date of its line when ${name} never comes`, async ({
      page,
      siteProxy,
    }) => {
      siteProxy.isCut = isLost;
      await page.setViewportSize({ width, height });
      const layoutShift = await watchLayoutShifts(page);
      const startAnimations = await stopAnimations(page);
      await page.goto(`${siteProxy.address}/contact`);
      const inMain = page.getByRole('main').getByText(RENDERED_LINE);
      for (const line of [statusLine(page), inMain])
        await expect(line).toHaveText(RENDERED_LINE, { useInnerText: true });
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      const before = await layoutShift();
      await startAnimations();
      for (const line of [statusLine(page), inMain])
        await expect(line).toHaveText(DATED_LINE, { useInnerText: true });
      await waitForPaint(page);
      expect((await layoutShift()) - before).toBeLessThan(0.01);
      // Links load their pages from the server.
      siteProxy.isCut = () => false;
      await markDocument(page);
      await followLink(page, 'Menu');
      await expect(heading(page, MENU)).toBeVisible();
      expect(await isSameDocument(page)).toBe(false);
      await waitForHydration(page);
      await expect(statusLine(page)).toHaveText(VISITED_LINE);
    });

test('a page that has started never shows the date', async ({ page, siteProxy }) => {
  const startAnimations = await stopAnimations(page);
  await page.goto(`${siteProxy.address}/contact`);
  await waitForHydration(page);
  await startAnimations();
  await expect(page.getByText(VISITED_LINE)).toHaveCount(2);
  await expect(page.getByText('November 24)')).toHaveCount(0);
});

test('the date is hidden before the animation that hides it has begun', async ({ page, siteProxy }) => {
  siteProxy.isCut = isOfApplication;
  await page.goto(`${siteProxy.address}/contact`);
  // Chromium sometimes lets an animation begin up to 0.1 ms after the time of the frame that it paints.
  const count = await page.evaluate(() => {
    const animations = document.getAnimations();
    for (const animation of animations) {
      animation.pause();
      animation.currentTime = -0.1;
    }
    return animations.length;
  });
  expect(count).toBeGreaterThan(0);
  await expect(statusLine(page)).toHaveText(RENDERED_LINE, { useInnerText: true });
});

test.describe('when the server has the scripts of another version only', () => {
  for (const path of canonicalPaths)
    test(`${path} stays whole, does not ask again, and the next page is whole`, async ({
      page,
      siteProxy,
    }) => {
      const scripts = await findScripts(page, siteProxy, path);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      for (const script of scripts)
        await test.step(script, async () => {
          siteProxy.isMissing = (requested) => requested === script;
          siteProxy.requests.length = 0;
          await page.goto(siteProxy.address + path);
          await markDocument(page);
          await expect.poll(() => siteProxy.count(script)).toBeGreaterThan(0);
          await page.waitForLoadState('networkidle');
          const before = siteProxy.count(script);
          for (const dispatch of Object.values(events)) await page.evaluate(dispatch);
          // A retry would have been requested before it.
          await page.evaluate(() => fetch('/robots.txt').then(String));
          expect(siteProxy.count(script)).toBe(before);
          siteProxy.isMissing = () => false;
          await followLink(page, path === '/menu' ? 'Services' : 'Menu');
          await expect(heading(page, path === '/menu' ? SERVICES : MENU)).toBeVisible();
          expect(await isSameDocument(page)).toBe(false);
          await markDocument(page);
          await expectStarted(page, path === '/menu' ? '/services' : '/menu');
        });
      expect(errors).toEqual([]);
    });

  test('a link that is pointed at loads its page from the server', async ({ page, siteProxy }) => {
    await page.goto(`${siteProxy.address}/menu`);
    await waitForHydration(page);
    await expect(statusLine(page)).toHaveText(VISITED_LINE);
    await markDocument(page);
    siteProxy.isMissing = (path) => path.startsWith('/assets/FontAwesome');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).hover();
    await expect.poll(() => siteProxy.requests.filter(siteProxy.isMissing).length).toBe(1);
    await followLink(page, 'Services');
    await expect(heading(page, SERVICES)).toBeVisible();
    await expect(page.getByRole('main').locator('svg')).toHaveCount(4);
    expect(await isSameDocument(page)).toBe(false);
  });

  test('a page comes from the server whose link was followed before the answer', async ({
    page,
    siteProxy,
  }) => {
    await page.goto(`${siteProxy.address}/menu`);
    await waitForHydration(page);
    await markDocument(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let requests = 0;
    await page.route('**/assets/FontAwesome*.js', async (route) => {
      await released;
      requests += 1;
      await (requests <= 2 ? route.fulfill({ status: 404 }) : route.continue());
    });
    await followLink(page, 'Services');
    await expect(page).toHaveURL(`${siteProxy.address}/services`);
    expect(await isSameDocument(page)).toBe(true);
    release();
    await page.waitForFunction(() => Reflect.get(window, 'isSameDocument') !== true);
    await expect(heading(page, SERVICES)).toBeVisible();
    await expect(page.getByRole('main').locator('svg')).toHaveCount(4);
  });
});
