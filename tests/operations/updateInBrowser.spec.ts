import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForHydration } from '../support/hydration.ts';
import { pseudoRandom } from '../support/pseudoRandom.ts';
import { canonicalPaths, createSiteData, expect, test as siteTest } from '../support/site.ts';
import { SiteProxy } from '../support/siteProxy.ts';
import type { Page } from '../support/stack.ts';

const BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url));
const VISITORS = 3;
/** How often each visitor opens a page and follows a link, for each server or mix of servers. */
const VISITS = 2;
/** Connections that request pages all the time beside the visitors. */
const LOAD_CONNECTIONS = 3;

/** Copies the build of the site with other names of its scripts, as a build of another version has; returns the server's script. */
function buildNextVersion(folder: string): string {
  cpSync(BUILD, folder, { recursive: true });
  const assets = join(folder, 'client', 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const rename = (text: string) =>
    scripts.reduce((renamed, name) => renamed.replaceAll(name, name.replace('.js', '-next.js')), text);
  for (const name of scripts) {
    const file = join(assets, name);
    writeFileSync(join(assets, rename(name)), rename(readFileSync(file, 'utf8')));
    for (const extension of ['', '.br', '.gz']) rmSync(file + extension);
  }
  const manifest = join(folder, 'client', '.vite', 'manifest.json');
  writeFileSync(manifest, rename(readFileSync(manifest, 'utf8')));
  return join(folder, 'server', 'main.js');
}

/** Tests of two versions of the site behind one address. */
const test = siteTest.extend<{ sites: { older: string; newer: string }; siteProxy: SiteProxy }>({
  sites: async ({ startSite }, use) => {
    const folders = [mkdtempSync(join(tmpdir(), 'next-version-')), createSiteData()] as const;
    const [older, newer] = await Promise.all([
      startSite(),
      startSite({ script: buildNextVersion(folders[0]), dataDir: folders[1] }),
    ]);
    for (const site of [older, newer]) await site.waitUntilCached();
    await use({ older: older.address, newer: newer.address });
    for (const folder of folders) rmSync(folder, { recursive: true });
  },
  siteProxy: async ({ sites }, use) => {
    const proxy = await SiteProxy.start(sites.older);
    await use(proxy);
    proxy.stop();
  },
});

/** The pages: their link in the footer and what only a whole page shows. */
const pages = [
  { link: 'Menu', heading: 'What we’re cooking', expectWhole: (page: Page) => expectEntrees(page) },
  { link: 'Services', heading: 'Other ways we can feed you', expectWhole: (page: Page) => expectIcons(page) },
] as const;
const expectEntrees = (page: Page) =>
  expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
const expectIcons = (page: Page) => expect(page.getByRole('main').locator('svg')).toHaveCount(4);

async function followLink(page: Page, { link, heading, expectWhole }: (typeof pages)[number]): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expectWhole(page);
}

test('during an update under load, every page that a browser has open stays usable, and the pages after it are whole', async ({
  context,
  sites,
  siteProxy,
}) => {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  const left = await context.newPage();
  await left.goto(`${siteProxy.address}/menu`);
  await waitForHydration(left);

  let isOver = false;
  let answers = 0;
  const failures: string[] = [];
  const requestPages = async () => {
    while (!isOver)
      for (const path of canonicalPaths) {
        const { status } = await fetch(siteProxy.address + path);
        answers += 1;
        if (status !== 200) failures.push(`${path}: ${status}`);
      }
  };
  const load = Array.from({ length: LOAD_CONNECTIONS }, requestPages);

  let opened = 0;
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => context.newPage()));
  const visit = async (page: Page, index: number) => {
    for (let times = 0; times < VISITS; times += 1) {
      const path = canonicalPaths[(index + times) % canonicalPaths.length] ?? '/';
      await page.goto(siteProxy.address + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const target of path === '/menu' ? pages.toReversed() : pages) await followLink(page, target);
      opened += 3;
    }
  };
  const random = pseudoRandom(32);
  const mixes = {
    'the older server': () => sites.older,
    // Any request may reach either of two replicas.
    'both servers': () => (random.next().value < 0.5 ? sites.older : sites.newer),
    'the newer server': () => sites.newer,
  };
  for (const [name, chooseSite] of Object.entries(mixes))
    await test.step(name, async () => {
      siteProxy.chooseSite = chooseSite;
      await Promise.all(visitors.map(visit));
    });
  isOver = true;
  await Promise.all(load);
  expect(failures).toEqual([]);

  // It has the scripts of the older version, one of which it has not requested yet.
  const documentOf = (page: Page) => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  await followLink(left, pages[1]);
  expect(await documentOf(left)).toBe(`${siteProxy.address}/services`);
  for (const page of [left, ...visitors]) {
    await page.goto(siteProxy.address);
    await waitForHydration(page);
    await expect(page.locator('.splide.is-initialized')).toBeVisible();
    await followLink(page, pages[0]);
    expect(await documentOf(page)).toBe(`${siteProxy.address}/`);
  }
  expect(errors).toEqual([]);
  expect(opened).toBe(3 * VISITORS * VISITS * Object.keys(mixes).length);
  expect(answers).toBeGreaterThan(opened);
});
