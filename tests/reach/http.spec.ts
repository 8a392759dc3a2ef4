import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { queries } from '../../web/src/content/queries.ts';
import { waitForHydration } from '../support/hydration.ts';
import { seedRecord } from '../support/seedRecords.ts';
import {
  ask,
  canonicalPaths,
  expect,
  type HttpResponse,
  pagePaths,
  queryPaths,
  type Site,
  type Stack,
  test,
} from '../support/site.ts';
import type { Page } from '../support/stack.ts';

test.describe.configure({ mode: 'parallel' });

const ASSETS_FOLDER = fileURLToPath(new URL('../../web/dist/client/assets/', import.meta.url));

/** Returns the distinct matches of a pattern's first group. */
const findAll = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, match = '']) => match)),
];

const fetchText = async (stack: Stack, path: string) => (await ask(stack.site, path)).body.toString();

/** Finds the built files that the home page loads: fonts and a script. */
const findAssets = async (stack: Stack) => findAll(await fetchText(stack, '/'), /(\/assets\/[\w./-]+)/g);

async function findScript(stack: Stack): Promise<string> {
  const script = (await findAssets(stack)).find((path) => path.endsWith('.js'));
  if (!script) throw new Error('the home page loads no script');
  return script;
}

/** Finds the addresses of the home page's pictures. */
const findPictures = async (stack: Stack) => findAll(await fetchText(stack, '/'), /(\/uploads\/[^"\s,]+)/g);

/** The content types of the files that a page loads, by extension. */
const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** Returns one path of each kind of resource that the site serves. */
async function findPathOfEachKind(stack: Stack): Promise<string[]> {
  const [picture = ''] = await findPictures(stack);
  const script = await findScript(stack);
  const crawlerFiles = ['/robots.txt', '/sitemap.xml'];
  return ['/', '/menu', '/nowhere', '/api/homepages', ...crawlerFiles, '/favicon.svg', script, picture];
}

function decodeBody({ headers, body }: HttpResponse): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body).toString();
  return body.toString();
}

for (const [accepted, encoding] of [
  [undefined, undefined],
  ['identity', undefined],
  ['', undefined],
  ['deflate, zstd', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['*', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=0, gzip;q=0, *;q=0.1', undefined],
] as const) {
  test(`a request ${accepted === undefined ? 'without accept-encoding' : `with accept-encoding "${accepted}"`} gets ${encoding ?? 'an uncompressed response'}`, async ({
    stack,
  }) => {
    for (const path of ['/menu', '/nowhere', '/api/menu-entrees', await findScript(stack)]) {
      const response = await ask(
        stack.site,
        path,
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      );
      expect(response.headers['content-encoding'], path).toBe(encoding);
      expect(response.headers.vary?.toLowerCase(), path).toContain('accept-encoding');
      expect(Number(response.headers['content-length']), path).toBe(response.body.length);
      expect(decodeBody(response), path).toBe(await fetchText(stack, path));
    }
  });
}

test('a request with a matching ETag gets status 304 without a body', async ({ stack }) => {
  for (const path of ['/menu', '/api/homepages', '/sitemap.xml', await findScript(stack)]) {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const requestHeaders = { 'accept-encoding': accepted };
      const full = await ask(stack.site, path, requestHeaders);
      const etag = String(full.headers.etag);
      expect(etag, path).toMatch(/^(W\/)?"[^"]+"$/);
      const strong = etag.replace('W/', '');
      for (const ifNoneMatch of [
        etag,
        `W/${strong}`,
        `"another", ${etag}`,
        `W/"another",W/${strong} , "third"`,
        '*',
      ]) {
        const response = await ask(stack.site, path, { ...requestHeaders, 'if-none-match': ifNoneMatch });
        expect(response.status, `${path} ${ifNoneMatch}`).toBe(304);
        expect(response.body, path).toHaveLength(0);
        for (const name of ['etag', 'cache-control', 'vary'])
          expect(response.headers[name], `${path} ${name}`).toBe(full.headers[name]);
        // Its seconds become fewer before an opening or closing.
        expect('cdn-cache-control' in response.headers, path).toBe('cdn-cache-control' in full.headers);
      }
      for (const ifNoneMatch of ['"another"', strong.slice(1, -1), `${strong}x`]) {
        const response = await ask(stack.site, path, { ...requestHeaders, 'if-none-match': ifNoneMatch });
        expect(response.status, `${path} ${ifNoneMatch}`).toBe(200);
        expect(response.body, path).toEqual(full.body);
      }
    }
  }
});

test('each encoding of each page has its own ETag', async ({ stack }) => {
  const etags = await Promise.all(
    ['/', '/menu', '/api/homepages'].flatMap((path) =>
      ['br', 'gzip', 'identity'].map(async (accepted) => {
        const { headers } = await ask(stack.site, path, { 'accept-encoding': accepted });
        return headers.etag;
      }),
    ),
  );
  expect(new Set(etags).size).toBe(9);
});

test('browsers revalidate pages and queries on each use, CDNs after it', async ({ stack }) => {
  for (const path of [...pagePaths, ...queryPaths]) {
    const { status, headers } = await ask(stack.site, path);
    expect(status, path).toBe(200);
    expect(headers['cache-control'], path).toBe('no-cache');
    for (const directive of ['s-maxage', 'stale-while-revalidate', 'stale-if-error'])
      expect(headers['cdn-cache-control'], path).toMatch(new RegExp(`\\b${directive}=\\d+`));
  }
});

test('only files with a version in their address are immutable', async ({ stack }) => {
  const assets = await findAssets(stack);
  const pictures = await findPictures(stack);
  expect(assets.length).toBeGreaterThan(1);
  expect(pictures.length).toBeGreaterThan(1);
  for (const path of [...assets, ...pictures]) {
    const { status, headers } = await ask(stack.site, path);
    expect(status, path).toBe(200);
    expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
    const [, extension = ''] = /\.(\w+)(\?|$)/.exec(path) ?? [];
    expect(headers['content-type'], path).toBe(CONTENT_TYPES[extension]);
  }
  for (const picture of pictures) {
    const [path = '', version] = picture.split('?');
    expect(version).toMatch(/^v=\w+$/);
    const { headers } = await ask(stack.site, path);
    expect(headers['cache-control'], path).toBe('no-cache');
    expect((await ask(stack.site, path, { 'if-none-match': String(headers.etag) })).status, path).toBe(304);
  }
  for (const path of ['/assets/nothing.js', '/uploads/nothing.webp?v=1', '/uploads/?v=1'])
    expect((await ask(stack.site, path)).headers['cache-control'], path).not.toContain('immutable');
});

test('the build has compressed every script and style sheet', () => {
  const files = readdirSync(ASSETS_FOLDER).filter((name) => /\.(css|js)$/.test(name));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files.map((name) => join(ASSETS_FOLDER, name))) {
    expect(brotliDecompressSync(readFileSync(`${file}.br`)), file).toEqual(readFileSync(file));
    expect(gunzipSync(readFileSync(`${file}.gz`)), file).toEqual(readFileSync(file));
  }
});

test('HEAD returns the headers of GET without a body', async ({ stack }) => {
  for (const path of await findPathOfEachKind(stack)) {
    for (const accepted of ['br', 'identity']) {
      const requestHeaders = { 'accept-encoding': accepted };
      const got = await ask(stack.site, path, requestHeaders);
      const head = await ask(stack.site, path, requestHeaders, 'HEAD');
      expect(head.status, path).toBe(got.status);
      expect(head.body, path).toHaveLength(0);
      // The seconds of a CDN become fewer before an opening or closing.
      const withoutTimes = ({ headers }: HttpResponse) => ({
        ...headers,
        date: undefined,
        'cdn-cache-control': String(headers['cdn-cache-control']).replaceAll(/\d+/g, '1'),
      });
      expect(withoutTimes(head), path).toEqual(withoutTimes(got));
    }
  }
});

test('methods other than GET and HEAD get status 405', async ({ stack }) => {
  for (const path of [...(await findPathOfEachKind(stack)), '/healthz']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, headers } = await ask(stack.site, path, {}, method);
      expect(status, `${method} ${path}`).toBe(405);
      expect(headers.allow, `${method} ${path}`).toBe('GET, HEAD');
    }
  }
});

test('a malformed address gets status 400', async ({ stack }) => {
  for (const path of ['/%', '/%E0%A4%A', '/menu%', '/api/%zz', '/assets/%', '/uploads/%E0%A4%A', '/%ff'])
    expect((await ask(stack.site, path)).status, path).toBe(400);
});

test('an unknown address gets the not-found page', async ({ stack }) => {
  for (const path of [
    '/nowhere',
    '/menu/lasagna',
    '/home.html',
    '/%F0%9F%8D%9D',
    '/Menu',
    '/index.html',
    '/apis',
    '//menu',
    '/menu//',
    '/menu%2F',
  ]) {
    const response = await ask(stack.site, path);
    expect(response.status, path).toBe(404);
    expect(response.headers['content-type'], path).toBe('text/html; charset=utf-8');
    expect(response.body.toString(), path).toContain('<h1>Not on our menu</h1>');
    expect(response.body.toString(), path).toContain(seedRecord('website-tab', 'tab-menu').tabName);
  }
});

test('an unknown address below /api, /admin, /assets and /uploads gets JSON', async ({ stack }) => {
  for (const path of ['/admin', '/api', '/api/users', '/assets/nothing.js', '/uploads/nothing.webp']) {
    const response = await ask(stack.site, path);
    expect(response.status, path).toBe(404);
    expect(response.headers['content-type'], path).toMatch(/^application\/json/);
    expect(JSON.parse(response.body.toString()), path).toHaveProperty('error');
  }
});

/** Preloaded script that makes rendering the home page throw. */
const HOME_PAGE_FAILS = `const { stringify } = JSON;
  JSON.stringify = (value, ...more) => {
    if (Object(value).home && value.contact) throw new Error('the oven is off');
    return stringify(value, ...more);
  };`;

test('a page that fails to render gets status 500 and the site’s error page', async ({ page, startSite }) => {
  const site = await startSite({ preload: HOME_PAGE_FAILS });
  const response = await page.goto(site.address);
  expect(response?.status()).toBe(500);
  expect(response?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page burned');
  expect(site.log).toContain('the oven is off');
  expect(await page.content()).not.toContain('the oven is off');
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveText(['Home', 'Menu', '(614) 555-0142']);
  await links.getByText('Menu').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
});

/** Preloaded script that makes rendering the home page throw twice. */
const HOME_PAGE_FAILS_TWICE = `const { stringify } = JSON;
  let failures = 0;
  JSON.stringify = (value, ...more) => {
    if (Object(value).home && value.contact && ++failures <= 2) throw new Error('the oven is off');
    return stringify(value, ...more);
  };`;

test('a page that failed to render is rendered again for the next request', async ({ startSite }) => {
  const site = await startSite({ preload: HOME_PAGE_FAILS_TWICE });
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await ask(site.address, '/')).status);
  expect(statuses).toEqual([500, 500, 200, 200]);
  await test.step('the failure and the recovery are logged once', async () => {
    await expect
      .poll(() => site.log.match(/^Rendering \/ .*$/gm))
      .toEqual([expect.stringContaining('failed'), expect.stringContaining('succeeds again')]);
    expect(site.log.match(/the oven is off/g)).toHaveLength(1);
  });
});

test('/robots.txt has rules for all crawlers', async ({ stack }) => {
  const { status, headers, body } = await ask(stack.site, '/robots.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body.toString()).toMatch(/^User-agent: \*$/m);
});

test('/.well-known/security.txt has the operator’s contact, and does not exist without one', async ({
  startSite,
}) => {
  const path = '/.well-known/security.txt';
  const site = await startSite({ env: { SECURITY_CONTACT: 'security@table.example' } });
  const { status, headers, body } = await ask(site.address, path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
  const [, expires = ''] =
    /^Contact: mailto:security@table\.example\nExpires: (\S+)\nPreferred-Languages: en\nCanonical: https:\/\/table\.example\/\.well-known\/security\.txt\n$/.exec(
      body.toString(),
    ) ?? [];
  const daysLeft = (Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(daysLeft).toBeGreaterThan(90);
  expect(daysLeft).toBeLessThan(365);
  const head = await ask(site.address, path, {}, 'HEAD');
  expect({ ...head, body: head.body.toString() }).toEqual({
    status,
    headers: { ...headers, date: expect.anything() },
    body: '',
  });

  const withoutContact = await startSite({ env: { SECURITY_CONTACT: '' } });
  expect((await ask(withoutContact.address, path)).status).toBe(404);
});

/** The sources of each directive of a Content Security Policy. */
const parsePolicy = (policy: unknown) =>
  new Map(
    String(policy)
      .split(/; */)
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );

test('a page’s Content Security Policy allows its style sheet, its scripts and the map', async ({
  stack,
}) => {
  for (const path of [...pagePaths, '/nowhere']) {
    const { headers, body } = await ask(stack.site, path);
    const hashes = findAll(body.toString(), /<style[^>]*>([\s\S]*?)<\/style>/g).map(
      (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    );
    const policy = parsePolicy(headers['content-security-policy']);
    expect(hashes, path).toHaveLength(1);
    expect(policy.get('default-src'), path).toBe("'none'");
    expect(policy.get('script-src'), path).toBe("'self'");
    // The second one allows the rules of the menu's filter, which a page has when something is stated.
    expect(policy.get('style-src')?.split(' '), path).toEqual([
      hashes[0],
      expect.stringMatching(/^'sha256-[^ ]{44}'$/),
    ]);
    expect(policy.get('frame-src'), path).toBe('https://www.openstreetmap.org');
    expect(policy.get('frame-ancestors'), path).toBe(`http://localhost:${new URL(stack.cms).port}`);
    expect([...policy.values()].join(' '), path).not.toMatch(
      /unsafe|\*|data:|https?:(?!\/\/(localhost|www\.open))/,
    );
  }
});

test('pages have no inline scripts, styles and handlers', async ({ stack }) => {
  for (const path of [...pagePaths, '/nowhere']) {
    const page = await fetchText(stack, path);
    const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.length, path).toBeGreaterThan(0);
    for (const [, attributes = '', script = ''] of scripts) {
      if (/ type="application\/(ld\+)?json"/.test(attributes)) JSON.parse(script);
      else expect(`${attributes}|${script}`, path).toMatch(/ src="\/assets\/[\w.-]+\.js".*\|$/);
    }
    const markup = page.replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '');
    expect(markup, path).not.toMatch(/<[^>]+\s(style|on\w+)=/i);
    expect(markup, path).not.toMatch(/javascript:/i);
  }
});

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
    await expect(page.getByRole('status')).toHaveText(/^Preview with your unpublished/);
  });

  await test.step('a page without content', async () => {
    cms.fault = 'closes every connection';
    await openPage((await startSite()).address);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(heading).toHaveCount(0);
    cms.fault = undefined;
  });

  await test.step('the error page, which has no script', async () => {
    await page.goto((await startSite({ preload: HOME_PAGE_FAILS })).address);
    await expect(heading).toHaveText('This page burned');
  });
  expect(violations).toEqual([]);

  await test.step('the test would find a violation', async () => {
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(() => violations).toHaveLength(1);
  });
});

test('every response has the security headers', async ({ stack }) => {
  for (const path of [
    ...(await findPathOfEachKind(stack)),
    '/api/users',
    '/healthz',
    '/%',
    '/social-card.png',
  ]) {
    const { headers } = await ask(stack.site, path);
    expect(headers['content-security-policy'], path).toContain("default-src 'none'");
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
    expect(headers['permissions-policy'], path).toContain('geolocation=()');
    const isPicture = String(headers['content-type']).startsWith('image/');
    expect(headers['cross-origin-resource-policy'], path).toBe(isPicture ? 'cross-origin' : 'same-origin');
    expect(headers.server ?? headers['x-powered-by'], path).toBeUndefined();
  }
});

test('/healthz is ok without content, and tells that there is none', async ({ cms, startSite }) => {
  cms.fault = 'closes every connection';
  const site = await startSite();
  const { status, headers, body } = await ask(site.address, '/healthz');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  const noContent = Object.fromEntries(Object.keys(queries).map((name) => [name, null]));
  expect(JSON.parse(body.toString())).toEqual({ status: 'ok', words: noContent });
});

/** A PNG file of one pixel. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts a graceful shutdown and waits until the site accepts no new connection; `code` resolves to its exit code. */
async function beginShutdown(site: Site): Promise<{ code: Promise<number | null> }> {
  const code = site.stop();
  const tryConnection = () =>
    ask(site.address, '/healthz').then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(tryConnection, { intervals: [20] }).toBe('closed');
  return { code };
}

test('a client can request a part of a picture', async ({ stack }) => {
  const [picture = ''] = await findPictures(stack);
  const whole = await ask(stack.site, picture);
  const part = await ask(stack.site, picture, { range: 'bytes=10-19' });
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.body.length}`]);
  expect(part.body).toEqual(whole.body.subarray(10, 20));
  const beyond = await ask(stack.site, picture, { range: 'bytes=99999999-' });
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.body.length}`]);
  expect(beyond.headers['cache-control']).toBe('no-store');
});

test('a picture that only the CMS can have is temporarily unavailable while the CMS is down', async ({
  startSite,
  cms,
}) => {
  cms.addedPictures.set('/uploads/draft.png', ONE_PIXEL);
  cms.fault = (path) => (path.startsWith('/uploads/') ? 'closes every connection' : undefined);
  const site = await startSite();
  const { status, headers } = await ask(site.address, '/uploads/draft.png');
  expect(status).toBe(503);
  expect([headers['cache-control'], headers['retry-after']]).toEqual(['no-store', '1']);
  cms.fault = undefined;
  const found = await ask(site.address, '/uploads/draft.png');
  expect([found.status, found.body]).toEqual([200, ONE_PIXEL]);
  expect(found.headers['cache-control']).toBe('no-cache');
});

test('hidden folders, in which a restore stages pictures, are not requested from the CMS', async ({
  cms,
  startSite,
}) => {
  for (const name of ['staged.webp', '.restore/uploads/staged.webp'])
    cms.addedPictures.set(`/uploads/${name}`, ONE_PIXEL);
  const site = await startSite();
  expect((await ask(site.address, '/uploads/staged.webp')).status).toBe(200);
  for (const folder of ['.restore', '%2erestore', 'x%2f..%2f.restore'])
    expect((await ask(site.address, `/uploads/${folder}/uploads/staged.webp`)).status, folder).toBe(404);
  expect(cms.pictureRequests.filter((path) => path.includes('restore'))).toEqual([]);
});

test('a graceful shutdown waits for a slow download to finish', async ({ cms, startSite }) => {
  // More than the buffers of the connection.
  const large = Buffer.concat([ONE_PIXEL, Buffer.alloc(30 * 1024 * 1024)]);
  cms.addedPictures.set('/uploads/large.png', large);
  const site = await startSite();
  const [download] = await once(get(`${site.address}/uploads/large.png`, { agent: false }), 'response');
  const { code } = await beginShutdown(site);
  let received = 0;
  for await (const chunk of download) received += chunk.length;
  expect(received).toBe(large.length);
  expect(await code).toBe(0);
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

test('an idle connection is kept open for 60 seconds', async ({ site }) => {
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get(site.address, { agent }), 'response');
  response.resume();
  await once(response, 'end');
  agent.destroy();
  expect(response.headers['keep-alive']).toBe('timeout=60');
});

test('a graceful shutdown closes idle connections without an error', async ({ site }) => {
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get(site.address, { agent }), 'response');
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
