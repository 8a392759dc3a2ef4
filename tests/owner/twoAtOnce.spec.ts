import type { Locator } from '@playwright/test';
import { type EntryId, pathOf, publishInCms, send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, openFormList, PUBLISHED, publishEntry, SAVED } from '../support/openAdmin.ts';
import { listMisfits, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Page, test } from '../support/stack.ts';

const STEAK: EntryId = { uid: 'api::menu-entree.menu-entree', documentId: 'ribeye-steak' };
/** The day is another one when midnight passes between the change and the question. */
const SOMEBODY_CHANGED_THIS = /^Administrator changed this (today|on \w+, \w+ \d+(, \d+)?) at /;

test.use({ viewport: PHONE_WITH_KEYBOARD, hasTouch: true, colorScheme: 'dark' });

test('on a phone with its keyboard up, the owner is told what somebody else has changed, and chooses whose words stay', async ({
  page,
  editableStack: stack,
}) => {
  const [mine, theirs, theirsLater] = ['With salt.\n\nAnd pepper.', 'With butter.', 'With chimichurri.'];
  const [name, description] = [page.getByLabel('Name'), page.getByLabel('Description')];
  const dialog = page.getByRole('dialog', { name: /changed in the meantime/ });
  const tap = (button: string, part: Page | Locator = page) =>
    part.getByRole('button', { name: button, exact: true }).tap();
  const readPublished = async () =>
    (await send<{ data: object }>(stack, 'GET', `${pathOf(STEAK)}?status=published`)).data;
  const expectDialog = async () => {
    await expect(dialog.getByText(SOMEBODY_CHANGED_THIS)).toBeVisible();
    expect(await listAxeViolations(page, 'dialog')).toEqual([]);
    expect(await listMisfits(page, true)).toEqual([]);
  };
  await openAdmin(page, stack);
  await openFormList(page, 'Entrees');
  await page.getByText('Ribeye Steak').tap();
  await expect(description).toBeVisible();

  // Another field: both changes stay.
  await publishInCms(stack, STEAK, { description: theirs });
  // As when she comes back to this window.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await name.fill('Ribeye, 12 oz');
  await tap('Publish');
  await expect(dialog.getByRole('listitem')).toHaveText(/^Description: .+ → “With butter\.”$/);
  await expectDialog();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await readPublished()).not.toMatchObject({ entreeName: 'Ribeye, 12 oz' });
  await tap('Publish');
  await publishEntry(page, () => tap('Publish', dialog));
  await expect(description).toHaveValue(theirs);
  expect(await readPublished()).toMatchObject({ entreeName: 'Ribeye, 12 oz', description: theirs });

  // The same field: she chooses.
  await publishInCms(stack, STEAK, { description: theirsLater });
  await description.fill(mine);
  // It lies over the dialog.
  await expect(page.getByText(PUBLISHED)).toBeHidden();
  await tap('Save');
  await expectDialog();
  await tap('Cancel', dialog);
  await expect(page.getByText(/Nothing was saved/)).toBeVisible();
  await expect(description).toHaveValue(mine);
  await tap('Publish');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio').last()).toBeChecked();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(description).toHaveValue(mine);
  expect(await readPublished()).toMatchObject({ description: theirsLater });
  await tap('Publish');
  await tap('Publish', dialog);
  await expect(dialog.getByRole('alert')).toHaveText(/^Description: .*which one stays/);
  await dialog.getByText('With salt.').tap();
  await publishEntry(page, () => tap('Publish', dialog));
  expect(await readPublished()).toMatchObject({ description: mine });

  // Later presses do not ask again.
  await name.fill('Ribeye, 14 oz');
  await tap('Save');
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(dialog).toBeHidden();
});
