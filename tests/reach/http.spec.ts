import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { queries } from '../../web/src/content/queries.ts';
import { seedRecord } from '../support/seedRecords.ts';
import {
  type Answer,
  ask,
  expect,
  pagePaths,
  queryPaths,
  type Site,
  type Stack,
  test,
} from '../support/site.ts';

test.describe.configure({ mode: 'parallel' });

/** Addresses of an answer's parts, each once: what a pattern's first group finds. */
const addresses = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
];

const text = async (stack: Stack, path: string) => (await ask(stack.site, path)).body.toString();

/** The built files that a page loads: fonts and a script. */
const assetsOf = async (stack: Stack) => addresses(await text(stack, '/'), /(\/assets\/[\w./-]+)/g);

async function scriptOf(stack: Stack): Promise<string> {
  const script = (await assetsOf(stack)).find((path) => path.endsWith('.js'));
  if (!script) throw new Error('the page has no script');
  return script;
}

/** The pictures of a page, as it addresses them. */
const picturesOf = async (stack: Stack) => addresses(await text(stack, '/'), /(\/uploads\/[^"\s,]+)/g);

/** Everything there is a GET for, one of each kind. */
async function oneOfEach(stack: Stack): Promise<string[]> {
  const [picture = ''] = await picturesOf(stack);
  const script = await scriptOf(stack);
  const signposts = ['/robots.txt', '/sitemap.xml', '/site.webmanifest'];
  return ['/', '/menu', '/nowhere', '/api/homepages', ...signposts, '/favicon.svg', script, picture];
}

function decoded({ headers, body }: Answer): string {
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
  test(`a browser that accepts ${accepted ?? 'nothing special'} gets ${encoding ?? 'plain text'}`, async ({
    stack,
  }) => {
    for (const path of ['/menu', '/nowhere', '/api/menu-entrees', await scriptOf(stack)]) {
      const answer = await ask(
        stack.site,
        path,
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      );
      expect(answer.headers['content-encoding'], path).toBe(encoding);
      expect(answer.headers.vary?.toLowerCase(), path).toContain('accept-encoding');
      expect(Number(answer.headers['content-length']), path).toBe(answer.body.length);
      expect(decoded(answer), path).toBe(await text(stack, path));
    }
  });
}

test('a browser that has it already is told so in a few bytes', async ({ stack }) => {
  for (const path of [
    '/menu',
    '/api/homepages',
    '/sitemap.xml',
    '/site.webmanifest',
    await scriptOf(stack),
  ]) {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const asked = { 'accept-encoding': accepted };
      const whole = await ask(stack.site, path, asked);
      const etag = String(whole.headers.etag);
      expect(etag, path).toMatch(/^(W\/)?"[^"]+"$/);
      const strong = etag.replace('W/', '');
      for (const had of [
        etag,
        `W/${strong}`,
        `"another", ${etag}`,
        `W/"another",W/${strong} , "third"`,
        '*',
      ]) {
        const answer = await ask(stack.site, path, { ...asked, 'if-none-match': had });
        expect(answer.status, `${path} ${had}`).toBe(304);
        expect(answer.body, path).toHaveLength(0);
        for (const name of ['etag', 'cache-control', 'cdn-cache-control', 'vary'])
          expect(answer.headers[name], `${path} ${name}`).toBe(whole.headers[name]);
      }
      for (const had of ['"another"', strong.slice(1, -1), `${strong}x`]) {
        const answer = await ask(stack.site, path, { ...asked, 'if-none-match': had });
        expect(answer.status, `${path} ${had}`).toBe(200);
        expect(answer.body, path).toEqual(whole.body);
      }
    }
  }
});

test('an ETag names one form of one text', async ({ stack }) => {
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

test('pages and reads are asked for anew by browsers, and may be kept by a CDN while it asks', async ({
  stack,
}) => {
  for (const path of [...pagePaths, ...queryPaths]) {
    const { status, headers } = await ask(stack.site, path);
    expect(status, path).toBe(200);
    expect(headers['cache-control'], path).toBe('no-cache');
    for (const directive of ['s-maxage', 'stale-while-revalidate', 'stale-if-error'])
      expect(headers['cdn-cache-control'], path).toMatch(new RegExp(`\\b${directive}=\\d+`));
  }
});

test('what has its version in its address is kept for good, and nothing else is', async ({ stack }) => {
  const assets = await assetsOf(stack);
  const pictures = await picturesOf(stack);
  expect(assets.length).toBeGreaterThan(1);
  expect(pictures.length).toBeGreaterThan(1);
  for (const path of [...assets, ...pictures]) {
    const { status, headers } = await ask(stack.site, path);
    expect(status, path).toBe(200);
    expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type'], path).toMatch(/^(text\/javascript|font\/woff2|image\/)/);
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

test('HEAD gives the headers of GET, and no body', async ({ stack }) => {
  for (const path of await oneOfEach(stack)) {
    for (const accepted of ['br', 'identity']) {
      const asked = { 'accept-encoding': accepted };
      const got = await ask(stack.site, path, asked);
      const head = await ask(stack.site, path, asked, 'HEAD');
      expect(head.status, path).toBe(got.status);
      expect(head.body, path).toHaveLength(0);
      const when = { date: undefined };
      expect({ ...head.headers, ...when }, path).toEqual({ ...got.headers, ...when });
    }
  }
});

test('there is no other method', async ({ stack }) => {
  for (const path of [...(await oneOfEach(stack)), '/healthz']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, headers } = await ask(stack.site, path, {}, method);
      expect(status, `${method} ${path}`).toBe(405);
      expect(headers.allow, `${method} ${path}`).toBe('GET, HEAD');
    }
  }
});

test('a malformed address is the asker’s mistake', async ({ stack }) => {
  for (const path of ['/%', '/%E0%A4%A', '/menu%', '/api/%zz', '/assets/%', '/uploads/%E0%A4%A', '/%ff'])
    expect((await ask(stack.site, path)).status, path).toBe(400);
});

test('an unknown address gets the page that leads back, or JSON where programs ask', async ({ stack }) => {
  const unknown = [
    '/nowhere',
    '/menu/lasagna',
    '/Menu',
    '/index.html',
    '/apis',
    '//menu',
    '/menu//',
    '/menu%2F',
  ];
  for (const path of unknown) {
    const answer = await ask(stack.site, path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers['content-type'], path).toBe('text/html; charset=utf-8');
    expect(answer.body.toString(), path).toContain(seedRecord('website-tab', 'tab-menu').tabName);
  }
  for (const path of ['/admin', '/api', '/api/users', '/assets/nothing.js', '/uploads/nothing.webp']) {
    const answer = await ask(stack.site, path);
    expect(answer.status, path).toBe(404);
    expect(answer.headers['content-type'], path).toMatch(/^application\/json/);
    expect(JSON.parse(answer.body.toString()), path).toHaveProperty('error');
  }
});

/** The front page's words alone can't be written into its document. */
const FRONT_PAGE_FAILS = `const { stringify } = JSON;
  JSON.stringify = (value, ...more) => {
    if (Object(value).home && value.contact) throw new Error('the oven is off');
    return stringify(value, ...more);
  };`;

test('a page that can’t be made is answered with the site’s own error page', async ({ page, startSite }) => {
  const site = await startSite({ before: FRONT_PAGE_FAILS });
  const response = await page.goto(site.address);
  expect(response?.status()).toBe(500);
  expect(response?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page burned');
  expect(site.log).toContain('the oven is off');
  expect(await page.content()).not.toContain('the oven is off');
  const ways = page.getByRole('main').getByRole('link');
  await expect(ways).toHaveText(['Home', 'Menu', '(614) 555-0142']);
  await ways.getByText('Menu').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
});

/** The front page can't be rendered the first two times. */
const FRONT_PAGE_FAILS_TWICE = `const { stringify } = JSON;
  let failures = 0;
  JSON.stringify = (value, ...more) => {
    if (Object(value).home && value.contact && ++failures <= 2) throw new Error('the oven is off');
    return stringify(value, ...more);
  };`;

test('a page that failed to render is rendered again for the next request, and logged once', async ({
  startSite,
}) => {
  const site = await startSite({ before: FRONT_PAGE_FAILS_TWICE });
  const statuses: number[] = [];
  for (let request = 0; request < 4; request++) statuses.push((await ask(site.address, '/')).status);
  expect(statuses).toEqual([500, 500, 200, 200]);
  await expect
    .poll(() => site.log.match(/^Rendering \/ .*$/gm))
    .toEqual([expect.stringContaining('Rendering / failed'), 'Rendering / succeeds again.']);
  expect(site.log.match(/the oven is off/g)).toHaveLength(1);
});

test('robots are told what they may do', async ({ stack }) => {
  const { status, headers, body } = await ask(stack.site, '/robots.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body.toString()).toMatch(/^User-agent: \*$/m);
});

test('a page runs and styles nothing but what its policy names', async ({ stack }) => {
  for (const path of [...pagePaths, '/nowhere']) {
    const { headers, body } = await ask(stack.site, path);
    const page = body.toString();
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(/; */)
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );
    const hashes = addresses(page, /<style[^>]*>([\s\S]*?)<\/style>/g).map(
      (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    );
    expect(hashes).toHaveLength(1);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe(hashes[0]);
    expect(policy.get('manifest-src')).toBe("'self'");
    expect(policy.get('frame-src')).toBe('https://www.openstreetmap.org');
    expect(policy.get('frame-ancestors')).toBe(`http://localhost:${new URL(stack.cms).port}`);
    expect([...policy.values()].join(' ')).not.toMatch(
      /unsafe|\*|data:|https?:(?!\/\/(localhost|www\.open))/,
    );

    const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes = '', script = ''] of scripts) {
      if (/ type="application\/(ld\+)?json"/.test(attributes)) JSON.parse(script);
      else expect(`${attributes}|${script}`).toMatch(/ src="\/assets\/[\w.-]+\.js".*\|$/);
    }
    const markup = page.replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '');
    expect(markup).not.toMatch(/<[^>]+\s(style|on\w+)=/i);
    expect(markup).not.toMatch(/javascript:/i);
  }
});

test('no page does what its policy forbids, in none of its states', async ({
  cms,
  page,
  stack,
  startSite,
}) => {
  const forbidden: string[] = [];
  await page.exposeFunction('report', (what: string) => forbidden.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(window, 'report')(`${violatedDirective} ${blockedURI}`),
    ),
  );
  const heading = page.getByRole('heading', { level: 1 });
  for (const path of ['/', '/menu', '/services', '/contact', '/nowhere']) {
    await page.goto(stack.site + path, { waitUntil: 'networkidle' });
    await expect(heading).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Pages' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Pages' }).click();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Menu' }).first()).toBeVisible();
  }
  await page.goto(stack.site, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(page.getByRole('button', { name: 'Picture 2 of 3' })).toBeDisabled();

  const address =
    '/content-manager/preview/url/api::menu-side.menu-side?documentId=hand-cut-fries&status=draft';
  const { data }: { data: { url: string } } = await (await stack.asAdmin('GET', address)).json();
  await page.goto(stack.site + data.url.slice(new URL(data.url).origin.length), { waitUntil: 'networkidle' });
  await expect(page.getByRole('status')).toHaveText('Preview with your unpublished words.');

  cms.fault = 'cuts every connection';
  await page.goto((await startSite()).address, { waitUntil: 'networkidle' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(heading).toHaveCount(0);
  cms.fault = undefined;

  await page.goto((await startSite({ before: FRONT_PAGE_FAILS })).address, { waitUntil: 'networkidle' });
  await expect(heading).toHaveText('This page burned');
  expect(forbidden).toEqual([]);

  // A test that could not fail would show nothing.
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(() => forbidden).toHaveLength(1);
});

test('every answer says how browsers are to treat it', async ({ stack }) => {
  for (const path of [...(await oneOfEach(stack)), '/api/users', '/healthz', '/%', '/social-card.png']) {
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

test('/healthz says how old the words are', async ({ cms, startSite }) => {
  cms.fault = 'cuts every connection';
  const site = await startSite();
  const { status, headers, body } = await ask(site.address, '/healthz');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  const none = Object.fromEntries(Object.keys(queries).map((name) => [name, null]));
  expect(JSON.parse(body.toString())).toEqual({ status: 'ok', words: none });

  cms.fault = undefined;
  await site.filled();
  await site.aged();
  await expect
    .poll(async () => {
      await site.everything();
      return Math.max(...Object.values((await site.health()).words).map(Number));
    })
    .toBeLessThan(2);
});

/** Begins to stop a site; resolves with a promise of its exit code when nobody is let in any more. */
async function closing(site: Site): Promise<{ code: Promise<number | null> }> {
  const code = site.stop();
  const knock = () =>
    ask(site.address, '/healthz').then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(knock, { intervals: [20] }).toBe('closed');
  return { code };
}

test('a stop lets a download come to its end, however slow', async ({ dataDir, startSite }) => {
  const size = 64 * 1024 * 1024;
  const uploads = join(dataDir, 'public', 'uploads');
  rmSync(join(dataDir, 'public'));
  mkdirSync(uploads, { recursive: true });
  writeFileSync(join(uploads, 'large.webp'), '');
  truncateSync(join(uploads, 'large.webp'), size);

  const site = await startSite();
  const [download] = await once(get(`${site.address}/uploads/large.webp`, { agent: false }), 'response');
  const { code } = await closing(site);
  let received = 0;
  for await (const chunk of download) received += chunk.length;
  expect(received).toBe(size);
  expect(await code).toBe(0);
});

test('a stop finishes the pages under way, and ends their connection after them', async ({ cms, site }) => {
  const before = await ask(site.address, '/');
  await site.aged();
  cms.fault = 'never answers';
  cms.clearCounts();
  const { hostname, port } = new URL(site.address);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => cms.asked('/api/homepages'), { intervals: [5] }).toBeGreaterThan(0);
  const from = performance.now();
  const code = site.stop();
  const [hadError] = await once(socket, 'close');
  expect(hadError).toBe(false);
  expect(await code).toBe(0);
  // Those who stop it kill it after 10 s.
  expect(performance.now() - from).toBeLessThan(8_000);

  const answers = Buffer.concat(received)
    .toString()
    .split(/(?=HTTP\/1\.1 )/);
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer.slice(answer.indexOf('\r\n\r\n') + 4)).toBe(before.body.toString());
  }
});

test('a stop ends idle connections quietly', async ({ site }) => {
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get(site.address, { agent }), 'response');
  const closed = once(response.socket, 'close');
  response.resume();
  await once(response, 'end');
  expect(await site.stop()).toBe(0);
  expect(await closed).toEqual([false]);
});

test('a stop under load cuts no answer and refuses nobody who was let in', async ({ site }) => {
  const before = await ask(site.address, '/menu');
  let stopped = false;
  let answers = 0;
  const wrong: string[] = [];
  const visitor = async () => {
    for (;;) {
      try {
        const answer = await ask(site.address, '/menu');
        answers += 1;
        if (answer.status !== 200 || !answer.body.equals(before.body)) wrong.push(`status ${answer.status}`);
      } catch (error) {
        // Whoever comes to a closed door gets no answer at all; one that breaks off is "aborted".
        if (!stopped || String(error).includes('aborted')) wrong.push(String(error));
        return;
      }
    }
  };
  const visitors = Array.from({ length: 10 }, visitor);
  await expect.poll(() => answers).toBeGreaterThan(100);
  stopped = true;
  expect(await site.stop()).toBe(0);
  await Promise.all(visitors);
  expect(wrong).toEqual([]);
});
