import { waitForHydration } from '../support/hydration.ts';
import { readMaxFontShift, waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { ask, canonicalPaths } from '../support/site.ts';
import { expect, test } from '../support/stack.ts';

/** Widths of common screens and the narrowest supported one, in CSS pixels. */
const PHONE_AND_TABLET_WIDTHS = [320, 360, 375, 390, 393, 412, 430, 768];
const DESKTOP_WIDTHS = [1280, 1440];

for (const path of canonicalPaths) {
  test(`${path} does not shift when its fonts load after the first paint`, async ({ browser, stack }) => {
    for (const widths of [PHONE_AND_TABLET_WIDTHS, DESKTOP_WIDTHS]) {
      const context = await browser.newContext({ isMobile: widths === PHONE_AND_TABLET_WIDTHS });
      const page = await context.newPage();
      const layoutShift = await watchLayoutShifts(page);
      await page.route('**/*.woff2', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(stack.site + path);
        await waitForHydration(page);
        await page.evaluate(() => document.fonts.ready);
        await waitForPaint(page);
        const fonts = await page.evaluate(() =>
          [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
        );
        expect(fonts, 'both fonts are loaded').toEqual(
          expect.arrayContaining([
            expect.stringMatching(/^"?Besley"?$/),
            expect.stringMatching(/Franklin"?$/),
          ]),
        );
        const shift = await layoutShift();
        expect(shift, `${width} px`).toBeLessThanOrEqual(await readMaxFontShift(page));
      }
      await context.close();
    }
  });

  for (const width of [360, 1440]) {
    test(`${path} at ${width} px does not shift while its HTML is still loading`, async ({ page, stack }) => {
      const html = (await ask(stack.site, path)).body.toString();
      const [bodyStart, mainEnd] = [html.indexOf('<body>'), html.indexOf('</main>')];
      const pieces = html
        .slice(bodyStart, mainEnd)
        .split(/(?<=<\/[a-z\d]+>|<(?:header|nav|main|section|ul)\b[^>]*>)/);
      expect(pieces.length).toBeGreaterThan(10);
      await page.route(stack.site + path, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
      await page.setViewportSize({ width, height: 900 });
      await page.goto(stack.site + path);
      const shifts = await page.evaluate(
        ([head, ...pieces]) => {
          const shifts: string[] = [];
          const positions = new Map<Node, DOMRect>();
          // The parser adds what is written to the page at once, as when it arrives from the network.
          document.open();
          document.write(head ?? '');
          for (const piece of pieces) {
            document.write(piece);
            const walker = document.createTreeWalker(document.body);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              const element = node instanceof Element ? node : node.parentElement;
              const range = document.createRange();
              range.selectNode(node);
              const [box] = range.getClientRects();
              if (!box || !element?.checkVisibility({ visibilityProperty: true })) continue;
              const before = positions.get(node);
              // As in CLS, only what is visible and in the viewport counts, and only a move by 3 px or more.
              const isShifted =
                before &&
                Math.min(before.top, box.top) < window.innerHeight &&
                Math.max(Math.abs(box.left - before.left), Math.abs(box.top - before.top)) >= 3;
              if (isShifted) shifts.push(`${node.nodeName} “${node.textContent}” after ${piece}`);
              positions.set(node, box);
            }
          }
          document.close();
          return shifts;
        },
        [html.slice(0, bodyStart), ...pieces],
      );
      expect(shifts).toEqual([]);
    });
  }
}
