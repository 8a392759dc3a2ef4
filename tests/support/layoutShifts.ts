import type { Frame } from '@playwright/test';
import type { Page } from './stack.ts';

/** Records layout shifts from the next navigation on; the returned function reads their sum (as in CLS, without user input). */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // TypeScript's DOM library has no type for layout-shift entries.
        const value: unknown = Reflect.get(entry, 'value');
        Object.assign(window, { layoutShift: Reflect.get(window, 'layoutShift') + Number(value) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'layoutShift')));
}

/** Waits until the current content is painted and its layout shifts are reported. */
export const waitForPaint = (page: Page | Frame) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  );
