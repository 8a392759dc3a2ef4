import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { expect, test } from '../support/stack.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ENTREE = '/content-manager/collection-types/api::menu-entree.menu-entree';

test.use({ viewport: PHONE, hasTouch: true });

test('the first screen names old backups and drafts that were left open, and shows nothing before', async ({
  page,
  editableStack: stack,
}) => {
  const { dataDir } = stack;
  const daily = join(dataDir, 'backups', 'daily');
  // Two when midnight has passed since the data was seeded.
  await expect
    .poll(() => (existsSync(daily) ? readdirSync(daily).length : 0), { timeout: 60_000 })
    .toBeGreaterThan(0);
  await openAdmin(page, stack);
  await expect(page.getByText('The site says now')).toBeVisible();
  const warnings = page.getByRole('list', { name: 'What you should know' });
  await expect(warnings).toHaveCount(0);

  const entree: { data: { documentId: string } } = await (
    await stack.asAdmin('POST', ENTREE, { entreeName: 'Pelmeni' })
  ).json();
  await stack.asAdmin('PUT', '/content-manager/collection-types/api::homepage.homepage/home-story-1', {
    description: 'Not yet.',
  });
  withSqlite(databaseFile(dataDir), (database) => {
    for (const [table, id, days] of [
      ['menu_entrees', entree.data.documentId, 8],
      ['homepage', 'home-story-1', 9],
    ] as const)
      database
        .prepare(`UPDATE ${table} SET updated_at = ? - (published_at IS NOT NULL) WHERE document_id = ?`)
        .run(Date.now() - days * DAY_MS, id);
  });
  const files = [
    join(dataDir, 'cms', 'secrets.json'),
    ...readdirSync(daily).map((name) => join(daily, name)),
  ];
  const setAge = (days: number) => {
    for (const file of files) utimesSync(file, Date.now() / 1_000, (Date.now() - days * DAY_MS) / 1_000);
  };
  setAge(5);
  try {
    await page.reload();
    await expect(warnings.getByRole('listitem')).toHaveText([
      /^For 5 days no copy was made of your words and photographs\./,
      /^“.+” was changed 9 days ago and not published: the site still shows the old words\. Open “.+”$/,
      /^“Pelmeni” was added 8 days ago and not published: the site doesn’t show it\. Open “Pelmeni”$/,
    ]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await listAxeViolations(page)).toEqual([]);
    }
    expect(await listMisfits(page, true)).toEqual([]);
    await warnings.getByRole('link', { name: 'Open “Pelmeni”' }).tap();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Pelmeni');
  } finally {
    setAge(0);
  }
});
