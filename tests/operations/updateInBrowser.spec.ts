import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitForHydration } from '../support/hydration.ts';
import { pseudoRandom } from '../support/pseudoRandom.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { canonicalPaths, createSiteData, expect, test as siteTest } from '../support/site.ts';
import { SiteProxy } from '../support/siteProxy.ts';
import type { Page } from '../support/stack.ts';

const BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url));
const VISITORS = 2;
/** How many pages each visitor opens and follows links from: together all four, for each server or mix of servers. */
const VISITS = 2;

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
  {
    link: 'Menu',
    heading: seedRecord('menu-header', 'menu-main').mainHeading ?? '',
    expectWhole: (page: Page) => expectEntrees(page),
  },
  {
    link: 'Services',
    heading: seedRecord('servicespage', 'services-main').mainHeading ?? '',
    expectWhole: (page: Page) => expectIcons(page),
  },
] as const;
const expectEntrees = (page: Page) =>
  expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
const expectIcons = (page: Page) => expect(page.getByRole('main').locator('svg')).toHaveCount(4);

async function followLink(page: Page, { link, heading, expectWhole }: (typeof pages)[number]): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expectWhole(page);
}

const documentOf = (page: Page) => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);

/** Requests all pages again and again; the returned function stops that, and returns how many answers were whole, and the others. */
function startLoad(address: string) {
  let isOver = false;
  const failures: string[] = [];
  const load = async () => {
    let answers = 0;
    while (!isOver)
      for (const path of canonicalPaths) {
        const response = await fetch(address + path);
        const isWhole = (await response.text()).endsWith('</html>');
        answers += 1;
        if (response.status !== 200 || !isWhole) failures.push(`${path}: ${response.status}`);
      }
    return answers;
  };
  const loading = load();
  return async () => {
    isOver = true;
    return { answers: await loading, failures };
  };
}

test('during an update under load, every page that a browser has open stays usable', async ({
  context,
  sites,
  siteProxy,
}) => {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(error.error().message));
  const left = await context.newPage();
  await left.goto(`${siteProxy.address}/menu`);
  await waitForHydration(left);
  const stopLoad = startLoad(siteProxy.address);

  let opened = 0;
  const visitors = await Promise.all(Array.from({ length: VISITORS }, () => context.newPage()));
  const visit = async (page: Page, index: number) => {
    for (const path of canonicalPaths.slice(index * VISITS, (index + 1) * VISITS)) {
      await page.goto(siteProxy.address + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const target of path === '/menu' ? pages.toReversed() : pages) await followLink(page, target);
      opened += 3;
    }
  };
  const random = pseudoRandom(32);
  for (const [name, chooseSite] of [
    // Any request may reach either of two replicas.
    ['while both servers run', () => (random.next().value < 0.5 ? sites.older : sites.newer)],
    ['when only the newer server runs', () => sites.newer],
  ] as const)
    await test.step(name, async () => {
      siteProxy.chooseSite = chooseSite;
      await Promise.all(visitors.map(visit));
    });

  await test.step('all answers meanwhile are whole', async () => {
    const { answers, failures } = await stopLoad();
    expect(failures).toEqual([]);
    expect(opened).toBe(2 * 3 * canonicalPaths.length);
    expect(answers).toBeGreaterThan(opened);
  });

  await test.step('a page of the older version gets the next page from the newer server', async () => {
    // It has not requested the script of that page yet.
    await followLink(left, pages[1]);
    expect(await documentOf(left)).toBe(`${siteProxy.address}/services`);
  });

  await test.step('the pages after it are whole', async () => {
    for (const page of [left, ...visitors]) {
      await page.goto(siteProxy.address);
      await waitForHydration(page);
      await expect(page.locator('.splide.is-initialized')).toBeVisible();
      await followLink(page, pages[0]);
      expect(await documentOf(page)).toBe(`${siteProxy.address}/`);
    }
    expect(errors).toEqual([]);
  });
});
