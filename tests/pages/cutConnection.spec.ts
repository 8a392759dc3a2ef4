import { createServer, type ServerResponse } from 'node:http';
import { waitForHydration } from '../support/hydration.ts';
import { readMaxFontShift, waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { listenOnFreePort } from '../support/ports.ts';
import { ask, canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

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

/**
 * Waits until the page contains the text of the part of a document that was sent; the browser is still loading the document.
 * The text of scripts doesn't count: Chromium may keep it back until all of a script has arrived.
 */
const waitUntilParsed = (page: Page, sent: Buffer) =>
  page.waitForFunction(
    (sent) => {
      const textOf = (html: string) => {
        const { body } = new DOMParser().parseFromString(html, 'text/html');
        for (const script of body.querySelectorAll('script')) script.remove();
        return body.textContent;
      };
      return textOf(document.documentElement.outerHTML) === textOf(sent);
    },
    sent.toString(),
    // By time, because a browser whose document is still loading may draw no frame for long.
    { polling: 50 },
  );

/** A server that sends a document in parts. */
interface SlowServer {
  address: string;
  sendUntil: (length: number) => void;
  sendRest: () => void;
  cut: () => void;
  stop: () => void;
}

/**
 * Starts a server that sends the head of a document at a path, and its body when the test says so.
 * @param site the address of the site with all other files; without it, there are none
 */
async function startSlowServer(path: string, html: Buffer, site?: string): Promise<SlowServer> {
  let response: ServerResponse | undefined;
  let sent = 0;
  const server = createServer(async ({ url = '' }, outgoing) => {
    if (url === path) {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
      response = outgoing;
      // A browser shows a new document only when its first bytes have arrived.
      sent = html.indexOf('<body>');
      outgoing.write(html.subarray(0, sent));
    } else if (site) {
      const { headers, body } = await ask(site, url);
      outgoing.writeHead(200, { 'content-type': headers['content-type'] }).end(body);
    } else outgoing.writeHead(404).end();
  });
  const address = `http://127.0.0.1:${await listenOnFreePort(server)}${path}`;
  return {
    address,
    sendUntil(length) {
      response?.write(html.subarray(sent, length));
      sent = length;
    },
    sendRest: () => response?.end(html.subarray(sent)),
    cut: () => response?.destroy(),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Positions in the text of a document at a space, which is never inside a character or an entity. */
const spacesIn = (text: string) =>
  [0.1, 0.3, 0.6, 0.9].map((part) => text.indexOf(' ', Math.round(text.length * part)));

for (const width of [360, 1440])
  test(`nothing of a document is hidden that has arrived, at ${width} px`, async ({ page, stack }) => {
    const html = (await ask(stack.site, '/')).body;
    const text = html.toString('latin1');
    const headerEnd = text.indexOf('</header>') + '</header>'.length;
    const bodyStart = text.indexOf('<body>') + '<body>'.length;
    const positions = [
      ...[...text.slice(0, headerEnd).matchAll(/>/g)].map(({ index }) => index + 1),
      ...[...text.matchAll(/<\/(?:h[12]|picture|section|footer)>/g)].map(({ index }) => index),
      ...spacesIn(text),
    ]
      .filter((index) => index > bodyStart)
      .sort((one, other) => one - other);
    expect(positions.length).toBeGreaterThan(40);
    const server = await startSlowServer('/', html);
    const describePosition = (length: number) => `after ${text.slice(length - 40, length)}`;
    await page.setViewportSize({ width, height: 740 });

    await test.step('while it arrives', async () => {
      await page.goto(server.address, { waitUntil: 'commit' });
      for (const length of positions) {
        server.sendUntil(length);
        await waitUntilParsed(page, html.subarray(0, length));
        await expectNothingHidden(page, describePosition(length));
      }
    });

    await test.step('after the connection was cut', async () => {
      const cuts = [headerEnd, ...spacesIn(text)].filter((index) => index > bodyStart);
      for (const length of cuts) {
        await page.goto(server.address, { waitUntil: 'commit' });
        server.sendUntil(length);
        await waitUntilParsed(page, html.subarray(0, length));
        const noticed = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
        server.cut();
        await noticed;
        await expectNothingHidden(page, `cut ${describePosition(length)}`);
      }
    });
    server.stop();
  });

test('the rest of a page moves nothing when it arrives after a stall', async ({ page, stack }) => {
  const layoutShift = await watchLayoutShifts(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of canonicalPaths) {
    const html = (await ask(stack.site, path)).body;
    const text = html.toString('latin1');
    const headerStart = text.indexOf('<header');
    // All pages have the same header.
    const inHeader = [
      headerStart,
      text.indexOf('>', headerStart) + 1,
      // Between the logo and the name.
      text.indexOf('</picture>', headerStart),
      text.indexOf('</a>', headerStart) + '</a>'.length,
    ];
    // Before the header, nothing of the page has arrived.
    const later = spacesIn(text).filter((index) => index >= headerStart);
    const server = await startSlowServer(path, html, stack.site);
    await page.goto(stack.site + path);
    // The fonts may load after what has arrived is painted.
    const maxShift = await readMaxFontShift(page);
    for (const length of path === '/' ? [...inHeader, ...later] : later) {
      const message = `${path}, stalled after ${text.slice(length - 40, length)}`;
      await page.goto(server.address, { waitUntil: 'commit' });
      server.sendUntil(length);
      await waitUntilParsed(page, html.subarray(0, length));
      await waitForPaint(page);
      await expectNothingHidden(page, message);
      server.sendRest();
      await waitForHydration(page);
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      expect.soft(await layoutShift(), message).toBeLessThanOrEqual(maxShift);
    }
    server.stop();
  }
});
