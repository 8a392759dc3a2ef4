import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { sendRawBytes } from '../support/fuzzRequests.ts';
import { waitForHydration } from '../support/hydration.ts';
import { ask, canonicalPaths, expect, test } from '../support/site.ts';
import type { Page } from '../support/stack.ts';

// What the server answers is shown without a port in `web/server/site.test.ts`; here is what a browser or a connection gets.

test.describe.configure({ mode: 'parallel' });

/** Preloaded script that makes rendering the home page throw. */
const HOME_PAGE_FAILS = `const { stringify } = JSON;
  JSON.stringify = (value, ...more) => {
    if (Object(value).home && value.contact) throw new Error('the oven is off');
    return stringify(value, ...more);
  };`;

/** Collects the violations of the Content Security Policy on a page. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('report', (violation: string) => violations.push(violation));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(window, 'report')(`${violatedDirective} ${blockedURI}`),
    ),
  );
  return violations;
}

test('no state of any page violates its Content Security Policy', async ({ cms, page, stack, startSite }) => {
  const violations = await collectViolations(page);
  const heading = page.getByRole('heading', { level: 1 });
  const openPage = async (address: string) => {
    await page.goto(address);
    await waitForHydration(page);
  };

  for (const path of [...canonicalPaths, '/nowhere'])
    await test.step(`${path} with its map, on paper and with the navigation open`, async () => {
      await openPage(stack.site + path);
      await expect(heading).toBeVisible();
      for (const frame of await page.locator('iframe').all()) {
        await frame.scrollIntoViewIfNeeded();
        await expect(frame.contentFrame().getByText('The map')).toBeVisible();
      }
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('button', { name: 'Pages' })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('button', { name: 'Pages' }).click();
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Menu' }).first()).toBeVisible();
    });

  await test.step('the carousel', async () => {
    await openPage(stack.site);
    await page.getByRole('button', { name: 'Next picture' }).click();
    await expect(page.getByRole('button', { name: 'Picture 2 of 3' })).toBeDisabled();
  });

  await test.step('a preview', async () => {
    const address =
      '/content-manager/preview/url/api::menu-side.menu-side?documentId=hand-cut-fries&status=draft';
    const { data }: { data: { url: string } } = await (await stack.asAdmin('GET', address)).json();
    await openPage(stack.site + data.url.slice(new URL(data.url).origin.length));
    await expect(page.getByRole('status')).toHaveText(/^Preview with all that is saved/);
  });

  await test.step('a page without content', async () => {
    cms.fault = 'closes every connection';
    await openPage((await startSite()).address);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(heading).toHaveCount(0);
    cms.fault = undefined;
  });

  await test.step('the error page, which has no script', async () => {
    const site = await startSite({ preload: HOME_PAGE_FAILS });
    const response = await page.goto(site.address);
    expect([response?.status(), response?.headers()['cache-control']]).toEqual([500, 'no-store']);
    await expect(heading).toHaveText('This page burned');
    expect(site.log).toContain('the oven is off');
    expect(await page.content()).not.toContain('the oven is off');
    const links = page.getByRole('main').getByRole('link');
    await expect(links).toHaveText(['Home', 'Menu', '(614) 555-0142']);
    await links.getByText('Menu').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
  });
  expect(violations).toEqual([]);

  await test.step('the test would find a violation', async () => {
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(() => violations).toHaveLength(1);
  });
});

test('the site answers a request before its body arrives, and closes the connection', async ({ site }) => {
  const compressed = gzipSync('x'.repeat(1_000_000));
  for (const [method, answer] of [
    ['GET', '413 Payload Too Large'],
    ['POST', '405 Method Not Allowed'],
  ])
    for (const [headers, body] of [
      [`Content-Encoding: gzip\r\nContent-Length: ${compressed.length}`, compressed],
      [`Content-Encoding: gzip\r\nContent-Length: ${compressed.length + 1}`, compressed],
      ['Transfer-Encoding: chunked', Buffer.from('5\r\nhello\r\n')],
      ['Transfer-Encoding: gzip, chunked', Buffer.from('5\r\nhello\r\n')],
      ['Content-Length: 1000000', Buffer.from('h')],
      ['Content-Length: 1000000\r\nExpect: 100-continue', Buffer.alloc(0)],
    ] as const) {
      const head = `${method} /api/homepages HTTP/1.1\r\nHost: table.example\r\n${headers}\r\n\r\n`;
      const response = await sendRawBytes(site.address, Buffer.concat([Buffer.from(head), body]));
      // A connection that waited for the rest would end with a second response, 408.
      expect(response.match(/HTTP\/1\.1 .*/g)?.filter((line) => !line.includes(' 100 '))).toEqual([
        `HTTP/1.1 ${answer}`,
      ]);
      expect(response).toContain('connection: close');
    }
});

test('a graceful shutdown finishes pending responses', async ({ cms, site }) => {
  const before = await ask(site.address, '/');
  await site.waitUntilStale();
  cms.fault = 'never responds';
  cms.clearCounts();
  const { hostname, port } = new URL(site.address);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => cms.requestCount('/api/homepages'), { intervals: [5] }).toBeGreaterThan(0);
  const from = performance.now();
  const code = site.stop();
  const [hadError] = await once(socket, 'close');
  expect(hadError).toBe(false);
  expect(await code).toBe(0);
  // Supervisors kill a process that takes longer to stop; Docker's default is 10 s.
  expect(performance.now() - from).toBeLessThan(8_000);

  const responses = Buffer.concat(received)
    .toString()
    .split(/(?=HTTP\/1\.1 )/);
  expect(responses).toHaveLength(2);
  for (const response of responses) {
    expect(response).toMatch(/^HTTP\/1\.1 200/);
    expect(response.slice(response.indexOf('\r\n\r\n') + 4)).toBe(before.body.toString());
  }
});

test('a connection is kept open for 60 seconds, and a graceful shutdown closes it without an error', async ({
  site,
}) => {
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get(site.address, { agent }), 'response');
  expect(response.headers['keep-alive']).toBe('timeout=60');
  const closed = once(response.socket, 'close');
  response.resume();
  await once(response, 'end');
  expect(await site.stop()).toBe(0);
  expect(await closed).toEqual([false]);
});

test('a graceful shutdown under load completes the response of every accepted connection', async ({
  site,
}) => {
  const before = await ask(site.address, '/menu');
  let isStopping = false;
  let responses = 0;
  const failures: string[] = [];
  const client = async () => {
    for (;;) {
      try {
        const response = await ask(site.address, '/menu');
        responses += 1;
        if (response.status !== 200 || !response.body.equals(before.body))
          failures.push(`status ${response.status}`);
      } catch (error) {
        // A refused connection is expected during shutdown; an interrupted response fails with "aborted".
        if (!isStopping || String(error).includes('aborted')) failures.push(String(error));
        return;
      }
    }
  };
  const clients = Array.from({ length: 10 }, client);
  await expect.poll(() => responses).toBeGreaterThan(100);
  isStopping = true;
  expect(await site.stop()).toBe(0);
  await Promise.all(clients);
  expect(failures).toEqual([]);
});
