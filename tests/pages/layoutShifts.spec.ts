import { waitForHydration } from '../support/hydration.ts';
import { readMaxFontShift, waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { ask, canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The narrowest supported width, those of common phones and tablets, and that of a desktop screen, in CSS pixels. */
const MOBILE_WIDTHS = [320, 360, 390, 412, 768];
const DESKTOP_WIDTHS = [1440];

/** Opens a page whose fonts arrive after its first paint, and waits until they are shown. */
async function openWithLateFonts(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
  await page.evaluate(() => document.fonts.ready);
  await waitForPaint(page);
  const fonts = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  );
  expect(fonts, 'both fonts are loaded').toEqual(
    expect.arrayContaining([expect.stringMatching(/^"?Besley"?$/), expect.stringMatching(/Franklin"?$/)]),
  );
}

/** Splits the body of a page after each of its tags, up to the end of its main part. */
const splitBody = (html: string) =>
  html
    .slice(html.indexOf('<body>'), html.indexOf('</main>'))
    .split(/(?<=<\/[a-z\d]+>|<(?:header|nav|main|section|ul)\b[^>]*>)/);

/** Runs in a page: writes a document piece by piece, and lists what each piece shifts. */
function writePiecesInPage([head, ...pieces]: string[]): string[] {
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
}

test('no page shifts when its fonts load after the first paint', async ({ browser, stack }) => {
  for (const widths of [MOBILE_WIDTHS, DESKTOP_WIDTHS]) {
    const context = await browser.newContext({ isMobile: widths === MOBILE_WIDTHS });
    const page = await context.newPage();
    const layoutShift = await watchLayoutShifts(page);
    await page.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await route.continue();
    });
    for (const path of canonicalPaths)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await openWithLateFonts(page, stack.site + path);
        const maxShift = await readMaxFontShift(page);
        expect(await layoutShift(), `${path}, ${width} px`).toBeLessThanOrEqual(maxShift);
      }
    await context.close();
  }
});

test('no page shifts while its HTML is still loading', async ({ page, stack }) => {
  for (const path of canonicalPaths) {
    const html = (await ask(stack.site, path)).body.toString();
    const pieces = splitBody(html);
    expect(pieces.length).toBeGreaterThan(10);
    await page.route(stack.site + path, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(stack.site + path);
      const head = html.slice(0, html.indexOf('<body>'));
      const shifts = await page.evaluate(writePiecesInPage, [head, ...pieces]);
      expect(shifts, `${path}, ${width} px`).toEqual([]);
    }
  }
});
