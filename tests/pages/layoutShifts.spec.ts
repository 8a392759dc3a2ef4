import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchLayoutShifts } from '../support/layoutShifts.ts';
import { ask } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** Common screens, and the narrowest; in CSS pixels. */
const WIDTHS = [320, 360, 375, 390, 393, 412, 430, 768, 1280, 1440];
/** The most that a page may move where the machine's fonts are others than those the stand-ins were measured with: what Google calls good. */
const GOOD = 0.1;
const PAGES = ['/', '/menu', '/services', '/contact'];

/** Waits until what the page now consists of has been painted, and what jumped has been told. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
      ),
  );

for (const path of PAGES) {
  test(`nothing on ${path} jumps when its fonts come after it was painted`, async ({ browser, stack }) => {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, isMobile: width < 1024 });
      const page = await context.newPage();
      const jumped = await watchLayoutShifts(page);
      await page.route('**/*.woff2', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      await page.goto(stack.site + path);
      await page.evaluate(() => document.fonts.ready);
      await painted(page);
      const fonts = await page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      );
      expect(fonts, 'both fonts have come').toEqual(
        expect.arrayContaining([expect.stringMatching(/^"?Besley"?$/), expect.stringMatching(/Franklin"?$/)]),
      );
      const measured = fonts.some((font) => font.includes('Besley fallback Times'));
      expect(await jumped(), `${width} px`).toBeLessThanOrEqual(measured ? 0 : GOOD);
      await context.close();
    }
  });

  for (const width of [360, 1440]) {
    test(`nothing on ${path} at ${width} px jumps while its document is still coming`, async ({
      page,
      stack,
    }) => {
      const server = createServer(async ({ url = '', headers }, response) => {
        const { body, headers: answered } = await ask(stack.site, url, { accept: headers.accept ?? '*/*' });
        if (!answered['content-type']?.startsWith('text/html')) {
          response.writeHead(200, answered).end(body);
          return;
        }
        const html = body.toString();
        const [start, foot] = [html.indexOf('<body>'), html.indexOf('</main>')];
        response.writeHead(200, { 'content-type': answered['content-type'] });
        response.write(html.slice(0, start));
        let elements = 0;
        for (const piece of html.slice(start, foot).split(/(?<=<\/[a-z\d]+>)/)) {
          response.write(piece);
          elements += piece.match(/<[a-z]/g)?.length ?? 0;
          // All but the body itself.
          await page.waitForFunction(
            (count) => document.querySelectorAll('body *').length >= count - 1,
            elements,
          );
          await painted(page);
        }
        response.end(html.slice(foot));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await page.setViewportSize({ width, height: 900 });
      const jumped = await watchLayoutShifts(page);
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
      await page.evaluate(() => document.fonts.ready);
      await painted(page);
      expect(await jumped()).toBe(0);
      server.close();
      server.closeAllConnections();
    });
  }
}
