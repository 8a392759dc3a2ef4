// What is on the screen while a page arrives: it is visible, also if the rest never comes, and stays where it is.
import { waitForHydration } from '../support/hydration.ts';
import { readMaxFontShift, waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { ask, canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The narrowest supported width, those of a common phone and a tablet, and that of a desktop screen, in CSS pixels. */
const MOBILE_WIDTHS = [320, 390, 768];
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

/** Splits the body of a page where an element ends or a part of the page begins. */
const splitBody = (html: string) =>
  html
    .slice(html.indexOf('<body>'))
    .split(/(?<=<\/[a-z\d]+>|<(?:header|nav|main|section|ul|footer)\b[^>]*>)/);

/** Runs in a page: writes a document piece by piece, and lists what each piece shifts, and what it hides of itself. */
function writePiecesInPage([head, ...pieces]: string[]): string[] {
  const problems: string[] = [];
  const positions = new Map<Node, DOMRect>();
  // The closed navigation; the carousel's buttons, which do nothing without their script; the link to the menu that a phone has in
  // its bar; the short or long form of a fact; the date of the line about now; the address and date of printed sheets.
  const hiddenByDesign =
    '[popover], [class*="inactiveControls"], [class*="menuLink"], nav[data-kinds] span, [class*="OpeningStatus-date"], [class*="PrintedLine"], script';
  // The parser adds what is written to the page at once, as when it arrives from the network.
  document.open();
  document.write(head ?? '');
  for (const piece of pieces) {
    document.write(piece);
    const walker = document.createTreeWalker(document.body);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      const isShown =
        element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('[inert]');
      const isContent = node instanceof Text ? node.data.trim() !== '' : node instanceof HTMLImageElement;
      if (!isShown && isContent && !element?.closest(hiddenByDesign))
        problems.push(`“${node.textContent}” is hidden after ${piece}`);
      const range = document.createRange();
      range.selectNode(node);
      const [box] = range.getClientRects();
      if (!box || !isShown) continue;
      const before = positions.get(node);
      // As in CLS, only what is visible and in the viewport counts, and only a move by 3 px or more.
      const isShifted =
        before &&
        Math.min(before.top, box.top) < window.innerHeight &&
        Math.max(Math.abs(box.left - before.left), Math.abs(box.top - before.top)) >= 3;
      if (isShifted) problems.push(`${node.nodeName} “${node.textContent}” shifts after ${piece}`);
      positions.set(node, box);
    }
  }
  document.close();
  return problems;
}

test('no page visibly shifts when its fonts load after the first paint', async ({ browser, stack }) => {
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

test('whatever has arrived of a page is visible, and the rest moves nothing of it', async ({
  page,
  stack,
}) => {
  for (const path of canonicalPaths) {
    const html = (await ask(stack.site, path)).body.toString();
    const pieces = splitBody(html);
    expect(pieces.length).toBeGreaterThan(40);
    await page.route(stack.site + path, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(stack.site + path);
      const head = html.slice(0, html.indexOf('<body>'));
      const problems = await page.evaluate(writePiecesInPage, [head, ...pieces]);
      expect(problems, `${path}, ${width} px`).toEqual([]);
    }
  }
});
