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

/** Loads the web fonts, which a browser otherwise does only for a text: after this, no text shifts when its font arrives. */
export const loadFonts = (page: Page) =>
  page.evaluate(async () => {
    const faces = await Promise.all(
      ['800 1rem "Besley"', '1rem "Libre Franklin"'].map((font) => document.fonts.load(font)),
    );
    if (faces.some(({ length }) => length === 0)) throw new Error('The page has no such font.');
  });

/** Google's limit for a good CLS. */
const GOOD_CLS = 0.1;
/** The links in the header's one line move by a few pixels: no fallback font has the widths of all letters and digits. */
const INVISIBLE_CLS = 0.001;
/** The fallback fonts of headings, of which a browser uses the first one that the machine has. */
const FALLBACKS = ['Besley fallback Georgia', 'Besley fallback Noto', 'Besley fallback Times'];

/** Where the measured fallback font is installed, nobody may see a page shift when its fonts load. */
export async function readMaxFontShift(page: Page): Promise<number> {
  const used = await page.evaluate(async (names) => {
    const isAvailable = (font: FontFace | undefined) => font?.load().then(Boolean, () => false);
    for (const name of names)
      if (await isAvailable([...document.fonts].find(({ family }) => family.includes(name)))) return name;
    return undefined;
  }, FALLBACKS);
  return used === FALLBACKS.at(-1) ? INVISIBLE_CLS : GOOD_CLS;
}

export const waitForPaint = (page: Page | Frame) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  );
