import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { databaseFile, withSqlite } from '../support/sqlite.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ENTREE = '/content-manager/collection-types/api::menu-entree.menu-entree';
const STORY = '/content-manager/collection-types/api::homepage.homepage/home-story-1';

test.use({ viewport: PHONE, hasTouch: true });

/** Sets the age of the site and of its backups. */
function setAge({ dataDir }: Stack, days: number): void {
  const daily = join(dataDir, 'backups', 'daily');
  const backups = readdirSync(daily).map((name) => join(daily, name));
  for (const file of [join(dataDir, 'cms', 'secrets.json'), ...backups])
    utimesSync(file, Date.now() / 1_000, (Date.now() - days * DAY_MS) / 1_000);
}

/** Adds a dish and changes a text without publishing them, some days ago. */
async function leaveDraftsOpen(stack: Stack): Promise<void> {
  const entree: { data: { documentId: string } } = await (
    await stack.asAdmin('POST', ENTREE, { entreeName: 'Pelmeni' })
  ).json();
  await stack.asAdmin('PUT', STORY, { description: 'Not yet.' });
  withSqlite(databaseFile(stack.dataDir), (database) => {
    for (const [table, id, days] of [
      ['menu_entrees', entree.data.documentId, 8],
      ['homepage', 'home-story-1', 9],
    ] as const)
      database
        .prepare(`UPDATE ${table} SET updated_at = ? - (published_at IS NOT NULL) WHERE document_id = ?`)
        .run(Date.now() - days * DAY_MS, id);
  });
}

test('the first screen names old backups and drafts that were left open', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  const warnings = page.getByRole('list', { name: 'What you should know' });

  await test.step('it shows no list without them', async () => {
    await expect(page.getByText(/^On the site:/)).toBeVisible();
    await expect(warnings).toHaveCount(0);
  });

  await leaveDraftsOpen(stack);
  setAge(stack, 5);
  try {
    await page.reload();
    await test.step('it names each with its days, the drafts with a link', async () => {
      await expect(warnings.getByRole('listitem')).toHaveText([
        /^For 5 days no copy was made/,
        /^“.+” was changed 9 days ago .* Open “.+”$/,
        /^“Pelmeni” was added 8 days ago .* Open “Pelmeni”$/,
      ]);
    });

    await test.step('it fits on a phone, and axe finds nothing in light and dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await listAxeViolations(page)).toEqual([]);
      }
      expect(await listMisfits(page, true)).toEqual([]);
    });

    await test.step('a link opens the draft', async () => {
      await warnings.getByRole('link', { name: 'Open “Pelmeni”' }).tap();
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Pelmeni');
    });
  } finally {
    setAge(stack, 0);
  }
});
