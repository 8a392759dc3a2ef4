import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, expect, type Page, type Request } from '@playwright/test';
import type { PageFigures, PagePath, Variant } from './results.ts';

/** A common phone, with the network and CPU throttling of Lighthouse. */
const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** In milliseconds and bytes per second: 150 ms, 1.6 Mbps and 0.75 Mbps. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWDOWN = 4;

/** A page is idle when no request was pending for this long and the main thread is idle. */
const IDLE_MS = 500;
const TIMEOUT_MS = 30_000;
const KIB = 1024;

/** Opens a phone with an empty cache and a throttled network and CPU. */
export async function openOnPhone(browser: Browser) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', CONNECTION);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { context, page, devTools };
}

/** Loads a page in a new browser context, and waits until its application has started and it is idle. */
export async function loadPage(
  browser: Browser,
  server: string,
  path: PagePath,
  variant: Variant,
): Promise<PageFigures> {
  const { context, page, devTools } = await openOnPhone(browser);
  const waitUntilIdle = watchRequests(page);
  await page.goto(server + path, { waitUntil: 'load' });
  if (variant !== 'static page')
    await waitFor(devTools, "performance.getEntriesByName('interactive').length");
  if (variant !== 'static page' && path === '/')
    await waitFor(devTools, "document.querySelectorAll('.splide.is-initialized').length");
  await waitUntilIdle();
  const { scripts, interactive, ...figures } = await page.evaluate(readFigures);
  await context.close();
  const sizes = await Promise.all(
    scripts.map(async ({ address, end }) => ({ size: await fetchGzipSize(address), end })),
  );
  const sizeUntil = (time: number) =>
    sizes.reduce((total, { size, end }) => total + (end <= time ? size : 0), 0) / KIB;
  return {
    ...figures,
    scriptsUntilInteractive: sizeUntil(interactive),
    scripts: sizeUntil(Number.POSITIVE_INFINITY),
  };
}

/**
 * Waits until an expression is not 0 in the page. Playwright's own functions for this first evaluate a script of 300 KB in the
 * page: with the throttled CPU that takes longer than 50 ms, which would count as blocking time.
 */
export const waitFor = (devTools: CDPSession, expression: string) =>
  expect
    .poll(async () => (await devTools.send('Runtime.evaluate', { expression })).result.value, {
      timeout: TIMEOUT_MS,
      intervals: [100],
    })
    .toBeGreaterThan(0);

/** Runs in the page when it is idle. */
function readFigures() {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const observe = (type: string) => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type, buffered: true });
    return observer.takeRecords();
  };
  const paints = observe('largest-contentful-paint');
  const largest = paints.filter((entry) => entry instanceof LargestContentfulPaint).at(-1);
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  if (!paint || !largest) throw new Error('the page painted nothing');
  const taskTimes = observe('longtask').map(
    ({ startTime, duration }) => startTime + duration - Math.max(startTime, paint.startTime),
  );
  // TypeScript's DOM library has no type for these entries, and Reflect.get returns `any`.
  const shifts = observe('layout-shift').map((entry): number => Reflect.get(entry, 'value'));
  const files = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
  return {
    firstContentfulPaint: paint.startTime,
    largestContentfulPaint: largest.startTime,
    totalBlockingTime: sum(taskTimes.map((time) => Math.max(0, time - 50))),
    // The browser reports only tasks of 50 ms or more.
    longestTask: Math.max(0, ...taskTimes),
    cumulativeLayoutShift: sum(shifts),
    interactive: performance.getEntriesByName('interactive')[0]?.startTime ?? 0,
    scripts: files
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, responseEnd }) => ({ address: name, end: responseEnd })),
  };
}

/** Records a page's pending requests; returns a function that waits until the page is idle. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let lastChange = performance.now();
  const onEnd = (request: Request) => {
    pending.delete(request);
    lastChange = performance.now();
  };
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', onEnd).on('requestfailed', onEnd);
  return () =>
    expect(async () => {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      expect([...pending].map((request) => request.url())).toEqual([]);
      expect(performance.now() - lastChange).toBeGreaterThan(IDLE_MS);
    }).toPass({ timeout: TIMEOUT_MS, intervals: [IDLE_MS / 10] });
}

const fetchGzipSize = async (address: string) => gzipSync(await (await fetch(address)).text()).length;
