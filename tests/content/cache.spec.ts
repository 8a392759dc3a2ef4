import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { contentTypes } from '../support/contentTypes.ts';
import type { FaultyCms } from '../support/faultyCms.ts';
import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { expect, type Health, pagePaths, type Site, test } from '../support/site.ts';

// How the site keeps its content is shown in `web/server`; here are a full disk and a CMS that is killed.

// On a busy machine requests to the CMS may time out, which lengthens the backoff.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

/** Longer than the longest backoff between two requests to the CMS, which is 30 s. */
const POLL_OPTIONS = { timeout: 45_000, intervals: [100] };

const allRecords = contentTypes.flatMap(({ name }) => seedRecords(name));
const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';
const headingByPath: Record<string, string> = Object.fromEntries(
  pages.flatMap(({ id, path, alias = path }) => {
    const record = allRecords.find(({ documentId }) => documentId === `${id}-main`);
    const text = record?.mainHeading ?? '';
    return [
      [path, text],
      [alias, text],
    ];
  }),
);

/** An edit of the home page's heading, for `FaultyCms.editResponse`. */
const setHomeHeading = (heading: string) => (body: string) => body.replaceAll(homeHeading, heading);

const cacheFolder = (dataDir: string) => join(dataDir, 'web');
const cacheFiles = Object.keys(queries).map((name) => `${name}.json`);

/** Waits until the cache folder contains the file of every query, the folder of the pictures, and no other file. */
const waitForCacheFiles = (dataDir: string) =>
  expect
    .poll(() => existsSync(cacheFolder(dataDir)) && readdirSync(cacheFolder(dataDir)).sort(), POLL_OPTIONS)
    .toEqual([...cacheFiles, 'pictures'].sort());

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
  expect(await restarted.fetchAll()).toEqual(before);
});
