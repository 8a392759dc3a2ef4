// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const requestPart = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('./importWithRetry.ts', () => ({ importWithRetry: requestPart }));

let readyState: DocumentReadyState = 'complete';
/** The functions that wait for the next frame, and for the report of the first paint. */
const frames: FrameRequestCallback[] = [];
const reports: (() => void)[] = [];

class FakePerformanceObserver {
  constructor(private readonly report: () => void) {}
  observe({ type }: PerformanceObserverInit): void {
    if (type === 'paint') reports.push(this.report);
  }
}

/** Runs the script of the document. */
async function start(): Promise<void> {
  await import('./loadApp.ts');
}
const paintFrame = () => {
  for (const frame of frames.splice(0)) frame(0);
};
const expectParts = (count: number) => {
  expect(requestPart).toHaveBeenCalledTimes(count);
  expect(document.documentElement.classList.contains('load-pictures')).toBe(count > 0);
};

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  requestPart.mockClear();
  readyState = 'complete';
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('PerformanceObserver', FakePerformanceObserver);
  document.documentElement.className = '';
  document.body.innerHTML = '<main><img fetchpriority="high"></main>';
});
afterEach(() => {
  frames.length = 0;
  reports.length = 0;
  vi.useRealTimers();
});

test('requests the application when the first paint is reported, and once', async () => {
  await start();
  expect(reports).toEqual([]);
  paintFrame();
  expectParts(0);
  for (const report of reports) report();
  expectParts(3);
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('keydown'));
  expectParts(3);
});

test('does not wait longer than half a second for a browser that does not report its first paint', async () => {
  await start();
  paintFrame();
  await vi.advanceTimersByTimeAsync(499);
  expectParts(0);
  await vi.advanceTimersByTimeAsync(1);
  expectParts(3);
});

test.each([
  ['the page', 'load', () => window],
  ['its first picture', 'load', () => document.querySelector('img')],
  ['its first picture', 'error', () => document.querySelector('img')],
] as const)('waits for the paint after the event of %s: %s', async (_, type, getTarget) => {
  readyState = 'interactive';
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  await start();
  expect(frames).toEqual([]);
  getTarget()?.dispatchEvent(new Event(type));
  paintFrame();
  for (const report of reports) report();
  expectParts(3);
});

test.each(['pointerdown', 'keydown'])('requests the application at once on %s', async (type) => {
  await start();
  window.dispatchEvent(new Event(type));
  expectParts(3);
});
