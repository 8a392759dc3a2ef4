// Scripts that a page can't get; web/src/importWithRetry.test.ts has when it tries again.
import { rmSync } from 'node:fs';
import { stopAnimations } from '../support/animations.ts';
import { createGate } from '../support/gate.ts';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { createSiteData, expect, Site } from '../support/site.ts';
import { SiteProxy } from '../support/siteProxy.ts';
import { test as base, type Page } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

/** The time at which the server renders all pages, and the line about now that they have. */
const RENDERED_AT = '2026-11-24T12:00:00-05:00';
const RENDERED_LINE = 'Closed, opens at 4:30 pm';
const DATED_LINE = `${RENDERED_LINE} (Tuesday, November 24)`;
/** The time of the browser, and the line at that time. */
const VISITED_AT = '2026-11-24T18:30:00-05:00';
const VISITED_LINE = 'Open until 9:30 pm';

/** A site whose clock stands still. */
let site: Site;
let dataDir: string;

/** Tests of a site behind a proxy, whose server stopped its clock some hours before the visit. */
const test = base.extend<{ siteProxy: SiteProxy }>({
  siteProxy: async ({ context }, use) => {
    const siteProxy = await SiteProxy.start(site.address);
    await context.addInitScript((now) => {
      Date.now = () => now;
    }, Date.parse(VISITED_AT));
    await use(siteProxy);
    siteProxy.stop();
  },
});

test.beforeAll(async ({ stack }) => {
  dataDir = createSiteData();
  const env = { ...new TestClock(dataDir, RENDERED_AT).env, TIME_ZONE: 'America/New_York' };
  site = await (await Site.start({ cms: stack.cms, dataDir, env })).waitUntilCached();
});
test.afterAll(async () => {
  expect(site.hasCrashed, site.log).toBe(false);
  await site.stop();
  rmSync(dataDir, { recursive: true });
});

/** The script in the document; the scripts that it loads are the application. */
const isFirstScript = (path: string) => path.startsWith('/assets/loadApp');
const isOfApplication = (path: string) => /^\/assets\/.*\.js$/.test(path) && !isFirstScript(path);

const statusLine = (page: Page) =>
  page.getByRole('navigation', { name: 'Quick links' }).getByRole('link').first();

/** Runs no timers of retries in a page until `dispatchOften`, so that only an event can cause the first retry. */
const stopRetryTimers = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (callback: () => void, delay = 0) =>
        delay < 1_000 || Reflect.get(window, 'isRetrying') ? setTimeout(callback, delay) : 0,
    });
  });
/** Dispatches an event more than once, because one while the last request is still being cut has no effect. */
const dispatchOften = (page: Page, event: keyof typeof events) =>
  page.evaluate(`window.isRetrying = true; setInterval(${events[event]}, 100)`);

const listScripts = (siteProxy: SiteProxy) => [...new Set(siteProxy.requests.filter(isOfApplication))];

/** The script that a page needs for its carousel or its icons. */
const OWN_SCRIPTS = { '/': 'slider', '/services': 'FontAwesome' };

/** Opens a page and lists the scripts of the application that it requests, each once. */
async function findScripts(page: Page, siteProxy: SiteProxy, path: '/' | '/services'): Promise<string[]> {
  siteProxy.requests.length = 0;
  await page.goto(siteProxy.address + path);
  await waitForHydration(page);
  for (const name of ['parsers', OWN_SCRIPTS[path]])
    await expect.poll(() => listScripts(siteProxy)).toContainEqual(expect.stringContaining(name));
  const scripts = listScripts(siteProxy);
  expect(siteProxy.requests.filter(isOfApplication)).toEqual(scripts);
  return scripts;
}

/** Lists all scripts of the application, each with a page that requests it. Pages differ only in the script of their own. */
async function findCases(page: Page, siteProxy: SiteProxy) {
  const ofHome = await findScripts(page, siteProxy, '/');
  const ofServices = await findScripts(page, siteProxy, '/services');
  expect(ofHome.length).toBeGreaterThanOrEqual(5);
  return [
    ...ofHome.map((script) => ({ path: '/', script }) as const),
    ...ofServices
      .filter((script) => !ofHome.includes(script))
      .map((script) => ({ path: '/services', script }) as const),
  ];
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
const SERVICES = seedRecord('servicespage', 'services-main').mainHeading ?? '';
const MENU = seedRecord('menu-header', 'menu-main').mainHeading ?? '';

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

test('a page starts without a reload after the connection was cut at one of its scripts', async ({
  page,
  siteProxy,
}) => {
  const cases = await findCases(page, siteProxy);
  await stopRetryTimers(page);
  const names = ['online', 'pageshow', 'visibilitychange'] as const;
  for (const [index, { path, script }] of cases.entries()) {
    const event = names[index % names.length] ?? 'online';
    await test.step(`${path}, ${script}, ${event}`, async () => {
      siteProxy.isCut = (requested) => requested === script;
      siteProxy.requests.length = 0;
      await page.goto(siteProxy.address + path);
      await markDocument(page);
      // The page itself retries once at once.
      await expect.poll(() => siteProxy.count(script)).toBeGreaterThanOrEqual(2);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      siteProxy.isCut = () => false;
      await dispatchOften(page, event);
      await expectStarted(page, path);
    });
  }
});

test('a page left open shows the date of its line when its scripts never come, and nothing shifts then', async ({
  page,
  siteProxy,
}) => {
  const layoutShift = await watchLayoutShifts(page);
  for (const [isLost, width] of [
    [isFirstScript, 360],
    [isOfApplication, 360],
    [isOfApplication, 1440],
  ] as const)
    await test.step(`${isLost.name}, ${width} px`, async () => {
      siteProxy.isCut = isLost;
      await page.setViewportSize({ width, height: 800 });
      const startAnimations = await stopAnimations(page);
      await page.goto(`${siteProxy.address}/contact`);
      // Chromium sometimes lets an animation begin up to 0.1 ms after the time of the frame that it paints.
      const count = await page.evaluate(() => {
        const animations = document.getAnimations();
        for (const animation of animations) animation.currentTime = -0.1;
        return animations.length;
      });
      expect(count).toBeGreaterThan(0);
      await expect(statusLine(page)).toHaveText(RENDERED_LINE, { useInnerText: true });
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      const before = await layoutShift();
      await startAnimations();
      await expect(statusLine(page)).toHaveText(DATED_LINE, { useInnerText: true });
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
});

test('when the server has only the scripts of another version, it sends the page of each link', async ({
  page,
  siteProxy,
}) => {
  const cases = await findCases(page, siteProxy);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const { path, script } of cases.filter((_, index) => index % 3 === 0 || index === cases.length - 1))
    await test.step(`${path} lacks ${script}`, async () => {
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
      await followLink(page, 'Menu');
      await expect(heading(page, MENU)).toBeVisible();
      expect(await isSameDocument(page)).toBe(false);
      await waitForHydration(page);
    });

  const expectServices = async () => {
    await page.waitForFunction(() => Reflect.get(window, 'isSameDocument') !== true);
    await expect(heading(page, SERVICES)).toBeVisible();
    await expect(page.getByRole('main').locator('svg')).toHaveCount(4);
  };
  await test.step('after a visitor has pointed at a link', async () => {
    await markDocument(page);
    siteProxy.isMissing = (path) => path.startsWith('/assets/FontAwesome');
    siteProxy.requests.length = 0;
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).hover();
    await expect.poll(() => siteProxy.requests.filter(siteProxy.isMissing).length).toBe(1);
    await followLink(page, 'Services');
    await expectServices();
    siteProxy.isMissing = () => false;
  });

  await test.step('after a visitor has followed a link before the answer', async () => {
    await page.goto(`${siteProxy.address}/menu`);
    await waitForHydration(page);
    await markDocument(page);
    const { opened, open } = createGate();
    let requests = 0;
    await page.route('**/assets/FontAwesome*.js', async (route) => {
      await opened;
      requests += 1;
      await (requests <= 2 ? route.fulfill({ status: 404 }) : route.continue());
    });
    await followLink(page, 'Services');
    await expect(page).toHaveURL(`${siteProxy.address}/services`);
    expect(await isSameDocument(page)).toBe(true);
    open();
    await expectServices();
  });
  expect(errors).toEqual([]);
});
