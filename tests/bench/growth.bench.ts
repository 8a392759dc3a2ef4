import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { openAdmin } from '../support/openAdmin.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { type Stack, withStack } from '../support/stack.ts';
import { test } from './bench.ts';
import { loadPage } from './pageLoad.ts';
import { createRecord, type GrowthFigure, getRounds, growthFigures, median, rotate } from './results.ts';

const DISHES = 300;
const LONG_DESCRIPTIONS = 40;
const VERSIONS = 2_000;
const FILES = 5_000;
const LOOK_INTERVAL_MS = 10;
const TIMEOUT_MS = 30_000;
/** A type whose list does not grow. */
const SIDE = 'api::menu-side.menu-side';

/** SQL that makes a restaurant's data as large as it could ever become. */
const growth = `
  WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${DISHES - 40})
  INSERT INTO menu_entrees (document_id, entree_name, description, position, created_at, updated_at, published_at)
    SELECT 'grown-' || n, 'Dish ' || n,
      CASE WHEN n <= ${LONG_DESCRIPTIONS} THEN substr(replace(hex(zeroblob(50)), '00', 'Roasted on oak. '), 1, 500) ELSE description END,
      1000 + n, created_at, updated_at, published_at
    FROM series CROSS JOIN menu_entrees WHERE document_id = 'lasagna';
  WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${VERSIONS / 20})
  INSERT INTO site_versions (uid, document_id, kind, time, author, content, change)
    SELECT uid, document_id, kind, time - n * 1000, 'Owner', content, 'Description: “before ' || n || '” → “after”'
    FROM series CROSS JOIN 
      (SELECT * FROM site_versions ORDER BY document_id IS NULL OR document_id = 'hand-cut-fries' DESC LIMIT 20);
  WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${FILES})
  INSERT INTO files (document_id, name, alternative_text, width, height, formats, hash, ext, mime, size, url, provider, folder_path,
      created_at, updated_at, published_at)
    SELECT 'grown-' || n, 'Photograph ' || n, 'A dish', width, height, formats, hash, ext, mime, size, url, provider, folder_path,
      created_at - n, updated_at - n, published_at
    FROM series CROSS JOIN (SELECT * FROM files ORDER BY id LIMIT 1);`;

/** The admin's lists: the path, and what is visible when the list is open. */
const lists: [GrowthFigure, path: string, find: (page: Page) => Locator][] = [
  ['First screen of the admin', '', (page) => page.getByText('On the site:')],
  [
    'List of sides',
    `content-manager/collection-types/${SIDE}`,
    (page) => page.getByRole('grid').getByRole('link'),
  ],
  [
    'Earlier versions of a dish',
    `versions/${SIDE}/hand-cut-fries`,
    (page) => page.getByRole('main').getByText('On the site now'),
  ],
  [
    'Earlier versions of the menu',
    'versions/menu',
    (page) => page.getByRole('main').getByRole('heading', { level: 2 }).first(),
  ],
  ['Photographs', 'plugins/upload', (page) => page.getByRole('main').getByRole('img')],
];

/** Returns the milliseconds until a list is visible; Playwright's `waitFor` would check only every 500 ms. */
async function openList(page: Page, address: string, find: (page: Page) => Locator): Promise<number> {
  const start = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  while (!(await find(page).first().isVisible())) {
    if (performance.now() - start > TIMEOUT_MS) throw new Error(`${address} does not open`);
    await sleep(LOOK_INTERVAL_MS);
  }
  return performance.now() - start;
}

/** Publishes a description; returns the milliseconds until the site shows it. */
async function publish(stack: Stack, description: string): Promise<number> {
  const start = performance.now();
  const path = `/content-manager/collection-types/${SIDE}/hand-cut-fries/actions/publish`;
  const response = await stack.asAdmin('POST', path, { sideName: 'Hand-Cut Fries', description });
  if (!response.ok) throw new Error(await response.text());
  while (!(await (await fetch(`${stack.site}/menu`)).text()).includes(description)) await sleep(20);
  return performance.now() - start;
}

test('growth: a long menu, many versions and a full media library', async ({
  browser,
  copyData,
  results,
}) => {
  const [seeded, grown] = [await copyData(), await copyData()];
  withSqlite(databaseFile(grown.dataDir), (database) => database.exec(growth));
  await withStack(seeded, (seededStack) =>
    withStack(grown, async (grownStack) => {
      const sizes = [
        { name: 'seeded', stack: seededStack, page: await browser.newPage() },
        { name: 'grown', stack: grownStack, page: await browser.newPage() },
      ] as const;
      const times = createRecord(growthFigures, () => ({ seeded: [] as number[], grown: [] as number[] }));
      for (let round = 0; round < getRounds(15); round++)
        for (const { name, stack } of rotate([...sizes, ...sizes.toReversed()], round)) {
          const load = await loadPage(browser, stack.site, '/menu', 'site');
          times['First Contentful Paint of /menu'][name].push(load.firstContentfulPaint);
        }
      for (const { page, stack } of sizes) await openAdmin(page, stack);
      for (let round = 0; round < getRounds(9); round++)
        // In the same order in each round, so that the browser never opens the same admin twice in a row: the second time is quicker.
        for (const { name, stack, page } of sizes) {
          for (const [figure, path, find] of lists)
            times[figure][name].push(await openList(page, `${stack.cms}/admin/${path}`, find));
          times['From publishing to visible'][name].push(await publish(stack, `As of round ${round}.`));
        }
      const middle = (values: number[]) => median(values, (value) => value);
      results.growth = createRecord(growthFigures, (figure) => ({
        seeded: middle(times[figure].seeded),
        grown: middle(times[figure].grown),
      }));
    }),
  );
});
