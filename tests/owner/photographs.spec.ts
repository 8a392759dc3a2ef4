import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { createDamagedPicture, createPicture, DAMAGED_HEIC } from '../support/pictures.ts';
import { expect, test } from '../support/stack.ts';

// What the CMS accepts is in photographs.test.ts.

test('the owner adds photographs with their alternative texts, and is told what the site can’t show', async ({
  editableStack: stack,
  page,
}) => {
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Pictures', exact: true }).click();
  const small = await createPicture('#a33', 60, 40);
  // Without a language in the environment, Chromium opens no file whose path has other letters than English ones.
  const folder = mkdtempSync(join(tmpdir(), 'photographs-'));
  const files = Object.entries({
    'IMG_1.heic': DAMAGED_HEIC,
    'half.jpg': await createDamagedPicture(),
    'big.jpg': Buffer.concat([small], 31_000_000),
    'dish.jpg': small,
    'table.jpg': small,
  }).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add pictures' }).click();
  await (await chooser).setFiles(files);

  const question = page.getByRole('dialog', { name: /^What do(es)? th/ });
  await expect(question.getByLabel('dish.jpg')).toBeVisible();
  await expect(question.getByLabel('IMG_1.heic')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listAxeViolations(page, 'dialog'), colorScheme).toEqual([]);
  }
  await question.getByLabel('table.jpg').fill('A table by the window');
  const writeLater = question.getByRole('button', { name: 'Write it later' });
  while (!(await writeLater.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(page.getByText(/^2 pictures added, 3 not/)).toBeVisible();
  for (const reason of [/“IMG_1\.heic” .*HEIC/, /“half\.jpg” is damaged/, /“big\.jpg” has 31 MB/])
    await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByRole('button', { name: 'dish.jpg' })).toBeVisible();
  const { results } = await send<{ results: { id: number; name: string }[] }>(
    stack,
    'GET',
    '/upload/files?pageSize=100',
  );
  expect(results).toContainEqual(
    expect.objectContaining({ name: 'table.jpg', alternativeText: 'A table by the window' }),
  );

  const text = page.getByLabel('Alternative text');
  const save = page.getByRole('button', { name: 'Save changes' });
  await page.reload();
  await page.getByRole('button', { name: 'ribeye' }).first().click();
  await expect(page.getByText('About this picture')).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/\b(asset|file)\b/i)).toHaveCount(0);
  await text.fill('A steak with rosemary');
  await save.click();
  await expect(page.getByText(/^Saved: the site shows it/)).toBeVisible();
  expect(await stack.readContent('homepage')).toContain('A steak with rosemary');
  rmSync(folder, { recursive: true });
});

test('a file that is no picture replaces none: the form says why and stays as it is', async ({
  stack,
  page,
}) => {
  await openAdmin(page, stack);
  await page.goto(`${stack.cms}/admin/content-manager/collection-types/api::homepage.homepage/home-story-1`);
  for (const [name, bytes, reason] of [
    ['IMG_1.heic', DAMAGED_HEIC, /“IMG_1\.heic” .*HEIC/],
    ['big.jpg', Buffer.alloc(31_000_000), /^“big\.jpg” has 31 MB/],
  ] as const) {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Replace picture' }).click();
    await (await chooser).setFiles(path);
    await expect(page.getByText(reason)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  expect(await listAxeViolations(page, 'li:has([aria-label="Replace picture"])')).toEqual([]);
});
