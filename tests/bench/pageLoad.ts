import type { Browser, Page } from '@playwright/test';

/** A common phone, with the network and CPU throttling of Lighthouse. */
const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const toBytesPerSecond = (megabits: number) => (megabits * 1_000_000) / 8;
const CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: toBytesPerSecond(1.6),
  uploadThroughput: toBytesPerSecond(0.75),
};
const CPU_SLOWDOWN = 4;

/** A page is idle when no request was pending for this long and the main thread is idle. */
const IDLE_MS = 500;
const TIMEOUT_MS = 30_000;
const LONG_TASK_MS = 50;

/** The measurements of one cold load: times in milliseconds from its start, sizes in bytes. */
export interface PageLoad {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** The tag name of the largest element, for example `img`. */
  largestElement: string;
  totalBlockingTime: number;
  cumulativeLayoutShift: number;
  /** The shifted elements: tag name and start of the text, for example `dd “Closed”`. */
  shiftedElements: string[];
  transferred: number;
  /** When the application marked itself as interactive; `undefined` on a page without one. */
  interactive: number | undefined;
  scripts: { address: string; responseEnd: number }[];
}

/** The conditions to wait for before a load counts as complete. */
export interface Expected {
  /** The application has marked itself as interactive. */
  application: boolean;
  /** The carousel is initialized. */
  carousel: boolean;
}

/** The measurements that the page collects from its start. */
interface Observed {
  largestContentfulPaint: number;
  largestElement: string;
  cumulativeLayoutShift: number;
  shiftedElements: string[];
  longTasks: { startTime: number; duration: number }[];
}

declare global {
  interface Window {
    observed: Observed;
  }
}

/**
 * Loads a page with an empty cache in a new browser context, with a throttled network and CPU.
 * @throws Error when the page does not meet the expected conditions before the timeout
 */
export async function loadPage(browser: Browser, address: string, expected: Expected): Promise<PageLoad> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', CONNECTION);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('javascript')) scripts.add(response.url());
  });
  const waitUntilIdle = watchNetwork(page);
  await page.goto(address, { waitUntil: 'load' });
  if (expected.application)
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0, undefined, {
      polling: 100,
    });
  if (expected.carousel) await page.locator('.splide.is-initialized').waitFor();
  await waitUntilIdle();
  const load = await page.evaluate(readFigures, LONG_TASK_MS);
  await context.close();
  return { ...load, scripts: load.resources.filter((resource) => scripts.has(resource.address)) };
}

/** Runs in the page before its own scripts: stores the performance entries that only an observer receives. */
function observe(): void {
  const observed: Observed = {
    largestContentfulPaint: 0,
    largestElement: '',
    cumulativeLayoutShift: 0,
    shiftedElements: [],
    longTasks: [],
  };
  window.observed = observed;
  const watch = (type: string, store: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(store)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    observed.largestContentfulPaint = entry.startTime;
    observed.largestElement =
      (entry as PerformanceEntry & { element: Element | null }).element?.localName ?? '';
  });
  watch('layout-shift', (entry) => {
    const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
    observed.cumulativeLayoutShift += value;
    for (const { node } of sources)
      observed.shiftedElements.push(
        `${node?.nodeName.toLowerCase()} “${node?.textContent?.slice(0, 20).replaceAll(/\s+/g, ' ')}”`,
      );
  });
  watch('longtask', ({ startTime, duration }) => observed.longTasks.push({ startTime, duration }));
}

/** Runs in the page when it is idle. */
function readFigures(longTask: number) {
  const { largestContentfulPaint, largestElement, cumulativeLayoutShift, shiftedElements, longTasks } =
    window.observed;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!paint || !navigation || !largestContentfulPaint) throw new Error('the page painted nothing');
  const firstContentfulPaint = paint.startTime;
  const blocking = longTasks.map(({ startTime, duration }) => {
    const afterPaint = startTime + duration - Math.max(startTime, firstContentfulPaint);
    return Math.max(0, afterPaint - longTask);
  });
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    firstContentfulPaint,
    largestContentfulPaint,
    largestElement,
    totalBlockingTime: sum(blocking),
    cumulativeLayoutShift,
    shiftedElements,
    transferred: navigation.transferSize + sum(resources.map(({ transferSize }) => transferSize)),
    interactive: performance.getEntriesByName('interactive')[0]?.startTime,
    resources: resources.map(({ name, responseEnd }) => ({ address: name, responseEnd })),
  };
}

/** Counts a page's pending requests; returns a function that waits until the page is idle. */
function watchNetwork(page: Page): () => Promise<void> {
  let pendingRequests = 0;
  let lastChange = performance.now();
  const changeBy = (step: number) => () => {
    pendingRequests += step;
    lastChange = performance.now();
  };
  page.on('request', changeBy(1)).on('requestfinished', changeBy(-1)).on('requestfailed', changeBy(-1));
  return async () => {
    const deadline = performance.now() + TIMEOUT_MS;
    while (pendingRequests > 0 || performance.now() - lastChange < IDLE_MS) {
      if (performance.now() > deadline) throw new Error(`${page.url()} does not become idle`);
      await page.waitForTimeout(IDLE_MS / 10);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    }
  };
}
