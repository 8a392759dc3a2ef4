import type { Locator } from '@playwright/test';
import { expectOnSite } from '../support/expectOnSite.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { clickPublish, openAdmin, pressShortcut, publishEntry } from '../support/openAdmin.ts';
import { listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Stack, test } from '../support/stack.ts';

// `today.test.ts` has what the CMS does, and `cms/src/today/describeToday.test.ts` what the card says.

const HOURS_ENTRY = '/content-manager/collection-types/api::contactpage.contactpage/contact-hours';
const NAME_ENTRY = '/content-manager/single-types/api::website-name.website-name';

interface Hours {
  documentId: string;
  description: string;
  specialDays: object[];
}

test.use({ viewport: PHONE, hasTouch: true });

/** Publishes weekly hours with which the line of the site is the same at every time of a test. */
const openAllDay = (stack: Stack) =>
  stack.asAdmin('POST', `${HOURS_ENTRY}/actions/publish`, {
    description: 'Monday – Sunday: midnight – 11:59 pm',
  });

const buttonIn = (part: Locator, name: string) => part.getByRole('button', { name, exact: true });

test('two taps on a phone close today, change its hours or put up a notice, and two taps undo it', async ({
  page,
  editableStack: stack,
}) => {
  await openAllDay(stack);
  await openAdmin(page, stack);
  const card = page.getByRole('region', { name: 'Today' });
  const dialog = page.getByRole('dialog');
  const expectDone = (sentence: RegExp) => expect(card.getByRole('status')).toHaveText(sentence);
  /** Opens a dialog, in which the first field has the focus, so that typing needs no tap, and types there. */
  const open = async (action: string, field: string, text: string) => {
    await buttonIn(card, action).tap();
    await page.setViewportSize(PHONE_WITH_KEYBOARD);
    await expect(dialog.getByLabel(field)).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByLabel(field)).toBeFocused();
    await page.keyboard.type(text);
    await page.setViewportSize(PHONE);
  };
  await expect(card.getByText(/^On the site: Open$/)).toBeVisible();
  await expect(card.getByText('Hours today: Open 24 hours')).toBeVisible();

  await open('Closed today', 'Reason', 'a private party');
  await expect(dialog.getByRole('status')).toHaveText(
    'Guests read: Closed today: a private party. Opens at midnight',
  );
  expect(await listMisfits(page, true)).toEqual([]);
  await buttonIn(dialog, 'Close for today').tap();
  await expectDone(/^Done: .* “Closed today: a private party\. Opens at midnight”\.$/);
  await expect(buttonIn(card, 'Back to the usual hours')).toBeFocused();
  await expectOnSite(stack, '/', 'a private party.');
  await page.keyboard.press('Enter');
  await buttonIn(dialog, 'Show the usual hours').tap();
  await expectDone(/^Done: .* “Open”\.$/);

  // The field starts from the usual hours, and typing replaces them. What is not understood, or was sent without a connection, stays in the dialog.
  await open('Different hours today', 'Hours', 'in the evening');
  await buttonIn(dialog, 'Show these hours').tap();
  await expect(dialog.getByRole('alert')).toHaveText(/like “5:00 pm – 9:00 pm”\.$/);
  await expect(dialog.getByLabel('Hours')).toHaveValue('in the evening');
  await dialog.getByLabel('Hours').fill('1 am – 6 pm');
  await page.context().setOffline(true);
  await buttonIn(dialog, 'Show these hours').tap();
  await expect(dialog.getByRole('alert')).toHaveText(/not certain/);
  await page.context().setOffline(false);
  await buttonIn(dialog, 'Show these hours').tap();
  await expectDone(/^Done: .* “Open until 6:00 pm”\.$/);

  await open('Put up a notice', 'Words', 'The oven is cool');
  await buttonIn(dialog, 'Show the notice').tap();
  await expectDone(/^Done: .* on the site until \w+ at midnight\.$/);

  // It is corrected while it is up, and its link becomes what the site understands.
  await buttonIn(card, 'Change the notice').tap();
  await dialog.getByLabel('Link').fill('/specials');
  await expect(dialog.getByRole('status')).toHaveText(/^The site has no page/);
  await buttonIn(dialog, 'Show the change').tap();
  await expect(dialog.getByRole('alert')).toHaveText(/^Link: The site has no page “\/specials”/);
  await dialog.getByLabel('Link').fill('www.table.example');
  await expect(dialog.getByRole('status')).toHaveText('A press opens https://www.table.example');
  const words = dialog.getByLabel('Words');
  await words.fill(`The oven is cold${', and so is the soup'.repeat(6)}`);
  expect(await words.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)).toBe(0);
  expect(await listMisfits(page, true)).toEqual([]);
  expect(await listAxeViolations(page, 'dialog')).toEqual([]);
  await buttonIn(dialog, 'Show the change').tap();
  await expectDone(/^Done: .* on the site until \w+ at midnight\.$/);
  await expectOnSite(stack, '/', 'href="https://www.table.example/"');
  await expectOnSite(stack, '/', 'The oven is cold, and so is the soup');
  await buttonIn(card, 'Take the notice down').tap();
  await buttonIn(dialog, 'Take it down').tap();
  await expectDone(/^Done: .* off the site\.$/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await buttonIn(card, 'Put up a notice').press('Enter');
  expect(await listAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(buttonIn(card, 'Put up a notice')).toBeFocused();

  // The card loads again when its window gets the focus, and links to what was changed elsewhere.
  const notice = { text: 'The patio opens on Friday', until: '2090-11-24T05:00:00.000Z' };
  await stack.asAdmin('PUT', HOURS_ENTRY, { specialDays: [] });
  await stack.asAdmin('PUT', NAME_ENTRY, { notice });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(card.getByText(/^Other hours for today are saved/)).toBeVisible();
  await expect(card.getByText(/^Another notice is saved/)).toBeVisible();
  await card.getByRole('link', { name: 'Hours, special days' }).tap();
  await expect(page.getByLabel('Opening hours')).toBeFocused();
});

test('today, the menu and the special days to come are on the first screen without scrolling, on a phone and on a desktop', async ({
  page,
  editableStack: stack,
}) => {
  const specialDays = [
    { from: '2090-12-25', closed: true, reason: 'Christmas' },
    { from: '2090-11-24', hours: '5 pm – 9 pm' },
  ];
  await stack.asAdmin('POST', `${HOURS_ENTRY}/actions/publish`, { specialDays });
  await openAdmin(page, stack);
  const main = page.getByRole('main');
  const days = page.getByRole('region', { name: 'Coming up' }).getByRole('link');
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    for (const name of ['Closed today', 'Different hours today', 'Put up a notice'])
      await expect(buttonIn(main, name), name).toBeInViewport({ ratio: 1 });
    for (const name of ['Hours, special days', /^Menu/])
      await expect(main.getByRole('link', { name }).first(), String(name)).toBeInViewport({ ratio: 1 });
    await expect(days).toHaveText([
      /^Friday, November 24, 2090, 5:00 pm/,
      /^Closed Monday, December 25, 2090: Chr/,
    ]);
    expect(await listAxeViolations(page)).toEqual([]);
    expect(await listMisfits(page, true)).toEqual([]);
  }
  await days.first().press('Enter');
  await expect(page.getByLabel('Opening hours')).toBeFocused();
});

test('the form of the hours says what the site understands, offers what she may mean, and asks before it publishes', async ({
  page,
  editableStack: stack,
}) => {
  await openAllDay(stack);
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Hours, special days' }).tap();
  const main = page.getByRole('main');
  const hours = page.getByLabel('Opening hours');
  const hoursOfDay = page.getByLabel('Hours', { exact: true });
  const status = (text: string | RegExp) => main.getByRole('status').filter({ hasText: text });
  const question = page.getByRole('dialog', { name: 'Publish anyway?' });
  const readHours = async () => {
    const { data }: { data: Hours[] } = JSON.parse(await stack.readContent('contactpage'));
    return data.find(({ documentId }) => documentId === 'contact-hours');
  };

  // One tap replaces only the line that is not understood.
  await hours.fill('Monday: Closed\nTue-Sat 5-10, Sun 11-9\nBy appointment on holidays');
  const offer = status(/^Did you mean this by “Tue-Sat 5-10, Sun 11-9”\?/);
  expect(await listMisfits(page, true)).toEqual([]);
  expect(await listAxeViolations(page)).toEqual([]);
  await offer.getByRole('button').tap();
  const understood =
    'Monday: Closed\nTuesday – Saturday: 5:00 pm – 10:00 pm\nSunday: 11:00 am – 9:00 pm\nBy appointment on holidays';
  await expect(hours).toHaveValue(understood);
  await expect(offer).toBeHidden();
  await expect(status(/^The site understands: Monday closed/)).toBeFocused();

  await page.getByRole('button', { name: /^None yet/ }).tap();
  const firstDay = page.getByRole('combobox', { name: 'Day', exact: false }).first();
  await firstDay.fill('11/24/2090');
  await firstDay.press('Tab');
  await hoursOfDay.fill('evening');
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(page.locator('[data-strapi-field-error]')).toContainText(
    /^Hours: .* like “5:00 pm – 9:00 pm”\.$/,
  );
  await hoursOfDay.fill('5pm till late');
  const answers = status(/^Until when are you open in “5pm till late”\?/).getByRole('button');
  await expect(answers).toHaveText(['5:00 pm – 9:00 pm', '5:00 pm – 10:00 pm', '5:00 pm – 11:00 pm']);
  await answers.nth(2).tap();
  await expect(hoursOfDay).toHaveValue('5:00 pm – 11:00 pm');
  await publishEntry(page);
  const specialDays = [{ from: '2090-11-24', hours: '5:00 pm – 11:00 pm' }];
  expect(await readHours())?.toMatchObject({ description: understood, specialDays });

  // Hours that the site does not understand are published only after a question.
  const unknown = 'Monday: closed\nTuesday – Sunday: whenever';
  await hours.fill(unknown);
  await clickPublish(page);
  await expect(question).toContainText('“Tuesday – Sunday: whenever”');
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByText(/Nothing was saved/)).toBeVisible();
  await expect(hours).toHaveValue(unknown);
  expect((await readHours())?.description).toBe(understood);
  await pressShortcut(page, 'Publish');
  await question.getByRole('button', { name: 'Publish' }).tap();
  await expect.poll(async () => (await readHours())?.description).toBe(unknown);
});
