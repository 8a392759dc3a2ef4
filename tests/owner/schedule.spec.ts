// The screens of planned changes; what the CMS does with them is in schedule.test.ts.
import type { Locator } from '@playwright/test';
import { addDays } from '../../cms/src/shared/hours/zonedTime.ts';
import { type EntryId, listChanges, pathOf, saveAndSchedule, send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, openFormList, publishEntry } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const PHONE_NUMBER: EntryId = { uid: 'api::contactpage.contactpage', documentId: 'contact-phone' };
const FRIES: EntryId = { uid: 'api::menu-side.menu-side', documentId: 'hand-cut-fries' };
const DAY_MS = 24 * 60 * 60 * 1000;

test.use({ viewport: PHONE, hasTouch: true });

/** Returns a time by the clock of the restaurant, such as '2026-11-26T17:00'. */
async function timeInDays(stack: Stack, days: number): Promise<string> {
  const { date } = await send<{ date: string }>(stack, 'GET', '/today');
  return `${addDays(date, days)}T17:00`;
}

const buttonIn = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true });
const comingOf = (page: Page) => page.getByRole('region', { name: 'Coming up' });

const expectAccessible = async (page: Page, part = 'main') => {
  expect(await listAxeViolations(page, part)).toEqual([]);
  // A sentence of Strapi's slides into the screen.
  await expect.poll(() => listMisfits(page, true)).toEqual([]);
};

test('on a phone, the owner plans a change from the first screen, looks at it, edits, moves and cancels it', async ({
  page,
  editableStack: stack,
}) => {
  const heading = page.getByLabel('Heading', { exact: true });
  const planned = page.getByRole('list', { name: 'Planned' });
  const publishAt = buttonIn(page, 'Publish at…');
  const dialog = page.getByRole('dialog');
  const time = dialog.getByLabel('Day and time');
  const coming = comingOf(page);
  const openHome = () => page.goto(new URL('/admin', page.url()).href);
  const openForm = async () => {
    await openFormList(page, 'Contact page');
    await page.getByText('Contact: phone number').tap();
  };
  await openAdmin(page, stack);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(coming).toHaveCount(0);
  await openForm();

  // Without a change there is nothing to publish, and the button says so.
  await expect(publishAt).toHaveAttribute('aria-disabled', 'true');
  await expect(publishAt).toHaveAccessibleDescription(/^There is nothing to publish/);
  await heading.fill('Call us');
  await publishAt.tap();
  await expect(time).toBeFocused();
  // It offers a time, and others to press.
  await expect(dialog.getByRole('status')).toHaveText(/^(today|tomorrow, \w+,) at /);
  await buttonIn(dialog, 'Tomorrow at 5:00 pm').tap();
  await expect(time).toHaveValue(await timeInDays(stack, 1));
  await time.fill('');
  await buttonIn(page, 'Publish at this time').tap();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a day and a time.');
  await time.fill(await timeInDays(stack, -2));
  await expect(dialog.getByRole('status')).toHaveText(/^This has passed/);
  await time.fill(await timeInDays(stack, 2));
  await expect(dialog.getByRole('status')).toHaveText(/^\w+, \w+ \d+.* at 5:00 pm, in two days\.$/);
  await expectAccessible(page, 'dialog');
  await page.route('**/schedule/entries/**', (route) => route.abort(), { times: 1 });
  await buttonIn(page, 'Publish at this time').tap();
  await expect(dialog.getByRole('alert')).toHaveText(/not certain/);
  await buttonIn(page, 'Publish at this time').tap();
  await expect(dialog).toHaveCount(0);
  await expect(planned).toHaveText(/at 5:00 pm, in two days: Heading: “Phone” → “Call us”\./);
  await expect(publishAt).toBeFocused();
  await expectAccessible(page);
  expect(await stack.readContent('contactpage')).not.toContain('Call us');

  // When she goes on editing, she is asked which words go out.
  const save = async (words: string) => {
    await heading.fill(words);
    await buttonIn(page, 'Save').tap();
  };
  await save('Ring us');
  await expect(dialog).toContainText(/in two days: Heading: “Phone” → “Call us”\./);
  await expectAccessible(page, 'dialog');
  await buttonIn(dialog, 'The new words').tap();
  await expect(planned).toHaveText(/“Phone” → “Ring us”\./);
  await expect(planned).not.toContainText('is different');
  await save('Telephone');
  await buttonIn(dialog, 'What was planned').tap();
  await expect(planned).toHaveText(/“Ring us”\. What you see here is different/);
  expect(await listChanges(stack)).toMatchObject([{ change: expect.stringContaining('“Ring us”') }]);
  await publishEntry(page);
  await expect(dialog).toContainText(/The site shows your words now.*“Ring us”\./);
  await page.keyboard.press('Escape');

  await openHome();
  await expect(coming.getByRole('listitem')).toHaveText(
    /Contact: phone number.*“Phone” → “Ring us”.*at 5:00 pm, in two days, planned by Owner/,
  );
  await expectAccessible(page);
  const opened = page.waitForEvent('popup');
  await buttonIn(coming, 'View').tap();
  const look = await opened;
  await expect(look.getByText('Ring us').first()).toBeVisible();
  await look.close();

  await buttonIn(coming, 'Change').tap();
  await expect(time).toHaveValue(await timeInDays(stack, 2));
  await time.fill(await timeInDays(stack, 3));
  await buttonIn(page, 'Move it').tap();
  await expect(page.getByText(/^Done: now planned for .*, in three days\.$/)).toBeVisible();
  await expect(coming.getByRole('listitem')).toContainText('in three days');
  await expect(buttonIn(coming, 'Change')).toBeFocused();

  await buttonIn(coming, 'Cancel').tap();
  await expectAccessible(page, 'dialog');
  await buttonIn(page, 'Cancel it').tap();
  await expect(coming).toHaveCount(0);
  await expect(
    page.getByRole('status').filter({ hasText: 'Done: this is not planned any more.' }),
  ).toBeFocused();
  expect(await listChanges(stack)).toEqual([]);
  await openForm();
  await expect(heading).toHaveValue('Telephone');
  await expect(planned).toHaveCount(0);
});

test('what could not be done, and what waits for an answer, stay on the first screen until they are read or answered', async ({
  page,
  editableStack: stack,
}) => {
  const time = await timeInDays(stack, 2);
  await saveAndSchedule(stack, PHONE_NUMBER, { subHeadings: 'Call us' }, time);
  await saveAndSchedule(stack, FRIES, { sideName: 'Later fries' }, time);
  await send(stack, 'DELETE', pathOf(FRIES));
  // As if the site had been off at that time.
  for (const [title, age] of [
    ['phone', 2 * DAY_MS],
    ['fries', 60_000],
  ] as const)
    await stack.runStatement(
      `UPDATE site_scheduled_changes SET due_at = ${Date.now() - age} WHERE lower(title) LIKE '%${title}%'`,
    );
  await openAdmin(page, stack);
  const reports = page.getByRole('region', { name: 'Please read this' });
  const items = reports.getByRole('listitem');
  await expect(items).toHaveText([/more than a day ago/, /It was deleted in the meantime\./]);
  await expect(comingOf(page)).toHaveCount(0);
  await expect(items.first().getByRole('button')).toHaveText(['Publish now', 'View', 'Change', 'Cancel']);
  await expect(items.last().getByRole('button')).toHaveText(['I have read this']);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  await buttonIn(items.last(), 'I have read this').tap();
  await expect(items).toHaveCount(1);
  await buttonIn(items, 'Publish now').tap();
  await expect(page.getByText('Done: the site shows it now.')).toBeVisible();
  await expect(reports).toHaveCount(0);
  expect(await stack.readContent('contactpage')).toContain('Call us');
});

test('on a phone, the owner chooses until when a dish is on the menu, and until when words are on the site', async ({
  page,
  editableStack: stack,
}) => {
  const dialog = page.getByRole('dialog');
  const lastDay = dialog.getByLabel(/^Last day/);
  const name = 'Hand-Cut Fries';
  const row = page.getByRole('listitem', { name, exact: true });
  const takeOff = buttonIn(row, `Take off on…: ${name}`);
  const [day = ''] = (await timeInDays(stack, 3)).split('T');
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: /^Menu/ }).tap();
  await buttonIn(row, name).tap();
  await takeOff.tap();
  await expect(lastDay).toBeFocused();
  await buttonIn(dialog, 'Take it off then').tap();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a day.');
  // A day without its year.
  await lastDay.focus();
  await page.keyboard.type('1224');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(/not complete/);
  await expectAccessible(page, 'dialog');
  await lastDay.fill(day);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(takeOff).toBeFocused();
  await expect(row).toContainText(/On the menu until \w+, \w+ \d+.*, in three days/);
  await expectAccessible(page);
  await buttonIn(row, `Keep it on: ${name}`).tap();
  await expect(row).not.toContainText('On the menu until');
  await expect(buttonIn(page, 'Undo')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toContainText(/On the menu until .*, in three days/);

  await page.goto(new URL('/admin', page.url()).href);
  await openFormList(page, 'Contact page');
  await page.getByText('Contact: phone number').tap();
  await page.getByLabel('Heading', { exact: true }).fill('Call us');
  await buttonIn(page, 'Publish at…').tap();
  await dialog.getByLabel('Day and time').fill(await timeInDays(stack, 2));
  await lastDay.fill(day);
  await dialog.getByLabel(/^Until what time/).fill('09:00');
  await expectAccessible(page, 'dialog');
  await buttonIn(page, 'Publish at this time').tap();
  await expect(page.getByRole('list', { name: 'Planned' })).toHaveText(
    /at 5:00 pm, in two days, until \w+, .* at 9:00 am, in three days: Heading: “Phone” → “Call us”\./,
  );
  await page.goto(new URL('/admin', page.url()).href);
  const coming = comingOf(page).getByRole('listitem');
  await expect(coming).toHaveText([/“Phone” → “Call us”.*until .* at 9:00 am/, /Fries.*Off the menu/]);
  await buttonIn(coming.last(), 'Cancel').tap();
  await buttonIn(page, 'Cancel it').tap();
  await expect(coming).toHaveCount(1);
});
