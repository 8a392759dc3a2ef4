import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_WAIT_MS } from '../../web/server/cachedQuery.ts';
import { pages } from '../../web/src/content/pages.ts';
import { type QueryName, queries } from '../../web/src/content/queries.ts';
import type { FaultyCms } from '../support/faultyCms.ts';
import { generateFuzzRequests, sendRawBytes } from '../support/fuzzRequests.ts';
import { freePort } from '../support/ports.ts';
import { findSeedRecord, seedRecord } from '../support/seedRecords.ts';
import { ask, expect, type Health, pagePaths, queryPaths, type Site, test } from '../support/site.ts';

// On a busy machine requests to the CMS may time out, which lengthens the backoff.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Longer than the longest backoff between two requests to the CMS, which is 30 s. */
const POLL_OPTIONS = { timeout: 45_000, intervals: [100] };

const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';
const headingByPath: Record<string, string> = Object.fromEntries(
  pages.flatMap(({ path, alias = path, pageRecord }) => {
    const text = findSeedRecord(pageRecord.record).mainHeading ?? '';
    return [
      [path, text],
      [alias, text],
    ];
  }),
);

/** An edit of the home page's heading, for `FaultyCms.editResponse`. */
const setHomeHeading = (heading: string) => (body: string) => body.replaceAll(homeHeading, heading);

const cacheFolder = (dataDir: string) => join(dataDir, 'web');
const pictureFolder = (dataDir: string) => join(cacheFolder(dataDir), 'pictures');
const cacheFiles = Object.keys(queries).map((name) => `${name}.json`);

/** Waits until the cache folder contains the file of every query, the folder of the pictures, and no other file. */
const waitForCacheFiles = (dataDir: string) =>
  expect
    .poll(() => existsSync(cacheFolder(dataDir)) && readdirSync(cacheFolder(dataDir)).sort(), POLL_OPTIONS)
    .toEqual([...cacheFiles, 'pictures'].sort());

/** Waits until the site has a file for each picture that its pages and queries name, and named `earlier`; returns the URLs of now. */
async function waitForPictures(
  site: Site,
  dataDir: string,
  earlier: readonly string[] = [],
): Promise<string[]> {
  const texts = Object.values(await site.fetchAll()).join();
  const urls = [...new Set(texts.match(/\/uploads\/[\w.-]+\?v=\w+/g))];
  expect(urls.length).toBeGreaterThan(30);
  const folder = pictureFolder(dataDir);
  const countFiles = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.tmp')).length : 0;
  const count = new Set([...earlier, ...urls]).size;
  await expect.poll(countFiles, POLL_OPTIONS).toBeGreaterThanOrEqual(count);
  return urls;
}

/** Requests every page and query until the condition holds, and expects each response to be unchanged. */
const expectNoChangesUntil = (condition: () => boolean, site: Site, before: Record<string, string>) =>
  expect
    .poll(
      async () => {
        expect(await site.findChanges(before)).toEqual([]);
        return condition();
      },
      // The CMS is asked at most once a second.
      { ...POLL_OPTIONS, intervals: [500] },
    )
    .toBe(true);

/** Adds a text to the names and headings of every response, as edits by the owner would. */
const addToTexts = (text: string) => (body: string) =>
  body.replace(/("\w*(?:[Nn]ame|Heading)":")/g, `$1${text} `);

test('the site keeps its cached content whatever the fault of the CMS', async ({ cms, site }) => {
  const faults = [
    'closes every connection',
    'responds after 10 s',
    'responds with status 500',
    'responds with HTML',
    'responds with truncated JSON',
    'closes the connection mid-response',
    'responds with 10 MB',
    'responds without end',
  ] as const;
  const before = await site.fetchAll();
  cms.editResponse = addToTexts('faulty');
  // Each query has another fault, because each has its own cache and backoff.
  cms.fault = (path) => faults[queryPaths.indexOf(path) % faults.length];
  cms.clearCounts();
  await expectNoChangesUntil(
    () => queryPaths.every((path) => cms.requestCount(path) > 0) && cms.pendingRequests === 0,
    site,
    before,
  );
  await test.step('new content shows when the CMS has recovered', async () => {
    cms.editResponse = addToTexts('recovered');
    cms.fault = undefined;
    const listOld = async () => {
      const responses = await site.fetchAll();
      expect(Object.values(responses).join()).not.toContain('faulty');
      return Object.entries(responses).flatMap(([path, body]) => (body.includes('recovered') ? [] : path));
    };
    await expect.poll(listOld, { ...POLL_OPTIONS, intervals: [500] }).toEqual([]);
  });
});

test('an empty list from the CMS empties only the dishes', async ({ cms, site }) => {
  const before = await site.fetchAll();
  cms.fault = 'responds with an empty list';
  const countBefore = cms.requestCount('/api/homepages');
  const dish = seedRecord('menu-entree', 'lasagna').entreeName ?? '';
  await expect.poll(() => site.fetchText('/menu'), POLL_OPTIONS).not.toContain(dish);
  const requestHome = async () => {
    await site.fetchText('/');
    return cms.requestCount('/api/homepages');
  };
  await expect.poll(requestHome, POLL_OPTIONS).toBeGreaterThan(countBefore);
  const after = await site.fetchAll();
  for (const path of ['/', '/home', '/services', '/contact', '/api/menu-headers', '/api/menu-alcohol'])
    expect(after[path]).toBe(before[path]);
  expect(after['/menu']).toContain(headingByPath['/menu']);
});

/** An edit for `FaultyCms.editResponse`: a CMS of another version, without some records and with fields that the site does not know. */
const answerAsOtherVersion =
  (missing: string[], edit: (body: string) => string = (body) => body) =>
  (body: string) => {
    const response: { data: { documentId: string } | { documentId: string }[] } = JSON.parse(edit(body));
    const addField = (entry: object) => ({ ...entry, later: [{ field: 'unknown to the site' }] });
    const data = Array.isArray(response.data)
      ? response.data.filter(({ documentId }) => !missing.includes(documentId)).map(addField)
      : addField(response.data);
    return JSON.stringify({ ...response, data });
  };

test('a record that the CMS no longer sends stays on the site', async ({ cms, dataDir, site, startSite }) => {
  const story = seedRecord('homepage', 'home-story-1').subHeadings ?? '';
  const tab = seedRecord('website-tab', 'tab-services').tabName ?? '';
  const heading = 'Edited in another version';
  cms.editResponse = answerAsOtherVersion(['home-story-1', 'tab-services'], setHomeHeading(heading));
  await expect.poll(() => site.fetchText('/'), POLL_OPTIONS).toContain(heading);
  const expectAll = async (running: Site) => {
    for (const text of [heading, story, tab]) expect(await running.fetchText('/')).toContain(text);
    for (const text of [heading, story]) expect(await running.fetchText('/api/homepages')).toContain(text);
  };
  await test.step('the rest of the response is updated', () => expectAll(site));
  await test.step('the record is named once in the log', () => {
    const lines = site.log.split('\n').filter((line) => line.includes('home-story-1'));
    expect(lines).toEqual([expect.stringMatching(/CMS has no home-story-1 .*\/api\/homepages/)]);
  });

  const file = join(cacheFolder(dataDir), 'home.json');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), POLL_OPTIONS).toContain(heading);
  await site.stop();
  cms.fault = 'closes every connection';
  const restarted = await startSite();
  await test.step('it is there also after a restart without the CMS', () => expectAll(restarted));
});

test('what a CMS of another version lacks is an empty place', async ({ page, cms, startSite }) => {
  cms.editResponse = answerAsOtherVersion(['home-story-1', 'tab-services', 'menu-sides']);
  cms.fault = (path) => (path === '/api/menu-soft-drinks' ? 'responds with status 404' : undefined);
  const site = await startSite();
  const { words } = await site.health();
  expect(Object.entries(words).filter(([, age]) => age === null)).toEqual([['softDrinks', null]]);
  expect(site.log).toMatch(/^The CMS has no valid .*\/api\/menu-soft-drinks \(status 404\)/m);

  await page.goto(site.address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  const navigation = page.getByRole('navigation', { name: 'Footer' });
  await expect(navigation.getByRole('link')).toHaveCount(pages.length - 1);
  await expect(page.locator('#home-story-1')).toHaveCount(0);
  await expect(page.locator('#home-story-2')).toBeVisible();

  await page.goto(`${site.address}/menu`);
  for (const id of ['lasagna', 'menu-alcohol']) await expect(page.locator(`#${id}`)).not.toBeEmpty();
  await expect(page.locator('#menu-soft-drinks')).toHaveText('');
});

/** JavaScript for the site's process: no request ends its wait for revalidation early, however busy the machine is. */
const WAIT_FOR_LATE_RESPONSES = `
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (callback, ms, ...rest) => setTimeout(callback, ms === ${MAX_WAIT_MS} ? 60_000 : ms, ...rest);`;

test('a request for stale content waits for revalidation and gets the newest content', async ({
  cms,
  startSite,
}) => {
  const site = await (await startSite({ preload: WAIT_FOR_LATE_RESPONSES })).waitUntilCached();
  cms.editResponse = setHomeHeading('Come in, it is cold outside');
  await site.waitUntilStale();
  expect(await site.fetchText('/')).toContain('Come in, it is cold outside');
});

/** Requests `visits` pages and queries with each of 20 concurrent clients, and expects the responses to be unchanged. */
async function visitConcurrently(site: Site, before: Record<string, string>, visits: number): Promise<void> {
  const paths = Object.keys(before);
  const changes = new Set<string>();
  const client = async (_: unknown, number: number) => {
    for (let visit = number; visit < number + visits; visit++) {
      const path = paths[visit % paths.length] ?? '';
      const response = await fetch(site.address + path);
      if (`${response.status} ${await response.text()}` !== before[path])
        changes.add(`${path}: ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: 20 }, client));
  expect([...changes]).toEqual([]);
}

/** JavaScript for the site's process: requests wait six times as long for revalidation, and so do requests to the CMS to be aborted. */
const WAIT_LONGER = `
  const { setTimeout } = globalThis;
  const { timeout } = AbortSignal;
  globalThis.setTimeout = (callback, ms, ...rest) => setTimeout(callback, ms === ${MAX_WAIT_MS} ? 6 * ms : ms, ...rest);
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, 6 * ms);`;

test('while the CMS does not respond, 20 concurrent visitors get stale pages without waiting', async ({
  cms,
  startSite,
}) => {
  const site = await (await startSite({ preload: WAIT_LONGER })).waitUntilCached();
  const before = await site.fetchAll();
  await site.waitUntilStale();
  cms.fault = 'never responds';
  cms.clearCounts();
  // If each of these requests waited, 40 in sequence would take longer than the timeout of a CMS request, which is 30 s here. So
  // long, a busy machine may take for requests that don't wait.
  await visitConcurrently(site, before, 40);
  await test.step('they cause one CMS request for each query', () => {
    expect(Object.fromEntries(queryPaths.map((path) => [path, cms.requestCount(path)]))).toEqual(
      Object.fromEntries(queryPaths.map((path) => [path, 1])),
    );
    expect(cms.pendingRequests).toBe(queryPaths.length);
  });
});

/** Waits until the site has cached content that it requested after this call. */
async function waitForRevalidation(site: string): Promise<void> {
  const from = Date.now();
  await expect
    .poll(async () => {
      await fetch(site).then((response) => response.text());
      const { words }: Health = await fetch(`${site}/healthz`).then((response) => response.json());
      // Ages are rounded down to whole seconds.
      return Date.now() - from - 1_000 * ((words.home ?? Number.POSITIVE_INFINITY) + 1);
    }, POLL_OPTIONS)
    .toBeGreaterThan(0);
}

test('no visitor notices that the CMS is killed', async ({ editableStack: stack }) => {
  /** Requests every page, expects it to be whole, and returns the status of the CMS. */
  const visitAll = async () => {
    for (const path of pagePaths) {
      const response = await fetch(stack.site + path);
      expect(response.status, path).toBe(200);
      expect(await response.text(), path).toContain(headingByPath[path] ?? '');
    }
    return fetch(`${stack.cms}/_health`).then(
      ({ status }) => status,
      () => 'unreachable',
    );
  };
  const killedProcess = stack.processes.cms;
  process.kill(killedProcess, 'SIGKILL');
  await expect.poll(visitAll, POLL_OPTIONS).toBe('unreachable');
  await expect.poll(visitAll, POLL_OPTIONS).toBe(204);
  expect(stack.processes.cms).not.toBe(killedProcess);
  expect(stack.log).toContain('cms exited (SIGKILL); restarting in 1 s');

  await test.step('content that is published later is on every later response', async () => {
    await stack.publish('homepage', 'home-main', { mainHeading: 'We had a power cut' });
    await waitForRevalidation(stack.site);
    await waitForRevalidation(stack.site);
    for (let visit = 0; visit < 10; visit++)
      expect(await (await fetch(stack.site)).text()).toContain('We had a power cut');
  });
});

test('a site that starts while the CMS is down serves all cached content', async ({
  cms,
  dataDir,
  site,
  startSite,
}) => {
  const before = await site.fetchAll();
  await waitForCacheFiles(dataDir);
  cms.fault = 'closes every connection';
  await site.stop('SIGTERM');
  const second = await startSite();
  await test.step('after it was stopped', async () => expect(await second.findChanges(before)).toEqual([]));
  await second.stop('SIGKILL');
  const third = await startSite();
  await test.step('after it was killed', async () => expect(await third.findChanges(before)).toEqual([]));

  await test.step('new content shows when the CMS is back', async () => {
    cms.editResponse = setHomeHeading('The fire is out');
    cms.fault = undefined;
    await expect.poll(() => third.fetchText('/'), POLL_OPTIONS).toContain('The fire is out');
  });
});

test('a picture that the owner publishes is on the site’s own disk before a visitor asks for it', async ({
  editableStack: stack,
  dataDir,
  startSite,
}) => {
  const site = await (await startSite({ cms: stack.cms })).waitUntilCached();
  const earlier = await waitForPictures(site, dataDir);
  const photograph = readFileSync(join(ROOT, 'docs', 'front-page.webp'));
  const form = new FormData();
  form.append('files', new Blob([photograph], { type: 'image/webp' }), 'terrace.webp');
  form.append('fileInfo', JSON.stringify({ name: 'terrace.webp', alternativeText: 'The terrace' }));
  const [picture]: { id: number; url: string }[] = await (
    await stack.asAdmin('POST', '/upload', form)
  ).json();
  await stack.publish('homepage', 'home-main', { images: [picture?.id] });
  await expect.poll(() => site.fetchText('/'), POLL_OPTIONS).toContain(`${picture?.url}?v=`);

  const urls = await waitForPictures(site, dataDir, earlier);
  expect(urls.join()).toContain(`${picture?.url}?v=`);
  await site.stop();
  const restarted = await startSite({ cms: `http://127.0.0.1:${await freePort()}` });
  for (const url of urls) {
    const { status, headers, body } = await ask(restarted.address, url);
    expect(status, url).toBe(200);
    expect(headers['cache-control'], url).toBe('public, max-age=31536000, immutable');
    expect(body.toString('hex'), url).toBe((await ask(stack.cms, url)).body.toString('hex'));
  }
});

test('pictures that are not cached yet wait for a CMS that starts later', async ({
  cms,
  dataDir,
  startSite,
}) => {
  const site = await (await startSite()).waitUntilCached();
  const urls = await waitForPictures(site, dataDir);
  await site.stop();
  rmSync(pictureFolder(dataDir), { recursive: true });
  cms.fault = 'closes every connection';
  const restarted = await startSite();
  const statuses = Promise.all(urls.map(async (url) => (await ask(restarted.address, url)).status));
  await expect.poll(() => cms.pictureRequests.length).toBeGreaterThan(0);
  cms.fault = undefined;
  expect(new Set(await statuses)).toEqual(new Set([200]));
});

test('a picture costs the CMS one request, however many visitors ask for it', async ({
  cms,
  dataDir,
  site,
}) => {
  const urls = await waitForPictures(site, dataDir);
  const requestAll = (paths: string[]) =>
    Promise.all(Array.from({ length: 5 }, () => Promise.all(paths.map((path) => ask(site.address, path)))));
  await requestAll([...urls, ...urls.map((url) => url.replace(/\?.*/, ''))]);
  const counted = cms.pictureRequests;
  expect(counted).toHaveLength(urls.length);
  expect(new Set(counted).size).toBe(urls.length);

  cms.clearCounts();
  cms.addedPictures.set('/uploads/draft.webp', readFileSync(join(ROOT, 'docs', 'front-page.webp')));
  await requestAll(['/uploads/draft.webp', '/uploads/nothing.webp']);
  await requestAll(['/uploads/draft.webp', '/uploads/nothing.webp']);
  expect(cms.pictureRequests.sort()).toEqual(['/uploads/draft.webp', '/uploads/nothing.webp']);
});

test('/healthz reports the age since the last successful revalidation, also after a restart', async ({
  cms,
  dataDir,
  site,
  startSite,
}) => {
  await waitForCacheFiles(dataDir);
  await site.stop();
  const files = cacheFiles.map((name) => join(cacheFolder(dataDir), name));
  const monthsAgo = Date.now() - 90 * 24 * 60 * 60 * 1_000;
  for (const file of files) utimesSync(file, monthsAgo / 1_000, monthsAgo / 1_000);

  const revalidating = await startSite();
  const readOldestTime = async () => {
    await revalidating.fetchAll();
    return Math.min(...files.map((file) => statSync(file).mtimeMs));
  };
  await expect.poll(readOldestTime, POLL_OPTIONS).toBeGreaterThan(monthsAgo + 60_000);
  await revalidating.stop();

  cms.fault = 'closes every connection';
  const { words } = await (await startSite()).health();
  expect(Math.max(...Object.values(words).map(Number))).toBeLessThan(180);
});

/** Returns a copy of the file with one bit of the given text flipped. */
function flipBit(file: Buffer, text: string): Buffer {
  const damaged = Buffer.from(file);
  const at = damaged.indexOf(text);
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
  return damaged;
}

test('no page shows the content of damaged cache files', async ({ cms, dataDir, site, startSite }) => {
  const before = await site.fetchAll();
  await waitForCacheFiles(dataDir);
  await site.stop();
  const cacheFile = (name: QueryName) => join(cacheFolder(dataDir), `${name}.json`);
  const readCacheFile = (name: QueryName) => readFileSync(cacheFile(name));
  const damaged: Partial<Record<QueryName, Buffer>> = {
    home: flipBit(readCacheFile('home'), homeHeading),
    services: readCacheFile('services').subarray(0, readCacheFile('services').length / 2),
    contact: Buffer.alloc(readCacheFile('contact').length),
    menuHeadings: Buffer.alloc(0),
  };
  const fromOtherVersion = readCacheFile('alcohol');
  writeFileSync(cacheFile('softDrinks'), fromOtherVersion);
  // Object.keys returns string[].
  const names = Object.keys(damaged) as QueryName[];
  for (const name of names) writeFileSync(cacheFile(name), damaged[name] ?? '');
  cms.fault = 'closes every connection';

  const restarted = await startSite();
  await test.step('damaged files are renamed and logged', () => {
    for (const name of names) {
      expect(restarted.log).toContain(`${cacheFile(name)} is damaged`);
      expect(readFileSync(`${cacheFile(name)}.damaged`)).toEqual(damaged[name]);
      expect(existsSync(cacheFile(name))).toBe(false);
    }
  });
  await test.step('a file of another version is logged, and stays', () => {
    expect(restarted.log).toContain(`${cacheFile('softDrinks')} is from another version`);
    expect(readCacheFile('softDrinks')).toEqual(fromOtherVersion);
  });

  await test.step('their content is unavailable, and all other is served', async () => {
    const responses = await restarted.fetchAll();
    for (const [name, { path }] of Object.entries(queries)) {
      if (name in damaged || name === 'softDrinks') expect(responses[path]).toMatch(/^503 /);
      else expect(responses[path]).toBe(before[path]);
    }
    for (const path of pagePaths) {
      expect(responses[path]).toContain(seedRecord('website-tab', 'tab-contact').tabName);
      expect(responses[path]).not.toContain(headingByPath[path]);
    }
  });

  await test.step('the site writes the files again when the CMS is back', async () => {
    cms.fault = undefined;
    await expect.poll(() => restarted.findChanges(before), POLL_OPTIONS).toEqual([]);
    await expect.poll(() => names.map(cacheFile).every(existsSync), POLL_OPTIONS).toBe(true);
    await expect.poll(() => readCacheFile('softDrinks'), POLL_OPTIONS).not.toEqual(fromOtherVersion);
  });
});

test('without any content, caches may store no response, until the CMS has recovered', async ({
  cms,
  dataDir,
  startSite,
}) => {
  mkdirSync(cacheFolder(dataDir));
  for (const name of cacheFiles) writeFileSync(join(cacheFolder(dataDir), name), '{"data":');
  cms.fault = 'closes every connection';
  const site = await startSite();
  expect(readdirSync(cacheFolder(dataDir)).sort()).toEqual(
    cacheFiles.map((name) => `${name}.damaged`).sort(),
  );
  for (const path of [...pagePaths, ...queryPaths]) {
    const response = await ask(site.address, path);
    expect(response.status, path).toBe(queryPaths.includes(path) ? 503 : 200);
    expect(response.headers['cache-control'], path).toBe('no-store');
    expect(response.headers['cdn-cache-control'], path).toBeUndefined();
  }
  cms.fault = undefined;
  for (const path of pagePaths)
    await expect.poll(() => site.fetchText(path), POLL_OPTIONS).toContain(headingByPath[path]);
});

/** Edits the content twice and waits for each edit on the page, so that the site tries to write each to disk. */
async function editTwice(cms: FaultyCms, site: Site): Promise<void> {
  for (const heading of ['One', 'Two']) {
    cms.editResponse = setHomeHeading(heading);
    await expect.poll(() => site.fetchText('/'), POLL_OPTIONS).toContain(heading);
  }
}

/** The log lines that name a file in the cache folder. */
const cacheFolderLogLines = (site: Site, dataDir: string) =>
  site.log.split('\n').filter((line) => line.includes(cacheFolder(dataDir)));

test('on a full disk the site serves from memory, and leaves its cache files intact', async ({
  cms,
  dataDir,
  site,
  startSite,
}) => {
  const before = await site.fetchAll();
  await waitForCacheFiles(dataDir);
  await site.stop();
  const siteOnFullDisk = await startSite({ diskFull: true });
  await editTwice(cms, siteOnFullDisk);
  await expect.poll(() => cacheFolderLogLines(siteOnFullDisk, dataDir)).toHaveLength(1);
  expect(cacheFolderLogLines(siteOnFullDisk, dataDir)[0]).toContain('home.json');
  expect(await siteOnFullDisk.fetchText('/menu')).toContain(headingByPath['/menu']);

  await siteOnFullDisk.stop();
  cms.fault = 'closes every connection';
  const restarted = await startSite();
  expect(await restarted.findChanges(before)).toEqual([]);
});

test('a site that cannot write cache files writes them once it can', async ({ cms, dataDir, startSite }) => {
  writeFileSync(cacheFolder(dataDir), 'in the way');
  const site = await (await startSite()).waitUntilCached();
  await editTwice(cms, site);
  const findUnlogged = () => {
    const log = cacheFolderLogLines(site, dataDir).join();
    return cacheFiles.filter((name) => !log.includes(name));
  };
  await expect.poll(findUnlogged).toEqual([]);
  const lines = cacheFolderLogLines(site, dataDir);
  expect(lines).toEqual([...new Set(lines)]);

  rmSync(cacheFolder(dataDir));
  cms.editResponse = setHomeHeading('Three');
  await expect.poll(() => site.fetchText('/'), POLL_OPTIONS).toContain('Three');
  const file = join(cacheFolder(dataDir), 'home.json');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), POLL_OPTIONS).toContain('Three');
});

/** How much a process may grow, in MiB: the allocator returns some freed memory late or never. */
const MAX_MEMORY_GROWTH_MIB = 100;

/** Measures the memory of a site under load, in MiB. */
async function measureMemory(site: Site, before: Record<string, string>): Promise<number> {
  await visitConcurrently(site, before, 40);
  return site.memory;
}

/** Waits until the process's memory is close to `usual`; the requests in between trigger its garbage collector. */
const waitForMemory = (site: Site, usual: number) =>
  expect
    .poll(async () => {
      await site.fetchAll();
      return site.memory;
    }, POLL_OPTIONS)
    .toBeLessThan(usual + MAX_MEMORY_GROWTH_MIB);

/** Finds what a response to a malformed request must not contain; `undefined` when it contains no such thing. */
function findLeak(response: string, knownBodies: string[], forbidden: string[]): string | undefined {
  if (/^HTTP\/1\.\d 5/m.test(response)) return 'a status of 500 or more';
  if (/^ +at .*:\d+/m.test(response)) return 'a stack trace';
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const isUncompressed = /^HTTP\/1\.1 200/.test(head) && !/^content-encoding:/im.test(head) && body !== '';
  if (isUncompressed && /^content-type: (text\/html|application\/json)/im.test(head)) {
    if (!knownBodies.includes(Buffer.from(body, 'latin1').toString()))
      return 'a body that is neither a page nor a query';
  }
  return forbidden.find((text) => response.includes(text));
}

test('the site frees the memory of 44 oversized CMS responses', async ({ cms, site }) => {
  const before = await site.fetchAll();
  const usual = await measureMemory(site, before);
  const eachQueryRequested = (times: number) => () =>
    queryPaths.every((path) => cms.requestCount(path) >= times) && cms.pendingRequests === 0;
  const faults = ['responds with 10 MB', 'responds without end'] as const;
  for (const offset of [0, 1]) {
    cms.clearCounts();
    cms.fault = (path) => faults[(queryPaths.indexOf(path) + offset) % faults.length];
    await expectNoChangesUntil(eachQueryRequested(2), site, before);
    cms.clearCounts();
    cms.fault = undefined;
    await expectNoChangesUntil(eachQueryRequested(1), site, before);
  }
  await waitForMemory(site, usual);
});

test('1,000 malformed requests cause no error of the server and no leak', async ({ site, stack }) => {
  const before = await site.fetchAll();
  const usual = await measureMemory(site, before);
  const knownBodies = Object.values(before).map((response) => response.slice('200 '.length));
  const secrets: Record<string, unknown> = JSON.parse(
    readFileSync(join(stack.dataDir, 'cms', 'secrets.json'), 'utf8'),
  );
  const forbidden = [
    ...['root:x:', 'evil.example', '<script>alert', 'Set-Cookie', 'node_modules', ROOT, stack.dataDir],
    ...Object.values(secrets).flat().map(String),
  ];
  const requests = generateFuzzRequests(1_000);
  const leaks: string[] = [];
  const client = async () => {
    for (let bytes = requests.pop(); bytes; bytes = requests.pop()) {
      const leak = findLeak(await sendRawBytes(site.address, bytes), knownBodies, forbidden);
      if (leak) leaks.push(`${leak} after ${bytes.subarray(0, 300).toString('latin1')}`);
    }
  };
  await Promise.all(Array.from({ length: 10 }, client));
  expect(leaks).toEqual([]);
  await test.step('the content is unchanged', async () => expect(await site.findChanges(before)).toEqual([]));
  await test.step('the memory is as usual', () => waitForMemory(site, usual));
});
