import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { addDays } from '../../cms/src/shared/hours/zonedTime.ts';
import { addAccount } from '../support/addAccount.ts';
import { type EntryId, pathOf, saveDraft, send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { test as operationsTest } from '../support/operations.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { listChanges, saveAndSchedule, schedule } from '../support/schedule.ts';
import { copySeededData } from '../support/seededCopy.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const PHONE_NUMBER: EntryId = { uid: 'api::contactpage.contactpage', documentId: 'contact-phone' };
const FRIES: EntryId = { uid: 'api::menu-side.menu-side', documentId: 'hand-cut-fries' };

test.use({ viewport: PHONE, hasTouch: true });
operationsTest.use({ viewport: PHONE, hasTouch: true });

interface Permission {
  action: string;
  subject: string | null;
  properties: object;
}

/** Returns a time by the clock of the restaurant, such as '2026-11-26T17:00'. */
async function timeInDays(stack: Stack, days: number): Promise<string> {
  const { date } = await send<{ date: string }>(stack, 'GET', '/today');
  return `${addDays(date, days)}T17:00`;
}

const buttonIn = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true });
const headingOf = (page: Page) => page.getByLabel('Heading', { exact: true });
const plannedOf = (page: Page) => page.getByRole('list', { name: 'Planned' });
const comingOf = (page: Page) => page.getByRole('region', { name: 'What is coming' });
const publishAtOf = (page: Page) => buttonIn(page, 'Publish at…');
const dialogOf = (page: Page) => page.getByRole('dialog');
const timeOf = (page: Page) => dialogOf(page).getByLabel('Day and time');

async function openForm(page: Page, stack: Stack, entry: EntryId): Promise<void> {
  await page.goto(`${stack.cms}/admin${pathOf(entry)}`);
  await expect(publishAtOf(page)).toBeVisible();
}

async function openHome(page: Page): Promise<void> {
  await page.goto(new URL('/admin', page.url()).href);
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
}

const expectAccessible = async (page: Page, part = 'main') => {
  expect(await listAxeViolations(page, part)).toEqual([]);
  // A sentence of Strapi's slides into the screen.
  await expect.poll(() => listMisfits(page, true)).toEqual([]);
};

test('on a phone, three taps plan a change from the first screen, which lists it, and two taps cancel it', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  const coming = comingOf(page);
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };

  await test.step('nothing is coming', async () => {
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(coming).toHaveCount(0);
  });

  await test.step('three taps plan it', async () => {
    await tap(page.getByRole('link', { name: 'Phone number' }));
    await headingOf(page).fill('Call us');
    await tap(publishAtOf(page));
    await expect(timeOf(page)).toBeFocused();
    await timeOf(page).fill(await timeInDays(stack, 2));
    await expect(dialogOf(page).getByRole('status')).toHaveText(/^\w+, \w+ \d+.* at 5:00 pm, in two days\.$/);
    await expectAccessible(page, 'dialog');
    await tap(buttonIn(page, 'Publish then'));
    await expect(dialogOf(page)).toHaveCount(0);
    expect(taps).toBe(3);
  });

  await test.step('the form says what goes out when', async () => {
    await expect(plannedOf(page)).toHaveText(/at 5:00 pm, in two days: Heading: “Phone” → “Call us”\./);
    await expect(publishAtOf(page)).toBeFocused();
    await expectAccessible(page);
    expect(await stack.readContent('contactpage')).not.toContain('Call us');
  });

  await test.step('the first screen lists it, and shows the page with it', async () => {
    await openHome(page);
    await expect(coming.getByRole('listitem')).toHaveText(
      /Contact: phone number.*“Phone” → “Call us”.*at 5:00 pm, in two days, planned by Owner/,
    );
    await expectAccessible(page);
    const opened = page.waitForEvent('popup');
    await buttonIn(coming, 'Look').tap();
    const look = await opened;
    await expect(look.getByText('Call us').first()).toBeVisible();
    await look.close();
  });

  await test.step('another time', async () => {
    await buttonIn(coming, 'Change').tap();
    await expect(timeOf(page)).toHaveValue(await timeInDays(stack, 2));
    await timeOf(page).fill(await timeInDays(stack, 3));
    await buttonIn(page, 'Plan it for then').tap();
    await expect(page.getByText(/^Done: now planned for .*, in three days\.$/)).toBeVisible();
    await expect(coming.getByRole('listitem')).toContainText('in three days');
    await expect(buttonIn(coming, 'Change')).toBeFocused();
  });

  await test.step('two taps cancel it, and the words stay in the form', async () => {
    taps = 0;
    await tap(buttonIn(coming, 'Cancel'));
    await expectAccessible(page, 'dialog');
    await tap(buttonIn(page, 'Cancel it'));
    await expect(coming).toHaveCount(0);
    expect(taps).toBe(2);
    await expect(page.getByText('Done: this is not planned any more.')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Done:' })).toBeFocused();
    expect(await listChanges(stack)).toEqual([]);
    await openForm(page, stack, PHONE_NUMBER);
    await expect(headingOf(page)).toHaveValue('Call us');
    await expect(plannedOf(page)).toHaveCount(0);
  });
});

test('the owner who goes on editing is asked which words go out', async ({ page, editableStack: stack }) => {
  await saveAndSchedule(stack, PHONE_NUMBER, { subHeadings: 'Call us' }, await timeInDays(stack, 2));
  await openAdmin(page, stack);
  await openForm(page, stack, PHONE_NUMBER);
  const dialog = dialogOf(page);
  const planned = plannedOf(page);
  const save = async (words: string) => {
    await headingOf(page).fill(words);
    await buttonIn(page, 'Save').tap();
  };

  await test.step('the new words go out', async () => {
    await save('Ring us');
    await expect(dialog).toContainText(/in two days: Heading: “Phone” → “Call us”\./);
    await expectAccessible(page, 'dialog');
    await buttonIn(dialog, 'The new words').tap();
    await expect(planned).toHaveText(/“Phone” → “Ring us”\./);
    await expect(planned).not.toContainText('is different');
  });

  await test.step('what was planned stays planned, and the form says so', async () => {
    await save('Telephone');
    await buttonIn(dialog, 'What was planned').tap();
    await expect(planned).toHaveText(/“Ring us”\. What you see below is different\./);
    expect(await listChanges(stack)).toMatchObject([{ change: expect.stringContaining('“Ring us”') }]);
  });

  await test.step('after Publish, what is planned can be cancelled', async () => {
    await publishEntry(page);
    await expect(dialog).toContainText(/The site shows your words now.*“Ring us”\./);
    await buttonIn(dialog, 'Cancel what was planned').tap();
    await expect(planned).toHaveCount(0);
    expect(await listChanges(stack)).toEqual([]);
  });
});

test('the dialog says what is wrong with a time, and loses nothing when it is refused', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  await openForm(page, stack, PHONE_NUMBER);
  const problem = dialogOf(page).getByRole('alert');
  const publishThen = buttonIn(page, 'Publish then');

  await test.step('without a change there is nothing to publish, and the button says so', async () => {
    await expect(publishAtOf(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(publishAtOf(page)).toHaveAccessibleDescription(/^There is nothing to publish/);
    await publishAtOf(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^There is nothing to publish/).last()).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
  });

  await test.step('an empty time, and one that has passed', async () => {
    await headingOf(page).fill('Call us');
    await publishAtOf(page).tap();
    await publishThen.tap();
    await expect(problem).toHaveText('Choose a day and a time.');
    await timeOf(page).fill(await timeInDays(stack, -2));
    await expect(problem).toBeEmpty();
    await expect(dialogOf(page).getByRole('status')).toHaveText(/^This has passed/);
    await publishThen.tap();
    await expect(problem).toHaveText(/^This has passed/);
    await expect(dialogOf(page).getByRole('status')).toBeEmpty();
  });

  await test.step('what the CMS refuses is a sentence, and the words stay', async () => {
    await timeOf(page).fill(await timeInDays(stack, 2));
    await page.route('**/schedule/entries/**', (route) => route.abort(), { times: 1 });
    await publishThen.tap();
    await expect(problem).toHaveText(/not certain/);
    await publishThen.tap();
    await expect(plannedOf(page)).toContainText('“Call us”');
    expect(await listChanges(stack)).toHaveLength(1);
  });

  await test.step('Escape closes the dialog, and changes nothing', async () => {
    await headingOf(page).fill('Telephone');
    await publishAtOf(page).tap();
    await page.keyboard.press('Escape');
    await expect(publishAtOf(page)).toBeFocused();
    await expect(headingOf(page)).toHaveValue('Telephone');
    expect(await listChanges(stack)).toHaveLength(1);
  });
});

test('an account that may not publish sees what is planned, and can’t change it', async ({
  page,
  editableStack: stack,
}) => {
  await saveAndSchedule(stack, PHONE_NUMBER, { subHeadings: 'Call us' }, await timeInDays(stack, 2));
  const created = await stack.asAdmin('POST', '/admin/roles', { name: 'Writer', description: '' });
  const { data: role }: { data: { id: number } } = await created.json();
  const owners = await send<{ data: Permission[] }>(stack, 'GET', '/admin/roles/2/permissions');
  const permissions = owners.data
    .filter(({ subject, action }) => subject === PHONE_NUMBER.uid && /\.(read|update)$/.test(action))
    .map(({ action, subject, properties }) => ({ action, subject, properties, conditions: [] }));
  await send(stack, 'PUT', `/admin/roles/${role.id}/permissions`, { permissions });
  await addAccount(stack, 'writer@test.example', role.id);
  await openAdmin(page, stack, 'writer@test.example');
  await expect(comingOf(page)).toContainText('“Call us”');
  await expect(comingOf(page).getByRole('button')).toHaveText(['Look']);
  await page.goto(`${stack.cms}/admin${pathOf(PHONE_NUMBER)}`);
  await expect(plannedOf(page)).toContainText('“Call us”');
  await expect(publishAtOf(page)).toHaveCount(0);
});

operationsTest(
  'what could not be done, and what waits for an answer, stay on the first screen until they are read or answered',
  async ({ page, scratch, startStack }) => {
    const folder = join(scratch, 'data');
    // Later than the seeded content.
    const clock = new TestClock(scratch, '2037-11-24T12:00:00-05:00');
    copySeededData(folder);
    const settings = { TIME_ZONE: 'America/New_York', ...clock.env };
    let stack = await startStack(folder, '', settings);
    await saveAndSchedule(stack, FRIES, { sideName: 'Thursday fries' }, '2037-11-25T17:00');
    await saveDraft(stack, PHONE_NUMBER, { subHeadings: 'Call us' });
    await schedule(stack, PHONE_NUMBER, '2037-11-24T17:00');
    await send(stack, 'DELETE', `/menu/menu-side/items/${FRIES.documentId}`);
    await stack.stop();
    clock.set('2037-11-25T18:00:00-05:00');
    stack = await startStack(folder, '', settings);
    await openAdmin(page, stack);
    const reports = page.getByRole('region', { name: 'Please read this' });
    const items = reports.getByRole('listitem');
    await expect(items).toHaveText([/more than a day ago/, /It was deleted in the meantime\./]);
    await expect(comingOf(page)).toHaveCount(0);
    await expect(items.first().getByRole('button')).toHaveText(['Publish now', 'Look', 'Change', 'Cancel']);
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
  },
);
