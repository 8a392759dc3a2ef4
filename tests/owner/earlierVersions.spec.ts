import { type EntryId, pathOf, publishInCms, send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, openFormList, publishEntry } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { expect, test } from '../support/stack.ts';

const NAME: EntryId = { uid: 'api::website-name.website-name', documentId: '' };
const FRIES: EntryId = { uid: 'api::menu-side.menu-side', documentId: 'hand-cut-fries' };
const MISTAKE = 'Sioto Tabel';

test.use({ viewport: PHONE, hasTouch: true });

test('on a phone, the owner looks at an earlier version and brings it back with three taps, and undoes that', async ({
  page,
  editableStack: stack,
}) => {
  const { data: before } = await send<{ data: { websiteName: string } }>(stack, 'GET', pathOf(NAME));
  await publishInCms(stack, NAME, { websiteName: MISTAKE });
  await send(stack, 'PUT', '/today/notice', { text: 'Come in', until: '2099-01-01T12:00' });
  const items = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
  const bringBack = items.nth(2).getByRole('button', { name: 'Bring back' });
  const undo = page.getByRole('button', { name: 'Undo' });
  const readName = () => stack.readContent('website-name');
  const loseNextRequest = () => page.route('**/bring-back', (route) => route.abort(), { times: 1 });
  const expectUncertain = () => expect(page.getByText(/^It is not certain/)).toBeVisible();

  await openAdmin(page, stack);
  await openFormList(page, 'Name, logo, links');
  await page.getByRole('link', { name: 'Earlier versions' }).tap();
  await expect(items).toHaveText([
    /\d+:\d\d [ap]m by Administrator.*Notice: .*Come in.*On the site now/,
    /by Administrator.*Name: “.+” → “Sioto Tabel”.*Nothing to bring back.*Stays as it is now: Notice\./,
    /Bringing it back changes: Name: “Sioto Tabel” → “.+”\. Stays as it is now: Notice\./,
  ]);
  await expect(items.nth(0).getByRole('button')).toHaveCount(0);
  // One that would change nothing can only be looked at.
  await expect(items.nth(1).getByRole('button')).toHaveText(['View']);

  const opened = page.waitForEvent('popup');
  await items.nth(2).getByRole('button', { name: 'View' }).tap();
  const look = await opened;
  await expect(look.getByRole('status').first()).toHaveText(/how it was from \w+ \d+, \d{4} at /);
  await expect(look).toHaveTitle(new RegExp(before.websiteName));
  // The page can't change the admin.
  expect(await look.evaluate(() => window.opener)).toBe(null);
  await look.close();
  await page.route('**/look', (route) => route.abort(), { times: 1 });
  await items.nth(2).getByRole('button', { name: 'View' }).tap();
  await expect(items.nth(2).getByRole('alert')).toHaveText(/^The page did not open/);

  await loseNextRequest();
  await bringBack.tap();
  await expectUncertain();
  expect(await readName()).toContain(MISTAKE);
  await bringBack.press('Enter');
  await expect(
    page.getByText(/^Done: .*Changed: Name: “Sioto Tabel” → “.+”\. Stays.*: Notice\./),
  ).toBeVisible();
  await expect(items).toHaveCount(4);
  await expect(undo).toBeFocused();
  expect(await readName()).not.toContain(MISTAKE);
  expect(await listMisfits(page, true)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listAxeViolations(page), colorScheme).toEqual([]);
  }

  await loseNextRequest();
  await page.keyboard.press('Enter');
  await expectUncertain();
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Done: .*as it was/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bring back' }).last()).toBeFocused();
  expect(await readName()).toContain(MISTAKE);
});

test('on a phone, one tap after Publish takes back what was published, in the form too', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  await openFormList(page, 'Name, logo, links');
  const name = page.getByRole('textbox', { name: /^Name/ });
  const before = await name.inputValue();
  await name.fill(MISTAKE);
  await publishEntry(page);
  await expect(page.getByRole('button', { name: 'View page' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText(/^Done: the site shows this version/)).toBeVisible();
  await expect(name).toHaveValue(before);
  expect(await stack.readContent('website-name')).not.toContain(MISTAKE);
});

test('the form offers no Undo after Publish where the version before would change nothing', async ({
  page,
  editableStack: stack,
}) => {
  await send(stack, 'POST', `${pathOf(FRIES)}/actions/unpublish`, {});
  await openAdmin(page, stack);
  await page.goto(`${stack.cms}/admin${pathOf(FRIES)}`);
  await publishEntry(page);
  await expect(page.getByRole('button', { name: 'View page' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});
