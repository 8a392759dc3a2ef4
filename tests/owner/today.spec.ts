import type { Locator } from '@playwright/test';
import { describeDate } from '../../cms/src/shared/hours/describeHours.ts';
import { addDays } from '../../cms/src/shared/hours/zonedTime.ts';
import type { TodayAnswer } from '../../cms/src/today/todayRoutes.ts';
import { expectOnSite } from '../support/expectOnSite.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const HOURS_ENTRY = '/content-manager/collection-types/api::contactpage.contactpage/contact-hours';
const NAME_ENTRY = '/content-manager/single-types/api::website-name.website-name';
/** Hours with which the line of the site is the same at every time of a test, in the night of `findQuietTimeZone`. */
const ALWAYS_OPEN = 'Monday – Sunday: midnight – 11:59 pm';
const ALWAYS_CLOSED = 'Monday – Sunday: Closed';
/** In the night of `findQuietTimeZone`, the service that began yesterday still runs. */
const UNTIL_MORNING = 'Monday – Sunday: 5 pm – 6 am';

test.use({ viewport: PHONE, hasTouch: true });

/** Taps what a person would, and counts the taps. */
class Finger {
  taps = 0;

  constructor(private readonly page: Page) {}

  async tap(name: string, within: Locator | Page = this.page): Promise<void> {
    const button = within.getByRole('button', { name, exact: true });
    const box = await button.boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
    await button.tap();
    this.taps += 1;
  }
}

const readDraft = async (stack: Stack, path: string): Promise<Record<string, unknown> & { status: string }> =>
  (await (await stack.asAdmin('GET', path)).json()).data;

test('the owner publishes closed today, different hours and a notice with a few taps on a phone, and undoes each', async ({
  page,
  editableStack: stack,
}) => {
  await stack.publishAll([['contactpage', 'contact-hours', { description: ALWAYS_OPEN }]]);
  // An open draft of both entries, of which nothing may be published.
  const undated = { from: null, closed: false, hours: '5 pm – 8 pm', reason: 'Not yet' };
  await stack.asAdmin('PUT', HOURS_ENTRY, { subHeadings: 'Secret heading', specialDays: [undated] });
  await stack.asAdmin('PUT', NAME_ENTRY, { websiteName: 'Secret name' });
  await openAdmin(page, stack);
  const card = page.getByRole('region', { name: 'Today' });
  const result = card.getByRole('status');
  const dialog = page.getByRole('dialog');
  await expect(card.getByText(/^The site says now: Open$/)).toBeVisible();
  await expect(card.getByText('Hours today: Open 24 hours')).toBeVisible();
  expect(await listAxeViolations(page)).toEqual([]);

  await test.step('closed today, with a reason', async () => {
    const finger = new Finger(page);
    await finger.tap('Closed today');
    // The browser puts the focus on the first field, so that typing needs no tap.
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('a private party');
    await finger.tap('Close for today', dialog);
    expect(finger.taps).toBeLessThanOrEqual(5);
    await expect(result).toHaveText(
      /^Done: the site says now “Closed today for a private party, opens at midnight”\.$/,
    );
    await expect(page.getByRole('button', { name: 'Back to the usual hours' })).toBeFocused();
    await expectOnSite(stack, '/api/contactpages', 'a private party');
    await finger.tap('Back to the usual hours');
    await finger.tap('Show the usual hours', dialog);
    await expect(result).toHaveText('Done: the site says now “Open”.');
    await expectOnSite(stack, '/api/contactpages', 'a private party', false);
  });

  await test.step('different hours today, after hours that are not understood and without a connection', async () => {
    const finger = new Finger(page);
    await finger.tap('Different hours today');
    await page.setViewportSize(PHONE_WITH_KEYBOARD);
    await expect(dialog.getByLabel('Hours')).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByLabel('Hours')).toBeFocused();
    await page.keyboard.type('in the evening');
    await finger.tap('Show these hours', dialog);
    await expect(dialog.getByRole('alert')).toHaveText('Write the hours like “5:00 pm – 9:00 pm”.');
    await expect(dialog.getByLabel('Hours')).toHaveValue('in the evening');
    expect(await listAxeViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);

    await dialog.getByLabel('Hours').fill('12 am – 11:59 pm');
    await page.context().setOffline(true);
    await finger.tap('Show these hours', dialog);
    await expect(dialog.getByRole('alert')).toHaveText(/^It is not certain that this worked\./);
    await expect(dialog.getByLabel('Hours')).toHaveValue('12 am – 11:59 pm');
    await page.context().setOffline(false);
    await finger.tap('Show these hours', dialog);
    await expect(card.getByText('Hours today: Open 24 hours')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Different hours today' })).toBeFocused();
    await expectOnSite(stack, '/api/contactpages', '12 am – 11:59 pm');
    await finger.tap('Back to the usual hours');
    await finger.tap('Show the usual hours', dialog);
    await expectOnSite(stack, '/api/contactpages', '12 am – 11:59 pm', false);
  });

  await test.step('a notice until the next opening, after one of blanks', async () => {
    const finger = new Finger(page);
    await finger.tap('Put up a notice');
    await expect(dialog.getByLabel('Words')).toBeFocused();
    await page.keyboard.type('   ');
    await finger.tap('Show the notice', dialog);
    await expect(dialog.getByRole('alert')).toHaveText('Write the words of the notice.');
    await dialog.getByLabel('Words').fill('Closed tonight for a private party');
    await finger.tap('Show the notice', dialog);
    expect(finger.taps).toBeLessThanOrEqual(5);
    await expect(result).toHaveText(/^Done: the notice is on the site until \w+ at midnight\.$/);
    await expectOnSite(stack, '/api/website-name', 'Closed tonight for a private party');
    await finger.tap('Take the notice down');
    await finger.tap('Take it down', dialog);
    await expect(result).toHaveText('Done: the notice is off the site.');
    await expect(page.getByRole('button', { name: 'Put up a notice' })).toBeFocused();
    await expectOnSite(stack, '/api/website-name', 'Closed tonight for a private party', false);
  });

  await test.step('the open drafts are as before, and nothing of them is public', async () => {
    expect(await readDraft(stack, HOURS_ENTRY)).toMatchObject({
      subHeadings: 'Secret heading',
      description: ALWAYS_OPEN,
      specialDays: [undated],
      status: 'modified',
    });
    expect(await readDraft(stack, NAME_ENTRY)).toMatchObject({
      websiteName: 'Secret name',
      notice: null,
      status: 'modified',
    });
    await expectOnSite(stack, '/api/contactpages', 'Secret heading', false);
    await expectOnSite(stack, '/api/website-name', 'Secret name', false);
  });

  await test.step('the dialog has no accessibility violations in the dark theme, and closes with Escape', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Put up a notice' }).press('Enter');
    await expect(dialog.getByLabel('Words')).toBeFocused();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Put up a notice' })).toBeFocused();
    expect(await listAxeViolations(page)).toEqual([]);
  });

  await test.step('hours that are not understood are a sentence with a link to their entry', async () => {
    await stack.publishAll([
      ['contactpage', 'contact-hours', { description: 'Monday, sometimes', specialDays: [] }],
    ]);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await card.getByRole('link', { name: 'Look at the opening hours' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact: opening hours' })).toBeVisible();
  });
});

test('a special day that covers today is replaced for today only, and forms that were open before can still be saved', async ({
  editableStack: stack,
}) => {
  const today: { date: string } = await (await stack.asAdmin('GET', '/today')).json();
  expect(today).toMatchObject({ isSpecialDay: false, canChangeHours: true, canChangeNotice: true });
  const date = (days: number) => addDays(today.date, days);
  const openForm = async (path: string) => {
    const { specialDays, notice } = await readDraft(stack, path);
    const body = path === HOURS_ENTRY ? { specialDays } : { notice, websiteName: 'Scioto Table' };
    return async () => expect((await stack.asAdmin('PUT', path, body)).status).toBe(200);
  };
  const vacation = { from: date(-2), until: date(2), closed: true, reason: 'Vacation' };
  await stack.publishAll([['contactpage', 'contact-hours', { specialDays: [vacation] }]]);
  const hours = { date: date(0), closed: false, hours: '5 pm – 9 pm' };
  const saveOldForm = await openForm(HOURS_ENTRY);
  const changed = await stack.asAdmin('PUT', '/today/hours', hours);
  expect(await changed.json()).toMatchObject({ hours: '5:00 pm – 9:00 pm', isSpecialDay: true });
  const { specialDays } = await readDraft(stack, HOURS_ENTRY);
  expect(specialDays).toMatchObject([
    { from: date(-2), until: date(-1), closed: true, reason: 'Vacation' },
    { from: date(0), until: null, closed: false, hours: '5 pm – 9 pm' },
    { from: date(1), until: date(2), closed: true, reason: 'Vacation' },
  ]);

  const saveFormWithToday = await openForm(HOURS_ENTRY);
  expect((await stack.asAdmin('PUT', '/today/hours', { ...hours, hours: '6 pm – 9 pm' })).status).toBe(200);
  await saveFormWithToday();
  expect((await stack.asAdmin('DELETE', `/today/hours?date=${date(0)}`)).status).toBe(200);
  await saveFormWithToday();
  await saveOldForm();
  expect((await readDraft(stack, HOURS_ENTRY)).specialDays).toMatchObject([vacation]);

  const notice = { text: 'Closed tonight', until: `${date(2)}T12:00` };
  await stack.asAdmin('PUT', '/today/notice', notice);
  const saveFormWithNotice = await openForm(NAME_ENTRY);
  await stack.asAdmin('PUT', '/today/notice', { ...notice, text: 'Closed tomorrow' });
  await saveFormWithNotice();
  await stack.asAdmin('DELETE', '/today/notice');
  await saveFormWithNotice();
  expect(await readDraft(stack, NAME_ENTRY)).toMatchObject({ notice: { text: 'Closed tonight' } });
});

test('an entry that was opened shortly before an action has the change in its form, and publishing it does not undo the action', async ({
  page,
  editableStack: stack,
}) => {
  await stack.publishAll([['contactpage', 'contact-hours', { description: ALWAYS_OPEN }]]);
  await openAdmin(page, stack);
  const openHours = async () => {
    await page.getByRole('link', { name: 'Opening hours, special days' }).tap();
    await expect(page.getByLabel('Opening hours')).toBeVisible();
  };
  await openHours();
  await page.goBack();
  await page.getByRole('button', { name: 'Closed today' }).tap();
  await page.getByLabel('Reason').fill('a private party');
  await page.getByRole('button', { name: 'Close for today' }).tap();
  await expect(page.getByText(/^Done: the site says now “Closed today for a private party/)).toBeVisible();
  await openHours();
  await page.getByLabel('Opening hours').fill(ALWAYS_CLOSED);
  await publishEntry(page);
  await expectOnSite(stack, '/api/contactpages', ALWAYS_CLOSED);
  await expectOnSite(stack, '/api/contactpages', 'a private party');
});

/** What the admin's first screen shows about today. */
const readToday = async (stack: Stack): Promise<TodayAnswer> => (await stack.asAdmin('GET', '/today')).json();

/** The published special days and notice, as the site gets them. */
const readPublished = async (stack: Stack) => {
  const [hours, site] = await Promise.all(
    ['contactpages/contact-hours', 'website-name'].map(async (path) => {
      const response = await fetch(`${stack.cms}/api/${path}?populate=*`, {
        headers: { connection: 'close' },
      });
      return (await response.json()).data;
    }),
  );
  return { specialDays: hours.specialDays, notice: site.notice };
};

test('during a service that runs past midnight, the owner closes the day on which it began, undoes that, and the coming evening stays open', async ({
  page,
  editableStack: stack,
}) => {
  const { date: calendarDate } = await readToday(stack);
  await stack.publishAll([['contactpage', 'contact-hours', { description: UNTIL_MORNING }]]);
  const date = addDays(calendarDate, -1);
  const day = describeDate(date, date);
  await openAdmin(page, stack);
  const card = page.getByRole('region', { name: 'Today' });
  const dialog = page.getByRole('dialog');
  const press = (name: string, within: Locator = card) =>
    within.getByRole('button', { name, exact: true }).tap();
  await expect(card).toContainText(`Today is still ${day}, until 6:00 am.`);
  await expect(card).toContainText('The site says now: Open until 6:00 am');

  await press('Closed today');
  await expect(dialog).toContainText(`Today is still ${day}, until 6:00 am.`);
  await press('Close for today', dialog);
  await expect(card.getByRole('status')).toHaveText('Done: the site says now “Closed, opens at 5:00 pm”.');
  expect((await readPublished(stack)).specialDays).toMatchObject([{ from: date, until: null, closed: true }]);
  await expectOnSite(stack, '/', 'Closed, opens at 5:00 pm');

  // Pressed again, such as after a lost response or by a second account, it changes nothing else.
  expect((await stack.asAdmin('PUT', '/today/hours', { date, closed: true })).status).toBe(200);
  expect((await readPublished(stack)).specialDays).toMatchObject([{ from: date, until: null, closed: true }]);

  await press('Back to the usual hours');
  await expect(dialog).toContainText(day);
  await press('Show the usual hours', dialog);
  await expect(card.getByRole('status')).toHaveText('Done: the site says now “Open until 6:00 am”.');

  await press('Different hours today');
  await expect(dialog).toContainText(day);
  await dialog.getByLabel('Hours').fill('5 pm – 5 am');
  await press('Show these hours', dialog);
  await expect(card.getByRole('status')).toHaveText('Done: the site says now “Open until 5:00 am”.');
  expect((await readPublished(stack)).specialDays).toMatchObject([
    { from: date, until: null, closed: false },
  ]);

  await press('Put up a notice');
  await expect(dialog).toContainText(day);
  await expect(dialog.getByLabel('Until')).toHaveValue(`${calendarDate}T17:00`);
  await dialog.getByLabel('Words').fill('Last orders at four');
  await dialog.getByLabel('Until').fill(`${calendarDate}T05:00`);
  await press('Show the notice', dialog);
  const weekday = describeDate(calendarDate, calendarDate).split(',')[0];
  await expect(card.getByRole('status')).toHaveText(
    `Done: the notice is on the site until ${weekday} at 5:00 am.`,
  );
  await press('Take the notice down');
  await expect(dialog).toContainText(day);
});

test('a dialog that was opened before the end of the service and is confirmed after it is refused with the new day, and changes nothing', async ({
  page,
  editableStack: stack,
}) => {
  const { date: calendarDate } = await readToday(stack);
  const date = addDays(calendarDate, -1);
  await stack.publishAll([['contactpage', 'contact-hours', { description: UNTIL_MORNING }]]);
  await openAdmin(page, stack);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Closed today' }).tap();
  await expect(dialog).toContainText(describeDate(date, date));
  // With these hours, the service of yesterday has ended.
  await stack.publishAll([['contactpage', 'contact-hours', { description: 'Daily: 5 pm – 9 pm' }]]);
  await dialog.getByRole('button', { name: 'Close for today' }).tap();
  const refusal = `The day has changed. Today is ${describeDate(calendarDate, calendarDate)}. Close this and look again.`;
  await expect(dialog.getByRole('alert')).toHaveText(refusal);
  const response = await stack.asAdmin('DELETE', `/today/hours?date=${date}`);
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toBe(refusal);
  expect((await readPublished(stack)).specialDays).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(
    `Today is ${describeDate(calendarDate, calendarDate)}.`,
  );
});

test('on a day that is closed already the owner can only open, and the focus stays on the button that undoes it', async ({
  page,
  editableStack: stack,
}) => {
  await stack.publishAll([['contactpage', 'contact-hours', { description: ALWAYS_CLOSED }]]);
  await openAdmin(page, stack);
  const card = page.getByRole('region', { name: 'Today' });
  await expect(card.getByRole('button')).toHaveText(['Different hours today', 'Put up a notice']);
  await card.getByRole('button', { name: 'Different hours today' }).tap();
  await page.getByRole('textbox', { name: 'Hours' }).fill('12 am – 11:59 pm');
  await page.getByRole('button', { name: 'Show these hours' }).tap();
  await expect(card.getByRole('status')).toHaveText('Done: the site says now “Open until midnight”.');
  await expect(card.getByRole('button', { name: 'Back to the usual hours' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show the usual hours' }).tap();
  await expect(card.getByRole('status')).toHaveText('Done: the site says now “Closed today”.');
  await expect(card.getByRole('button', { name: 'Different hours today' })).toBeFocused();
});

test('a notice and a special day of today that wait in a draft stay as they are, and the owner is told that they wait', {
  tag: '@both',
}, async ({ page, editableStack: stack }) => {
  const { date } = await readToday(stack);
  const until = `${addDays(date, 3)}T12:00`;
  const ownNotice = { text: 'The patio opens on Friday', until: '2090-11-24T05:00:00.000Z' };
  const ownDays = [
    { from: date, until: addDays(date, 2), closed: false, hours: '6 pm – 8 pm', reason: 'Half board' },
    { from: addDays(date, 9), closed: true, reason: 'Inventory' },
  ];
  await stack.publishAll([['contactpage', 'contact-hours', { description: ALWAYS_OPEN }]]);
  await stack.asAdmin('PUT', NAME_ENTRY, { websiteName: 'Secret name', notice: ownNotice });
  await stack.asAdmin('PUT', HOURS_ENTRY, { specialDays: ownDays });
  const readDrafts = async () => {
    const [site, hours] = [await readDraft(stack, NAME_ENTRY), await readDraft(stack, HOURS_ENTRY)];
    return { notice: site.notice, specialDays: hours.specialDays, status: [site.status, hours.status] };
  };
  const drafts = await readDrafts();
  expect(drafts).toMatchObject({ notice: ownNotice, specialDays: ownDays, status: ['modified', 'modified'] });

  for (const [method, path, body, published] of [
    ['PUT', '/today/notice', { text: 'Closed tonight', until }, { notice: { text: 'Closed tonight' } }],
    ['DELETE', '/today/notice', undefined, { notice: null }],
    ['PUT', '/today/hours', { date, closed: true }, { specialDays: [{ from: date, closed: true }] }],
    [
      'PUT',
      '/today/hours',
      { date, closed: false, hours: '1 pm – 9 pm' },
      { specialDays: [{ from: date, hours: '1 pm – 9 pm' }] },
    ],
    ['DELETE', `/today/hours?date=${date}`, undefined, { specialDays: [] }],
  ] as const) {
    expect((await stack.asAdmin(method, path, body)).status, `${method} ${path}`).toBe(200);
    expect(await readPublished(stack)).toMatchObject(published);
    expect(await readDrafts()).toEqual(drafts);
  }

  await openAdmin(page, stack);
  const card = page.getByRole('region', { name: 'Today' });
  await expect(card).toContainText('Today’s special day was changed and not published');
  await expect(card).toContainText('The notice was changed and not published');

  // What the draft has for the other days is published with the next Publish, and nothing waits any more.
  await stack.publishAll([
    ['contactpage', 'contact-hours', {}],
    ['website-name', undefined, {}],
  ]);
  expect(await readPublished(stack)).toMatchObject({ notice: ownNotice, specialDays: ownDays });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(card).toContainText('The patio opens on Friday');
  await expect(card).not.toContainText('changed and not published');
});

test('different hours today split a vacation that is longer in the draft there too, so that the draft’s Publish keeps them', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const { date } = await readToday(stack);
  const vacation = { from: addDays(date, -1), until: addDays(date, 1), closed: true, reason: 'Vacation' };
  await stack.publishAll([['contactpage', 'contact-hours', { specialDays: [vacation] }]]);
  // The run is longer in the draft, and the same on the date of today.
  const longer = { ...vacation, until: addDays(date, 5) };
  const form: { data: { specialDays: { id: number }[] } } = await (
    await stack.asAdmin('GET', HOURS_ENTRY)
  ).json();
  const id = form.data.specialDays[0]?.id;
  await stack.asAdmin('PUT', HOURS_ENTRY, { specialDays: [{ ...longer, id }] });
  await stack.asAdmin('PUT', '/today/hours', { date, closed: false, hours: '5 pm – 9 pm' });
  expect((await readDraft(stack, HOURS_ENTRY)).specialDays).toMatchObject([
    { id, from: addDays(date, -1), until: null, closed: true },
    { from: date, until: null, hours: '5 pm – 9 pm' },
    { from: addDays(date, 1), until: addDays(date, 5), closed: true },
  ]);
});

test('two accounts press at the same moment, and the site and the draft have what one of them pressed', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const { date } = await readToday(stack);
  const until = `${addDays(date, 3)}T12:00`;
  const statuses = await Promise.all(
    ['One', 'Two'].flatMap((text) => [
      stack.asAdmin('PUT', '/today/notice', { text, until }),
      stack.asAdmin('PUT', '/today/hours', { date, closed: true, reason: text }),
    ]),
  );
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { notice, specialDays } = await readPublished(stack);
  expect(['One', 'Two']).toContain(notice.text);
  expect(specialDays).toEqual([expect.objectContaining({ from: date, closed: true })]);
  expect(await readDraft(stack, NAME_ENTRY)).toMatchObject({
    notice: { text: notice.text },
    status: 'published',
  });
  expect(await readDraft(stack, HOURS_ENTRY)).toMatchObject({
    specialDays: [{ from: date, reason: specialDays[0].reason }],
    status: 'published',
  });
});

test('rejects a notice that has ended, a date that does not exist, words of a wrong type and hours of another day with one sentence', async ({
  stack,
}) => {
  const { date }: { date: string } = await (await stack.asAdmin('GET', '/today')).json();
  const yesterday = addDays(date, -1);
  for (const [path, body, sentence] of [
    ['/today/notice', { text: 'Hello', until: '2020-01-01T10:00' }, /^The end of the notice has passed/],
    ['/today/notice', { text: 'Hello', until: '2040-02-30T10:00' }, /^Choose the day and the time/],
    ['/today/notice', { text: ['Hello'], until: '2040-02-03T10:00' }, /^Write the words/],
    ['/today/hours', { date, closed: true, hours: '5 pm – 9 pm' }, /^You are either closed or open/],
    ['/today/hours', { date }, /^Write the hours, or choose that you are closed/],
    [
      '/today/hours',
      { date: yesterday, closed: true },
      /^The day has changed\. Today is \w+, \w+ \d+\. Close this/,
    ],
    ['/today/hours', { closed: true }, /^The day has changed\. Today is \w+, \w+ \d+\. Close this/],
    [
      `/today/hours?date=${yesterday}`,
      undefined,
      /^The day has changed\. Today is \w+, \w+ \d+\. Close this/,
    ],
  ] as const) {
    const response = await stack.asAdmin(body ? 'PUT' : 'DELETE', path, body);
    expect(response.status, `${path} ${JSON.stringify(body)}`).toBe(400);
    expect((await response.json()).error.message).toMatch(sentence);
  }
});
