import type { Browser, Page } from '@playwright/test';

/** A phone of a common size, and a connection and a processor as slow as Lighthouse's. */
const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const bytesPerSecond = (megabits: number) => (megabits * 1_000_000) / 8;
const CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesPerSecond(1.6),
  uploadThroughput: bytesPerSecond(0.75),
};
const CPU_SLOWDOWN = 4;

/** A page is at rest when nothing has been on its way for that long and the processor has time again. */
const QUIET_MS = 500;
const TIMEOUT_MS = 30_000;
const LONG_TASK_MS = 50;

/** What one cold load was like: times in milliseconds from its start, sizes in bytes. */
export interface PageLoad {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** The element that was painted then, for example `img`. */
  largestElement: string;
  totalBlockingTime: number;
  cumulativeLayoutShift: number;
  /** What has moved by that much: each element's name and how its text begins, for example `dd “Closed”`. */
  moved: string[];
  transferred: number;
  /** When the page said that its application answers; `undefined` on a page without. */
  interactive: number | undefined;
  scripts: { address: string; responseEnd: number }[];
}

/** What a page must have shown for its load to be over. */
export interface Expected {
  /** The application says that it is interactive. */
  application: boolean;
  /** The carousel slides. */
  carousel: boolean;
}

/** What the page collects of itself from the moment it begins. */
interface Observed {
  largestContentfulPaint: number;
  largestElement: string;
  cumulativeLayoutShift: number;
  moved: string[];
  longTasks: { startTime: number; duration: number }[];
}

declare global {
  interface Window {
    observed: Observed;
  }
}

/**
 * Loads a page cold, in a browser context of its own, over the slow connection and with the slow processor.
 * @throws Error when the page does not show what is expected of it in time
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
  const rest = watchNetwork(page);
  await page.goto(address, { waitUntil: 'load' });
  if (expected.application)
    await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0, undefined, {
      polling: 100,
    });
  if (expected.carousel) await page.locator('.splide.is-initialized').waitFor();
  await rest();
  const load = await page.evaluate(readFigures, LONG_TASK_MS);
  await context.close();
  return { ...load, scripts: load.resources.filter((resource) => scripts.has(resource.address)) };
}

/** Runs in the page before anything of it: keeps what the browser tells only to those who listen. */
function observe(): void {
  const observed: Observed = {
    largestContentfulPaint: 0,
    largestElement: '',
    cumulativeLayoutShift: 0,
    moved: [],
    longTasks: [],
  };
  window.observed = observed;
  const watch = (type: string, keep: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    observed.largestContentfulPaint = entry.startTime;
    observed.largestElement =
      (entry as PerformanceEntry & { element: Element | null }).element?.localName ?? '';
  });
  watch('layout-shift', (entry) => {
    const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
    observed.cumulativeLayoutShift += value;
    for (const { node } of sources)
      observed.moved.push(
        `${node?.nodeName.toLowerCase()} “${node?.textContent?.slice(0, 20).replaceAll(/\s+/g, ' ')}”`,
      );
  });
  watch('longtask', ({ startTime, duration }) => observed.longTasks.push({ startTime, duration }));
}

/** Runs in the page when it is at rest. */
function readFigures(longTask: number) {
  const { largestContentfulPaint, largestElement, cumulativeLayoutShift, moved, longTasks } = window.observed;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!paint || !navigation || !largestContentfulPaint) throw new Error('the page has painted nothing');
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
    moved,
    transferred: navigation.transferSize + sum(resources.map(({ transferSize }) => transferSize)),
    interactive: performance.getEntriesByName('interactive')[0]?.startTime,
    resources: resources.map(({ name, responseEnd }) => ({ address: name, responseEnd })),
  };
}

/** Counts what is on its way to and from a page; gives a function that waits until that is nothing, for long enough. */
function watchNetwork(page: Page): () => Promise<void> {
  let onItsWay = 0;
  let changed = performance.now();
  const count = (step: number) => () => {
    onItsWay += step;
    changed = performance.now();
  };
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1));
  return async () => {
    const deadline = performance.now() + TIMEOUT_MS;
    while (onItsWay > 0 || performance.now() - changed < QUIET_MS) {
      if (performance.now() > deadline) throw new Error(`${page.url()} does not come to rest`);
      await page.waitForTimeout(QUIET_MS / 10);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    }
  };
}
