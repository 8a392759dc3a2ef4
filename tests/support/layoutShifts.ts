import type { Page } from './stack.ts';

/** Gives how far the page's parts have jumped since it was opened (layout shift without the visitor's doing). */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { jumped: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const jump: unknown = Reflect.get(entry, 'value');
        Object.assign(window, { jumped: Reflect.get(window, 'jumped') + Number(jump) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'jumped')));
}
