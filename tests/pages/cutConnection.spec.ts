import { createServer } from 'node:http';
import { ask } from '../support/site.ts';
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
      // The closed navigation; the carousel's buttons, which do nothing without their script; the short or long form of a fact.
      const isExpected = element.closest('[popover], [class*="inactiveControls"], nav[data-kinds] span');
      const isShown =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('[inert]');
      if (!isExpected && !isShown && !element.closest('script, noscript'))
        hidden.push(node instanceof Text ? node.data : element.outerHTML);
    }
    return hidden;
  });

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
    // Without the rest of the document, its state stays "loading"; all that was sent is parsed when its text is there.
    await page.waitForFunction(
      (sent) =>
        document.body?.textContent.length ===
        new DOMParser().parseFromString(sent, 'text/html').body.textContent.length,
      html.subarray(0, length).toString(),
    );
    cut();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      expect
        .soft(await findHiddenContent(page), `${width} px, cut after ${text.slice(length - 40, length)}`)
        .toEqual([]);
    }
  }
  server.close();
  server.closeAllConnections();
});
