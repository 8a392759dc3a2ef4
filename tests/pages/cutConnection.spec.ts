import { createServer } from 'node:http';
import { waitForHydration } from '../support/hydration.ts';
import { readMaxFontShift, waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { ask, canonicalPaths } from '../support/site.ts';
import { expect, listenOnFreePort, type Page, test } from '../support/stack.ts';

/** Lists the texts and pictures of the document that are not displayed, except those that wait for a press or a script. */
const findHiddenContent = (page: Page) =>
  page.evaluate(() => {
    const hidden: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Text ? node.parentElement : node;
      const isContent = node instanceof Text ? node.data.trim() !== '' : node instanceof HTMLImageElement;
      if (!isContent || !(element instanceof Element)) continue;
      // The closed navigation; the carousel's buttons, which do nothing without their script; the short or long form of a fact; the
      // date of the line about now.
      const isExpected = element.closest(
        '[popover], [class*="inactiveControls"], nav[data-kinds] span, [class*="OpeningStatus-date"]',
      );
      const isShown =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('[inert]');
      if (!isExpected && !isShown && !element.closest('script'))
        hidden.push(node instanceof Text ? node.data : element.outerHTML);
    }
    return hidden;
  });

const expectNothingHidden = async (page: Page, message: string) =>
  expect.soft(await findHiddenContent(page), message).toEqual([]);

/** Waits until the page contains the text of the part of a document that was sent; the browser is still loading the document. */
const waitUntilParsed = (page: Page, sent: Buffer) =>
  page.waitForFunction(
    (sent) =>
      document.body?.textContent === new DOMParser().parseFromString(sent, 'text/html').body?.textContent,
    sent.toString(),
  );

test('a connection that is cut at any point of the document leaves nothing hidden that has arrived', async ({
  page,
  stack,
}) => {
  const html = (await ask(stack.site, '/')).body;
  const text = html.toString('latin1');
  const headerEnd = text.indexOf('</header>') + '</header>'.length;
  const bodyStart = text.indexOf('<body>') + '<body>'.length;
  const cuts = [
    ...[...text.slice(0, headerEnd).matchAll(/>/g)].map(({ index }) => index + 1),
    ...[...text.matchAll(/<\/(?:h[12]|picture|section|footer)>/g)].map(({ index }) => index),
    // At a space, which is never inside a character or an entity.
    ...[0.1, 0.3, 0.6, 0.9].map((part) => text.indexOf(' ', Math.round(text.length * part))),
  ].filter((index) => index > bodyStart);
  expect(cuts.length).toBeGreaterThan(40);
  let cut = () => {};
  const server = createServer(({ url = '' }, response) => {
    const length = Number(/^\/cut-(\d+)$/.exec(url)?.[1]);
    if (!length) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
    response.write(html.subarray(0, length));
    cut = () => void response.destroy();
  });
  const address = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  for (const length of cuts) {
    await page.goto(`${address}/cut-${length}`, { waitUntil: 'commit' });
    await waitUntilParsed(page, html.subarray(0, length));
    cut();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNothingHidden(page, `${width} px, cut after ${text.slice(length - 40, length)}`);
    }
  }
  server.close();
  server.closeAllConnections();
});

for (const path of canonicalPaths) {
  test(`a connection that stalls anywhere in ${path} leaves what has arrived readable, its links work, and the rest moves nothing`, async ({
    page,
    stack,
  }) => {
    const html = (await ask(stack.site, path)).body;
    const text = html.toString('latin1');
    const headerStart = text.indexOf('<header');
    const nameEnd = text.indexOf('</a>', headerStart) + '</a>'.length;
    const stalls = [
      headerStart,
      text.indexOf('>', headerStart) + 1,
      // Between the logo and the name.
      text.indexOf('</picture>', headerStart),
      nameEnd,
      // At a space, which is never inside a character or an entity.
      ...[0.1, 0.3, 0.6, 0.9].map((part) => text.indexOf(' ', Math.round(text.length * part))),
      // Before the header, nothing of the page has arrived.
    ].filter((index) => index >= headerStart);
    let resume = () => {};
    let length = 0;
    const server = createServer(async ({ url = '' }, response) => {
      if (url !== path) {
        const { headers, body } = await ask(stack.site, url);
        return void response.writeHead(200, { 'content-type': headers['content-type'] }).end(body);
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
      response.write(html.subarray(0, length));
      resume = () => void response.end(html.subarray(length));
    });
    const address = `http://127.0.0.1:${await listenOnFreePort(server)}`;
    const layoutShift = await watchLayoutShifts(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(stack.site + path);
    // The fonts may load after what has arrived is painted.
    const maxShift = await readMaxFontShift(page);
    for (const stall of stalls) {
      length = stall;
      await page.goto(address + path, { waitUntil: 'commit' });
      await waitUntilParsed(page, html.subarray(0, stall));
      await waitForPaint(page);
      await expectNothingHidden(page, `stalled after ${text.slice(stall - 40, stall)}`);
      resume();
      await waitForHydration(page);
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      expect
        .soft(await layoutShift(), `stalled after ${text.slice(stall - 40, stall)}`)
        .toBeLessThanOrEqual(maxShift);
    }
    server.close();
    server.closeAllConnections();
  });
}
