import { createServer } from 'node:http';
import { watchLayoutShifts } from '../support/layoutShifts.ts';
import { ask, canonicalPaths } from '../support/site.ts';
import { expect, listenOnFreePort, type Page, test } from '../support/stack.ts';

/** Widths of common screens and the narrowest supported one, in CSS pixels. */
const WIDTHS = [320, 360, 375, 390, 393, 412, 430, 768, 1280, 1440];
/** Google's limit for a good CLS; it applies where the fallback fonts' metrics were not measured for this machine's fonts. */
const GOOD_CLS = 0.1;

/** Waits until the current content is painted and its layout shifts are reported. */
const waitForPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  );

for (const path of canonicalPaths) {
  test(`${path} does not shift when its fonts load after the first paint`, async ({ browser, stack }) => {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, isMobile: width < 1024 });
      const page = await context.newPage();
      const layoutShift = await watchLayoutShifts(page);
      await page.route('**/*.woff2', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      await page.goto(stack.site + path);
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      const fonts = await page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      );
      expect(fonts, 'both fonts are loaded').toEqual(
        expect.arrayContaining([expect.stringMatching(/^"?Besley"?$/), expect.stringMatching(/Franklin"?$/)]),
      );
      const hasMeasuredFallback = fonts.some((font) => font.includes('Besley fallback Times'));
      expect(await layoutShift(), `${width} px`).toBeLessThanOrEqual(hasMeasuredFallback ? 0 : GOOD_CLS);
      await context.close();
    }
  });

  for (const width of [360, 1440]) {
    test(`${path} at ${width} px does not shift while its HTML is still loading`, async ({ page, stack }) => {
      const server = createServer(async ({ url = '', headers }, response) => {
        const { body, headers: responseHeaders } = await ask(stack.site, url, {
          accept: headers.accept ?? '*/*',
        });
        if (!responseHeaders['content-type']?.startsWith('text/html')) {
          response.writeHead(200, responseHeaders).end(body);
          return;
        }
        const html = body.toString();
        const [bodyStart, mainEnd] = [html.indexOf('<body>'), html.indexOf('</main>')];
        response.writeHead(200, { 'content-type': responseHeaders['content-type'] });
        response.write(html.slice(0, bodyStart));
        let elements = 0;
        for (const piece of html.slice(bodyStart, mainEnd).split(/(?<=<\/[a-z\d]+>)/)) {
          response.write(piece);
          elements += piece.match(/<[a-z]/g)?.length ?? 0;
          // The selector `body *` does not count the body itself.
          await page.waitForFunction(
            (count) => document.querySelectorAll('body *').length >= count - 1,
            elements,
          );
          await waitForPaint(page);
        }
        response.end(html.slice(mainEnd));
      });
      const port = await listenOnFreePort(server);
      await page.setViewportSize({ width, height: 900 });
      const layoutShift = await watchLayoutShifts(page);
      await page.goto(`http://127.0.0.1:${port}${path}`);
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      expect(await layoutShift()).toBe(0);
      server.close();
      server.closeAllConnections();
    });
  }
}
