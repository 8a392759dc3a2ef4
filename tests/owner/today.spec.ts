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

/** Reads what the admin's first screen shows about today. */
const readToday = async (stack: Stack): Promise<TodayAnswer> => (await stack.asAdmin('GET', '/today')).json();

/** Changes something about today as the first screen does, and returns what that shows afterwards. */
async function changeToday(
  stack: Stack,
  method: 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<TodayAnswer> {
  const response = await stack.asAdmin(method, `/today/${path}`, body);
  expect(response.status, `${method} ${path}`).toBe(200);
  return response.json();
}

const readDraft = async (stack: Stack, path: string): Promise<Record<string, unknown> & { status: string }> =>
  (await (await stack.asAdmin('GET', path)).json()).data;

/** Reads what the site gets of both entries. */
async function readPublished(stack: Stack) {
  const [hours, site] = await Promise.all(
    ['contactpages/contact-hours', 'website-name'].map(async (path) => {
      const response = await fetch(`${stack.cms}/api/${path}?populate=*`, {
        headers: { connection: 'close' },
      });
      return (await response.json()).data;
    }),
  );
  const { subHeadings: heading, description, specialDays } = hours;
  return { heading, description, specialDays, name: site.websiteName, notice: site.notice };
}

/** Publishes the form of an entry with some values, without waiting for the site. */
async function publish(stack: Stack, path: string, values: object): Promise<void> {
  expect((await stack.asAdmin('POST', `${path}/actions/publish`, values)).status).toBe(200);
}

/** Publishes weekly hours. */
const publishHours = (stack: Stack, description: string, more: object = {}) =>
  publish(stack, HOURS_ENTRY, { description, ...more });

/** Finds the card about today and its dialog, and taps their buttons. */
function findCard(page: Page) {
  const card = page.getByRole('region', { name: 'Today' });
  const dialog = page.getByRole('dialog');
  const buttonIn = (part: Locator, name: string) => part.getByRole('button', { name, exact: true });
  const tapIn = async (part: Locator, name: string) => {
    expect((await buttonIn(part, name).boundingBox())?.height, name).toBeGreaterThanOrEqual(44);
    await buttonIn(part, name).tap();
  };
  return {
    card,
    dialog,
    problem: dialog.getByRole('alert'),
    button: (name: string) => buttonIn(card, name),
    /** Opens the dialog of a change. */
    open: (name: string) => tapIn(card, name),
    /** Confirms the change. */
    confirm: (name: string) => tapIn(dialog, name),
    expectDone: (sentence: RegExp) => expect(card.getByRole('status')).toHaveText(sentence),
    /** Loads the card again, as the admin does when its window gets the focus. */
    refresh: () => page.evaluate(() => window.dispatchEvent(new Event('focus'))),
  };
}

/** The sentence after a change, with the line that the site shows now. */
const nowSays = (line: string) => new RegExp(`^Done: .* “${line}”\\.$`);

test('on a phone, two taps change what the site says about today, and two taps undo it', async ({
  page,
  editableStack: stack,
}) => {
  await publishHours(stack, ALWAYS_OPEN);
  await openAdmin(page, stack);
  const { card, dialog, problem, button, open, confirm, expectDone } = findCard(page);
  const openHoursForm = async () => {
    await page.getByRole('link', { name: 'Opening hours, special days' }).tap();
    await expect(page.getByLabel('Opening hours')).toBeVisible();
  };

  await test.step('the card says what the site says, and the hours of today', async () => {
    await expect(card.getByText(/says now: Open$/)).toBeVisible();
    await expect(card.getByText('Hours today: Open 24 hours')).toBeVisible();
    // For the form below.
    await openHoursForm();
    await page.goBack();
  });

  await test.step('every page says that the restaurant is closed today, and why', async () => {
    await open('Closed today');
    // The browser puts the focus on the first field, so that typing needs no tap.
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('a private party');
    await confirm('Close for today');
    await expectDone(nowSays('Closed today for a private party, opens at midnight'));
    await expect(button('Back to the usual hours')).toBeFocused();
    await expectOnSite(stack, '/', 'Closed today for a private party');
  });

  await test.step('a form that was opened before has the closed day, and publishing it does not undo it', async () => {
    const sameHours = 'Daily: midnight – 11:59 pm';
    await openHoursForm();
    await page.getByLabel('Opening hours').fill(sameHours);
    await publishEntry(page);
    expect(await readPublished(stack)).toMatchObject({
      description: sameHours,
      specialDays: [{ closed: true, reason: 'a private party' }],
    });
    await page.goBack();
  });

  await test.step('the usual hours are back', async () => {
    await open('Back to the usual hours');
    await confirm('Show the usual hours');
    await expectDone(nowSays('Open'));
    expect((await readPublished(stack)).specialDays).toEqual([]);
  });

  await test.step('hours that are not understood stay in the dialog, which says how to write them', async () => {
    await open('Different hours today');
    await page.setViewportSize(PHONE_WITH_KEYBOARD);
    await expect(dialog.getByLabel('Hours')).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByLabel('Hours')).toBeFocused();
    await page.keyboard.type('in the evening');
    await confirm('Show these hours');
    await expect(problem).toHaveText(/like “5:00 pm – 9:00 pm”\.$/);
    await expect(dialog.getByLabel('Hours')).toHaveValue('in the evening');
    expect(await listAxeViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
  });

  await test.step('hours that were sent without a connection stay in the dialog, and are sent again', async () => {
    await dialog.getByLabel('Hours').fill('1 am – 6 pm');
    await page.context().setOffline(true);
    await confirm('Show these hours');
    await expect(problem).toHaveText(/not certain/);
    await expect(dialog.getByLabel('Hours')).toHaveValue('1 am – 6 pm');
    await page.context().setOffline(false);
    await confirm('Show these hours');
    await expectDone(nowSays('Open until 6:00 pm'));
    await expect(button('Different hours today')).toBeFocused();
    expect((await readPublished(stack)).specialDays).toMatchObject([{ closed: false, hours: '1 am – 6 pm' }]);
  });

  await test.step('a notice is on the site until the next opening', async () => {
    await open('Put up a notice');
    await expect(dialog.getByLabel('Words')).toBeFocused();
    await page.keyboard.type('Closed tonight for a private party');
    await confirm('Show the notice');
    await expectDone(/^Done: .* on the site until \w+ at midnight\.$/);
    await expectOnSite(stack, '/', 'Closed tonight for a private party');
  });

  await test.step('the notice is off the site', async () => {
    await open('Take the notice down');
    await confirm('Take it down');
    await expectDone(/^Done: .* off the site\.$/);
    await expect(button('Put up a notice')).toBeFocused();
    expect((await readPublished(stack)).notice).toBeNull();
  });

  await test.step('Escape closes a dialog and returns the focus; in the dark theme, axe finds nothing in it', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await button('Put up a notice').press('Enter');
    await expect(dialog.getByLabel('Words')).toBeFocused();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button('Put up a notice')).toBeFocused();
  });
});

test('the card offers what can be changed today, and links to what the owner should look at', async ({
  page,
  editableStack: stack,
}) => {
  await publishHours(stack, ALWAYS_CLOSED);
  await openAdmin(page, stack);
  const { card, dialog, button, open, confirm, expectDone, refresh } = findCard(page);

  await test.step('on a closed day it offers other hours, and the focus stays on the button that undoes them', async () => {
    await expect(card.getByRole('button')).toHaveText(['Different hours today', 'Put up a notice']);
    await open('Different hours today');
    await dialog.getByLabel('Hours').fill('12 am – 11:59 pm');
    await confirm('Show these hours');
    await expectDone(nowSays('Open until midnight'));
    await expect(button('Back to the usual hours')).toBeFocused();
    await page.keyboard.press('Enter');
    await confirm('Show the usual hours');
    await expectDone(nowSays('Closed today'));
    await expect(button('Different hours today')).toBeFocused();
  });

  await test.step('it names a special day of today and a notice that were changed and not published', async () => {
    const { date } = await readToday(stack);
    const notice = { text: 'The patio opens on Friday', until: '2090-11-24T05:00:00.000Z' };
    await stack.asAdmin('PUT', HOURS_ENTRY, { specialDays: [{ from: date, hours: '6 pm – 8 pm' }] });
    await stack.asAdmin('PUT', NAME_ENTRY, { notice });
    await refresh();
    await expect(card).toContainText(/special day was changed/);
    await expect(card).toContainText(/notice was changed/);
    await expect(card.getByRole('link')).toHaveText([/special days/, /notice/]);
  });

  await test.step('it names them no longer when they are published', async () => {
    for (const path of [HOURS_ENTRY, NAME_ENTRY]) await publish(stack, path, {});
    await refresh();
    await expect(card).toContainText('The patio opens on Friday');
    await expect(card).not.toContainText('not published');
    await expect(card.getByRole('link')).toHaveCount(0);
  });

  await test.step('it links to hours that the site does not understand', async () => {
    await publishHours(stack, 'Monday, sometimes', { specialDays: [] });
    await refresh();
    await card.getByRole('link', { name: /opening hours/ }).tap();
    await expect(page.getByLabel('Opening hours')).toHaveValue('Monday, sometimes');
  });
});

test('after midnight, the card is about the day on which the service began, until the service ends', async ({
  page,
  editableStack: stack,
}) => {
  const { date: calendarDate } = await readToday(stack);
  const date = addDays(calendarDate, -1);
  const stillYesterday = `still ${describeDate(date, date)}, until 6:00 am.`;
  await publishHours(stack, UNTIL_MORNING);
  await openAdmin(page, stack);
  const { card, dialog, problem, open, confirm } = findCard(page);

  await test.step('the card says so', async () => {
    await expect(card).toContainText(stillYesterday);
    await expect(card).toContainText('says now: Open until 6:00 am');
  });

  await test.step('a notice ends when the coming evening opens, unless the owner chooses another time', async () => {
    await open('Put up a notice');
    await expect(dialog).toContainText(stillYesterday);
    await expect(dialog.getByLabel('Until')).toHaveValue(`${calendarDate}T17:00`);
    await page.keyboard.press('Escape');
  });

  await test.step('a change that is confirmed after the end of the service is refused with the new day', async () => {
    await open('Closed today');
    await expect(dialog).toContainText(stillYesterday);
    // With these hours, the service of yesterday has ended.
    await publishHours(stack, 'Daily: 5 pm – 9 pm');
    await confirm('Close for today');
    await expect(problem).toHaveText(dayHasChangedTo(calendarDate));
    expect((await readPublished(stack)).specialDays).toEqual([]);
    await confirm('Cancel');
    await expect(card).toContainText(`Today is ${describeDate(calendarDate, calendarDate)}.`);
  });
});

/** The sentence about a change of another day than today. */
const dayHasChangedTo = (date: string) =>
  new RegExp(`day has changed\\. Today is ${describeDate(date, date)}\\.`);

test('after midnight, a change of today is about the day on which the service began', async ({
  editableStack: stack,
}) => {
  const { date: calendarDate } = await readToday(stack);
  const date = addDays(calendarDate, -1);
  await publishHours(stack, UNTIL_MORNING);
  expect(await readToday(stack)).toMatchObject({ date, line: 'Open until 6:00 am' });

  // The second time is as after a response that was lost, or by a second account.
  for (const time of ['once', 'twice']) {
    const closed = await changeToday(stack, 'PUT', 'hours', { date, closed: true });
    expect(closed.line, time).toBe('Closed, opens at 5:00 pm');
    expect((await readPublished(stack)).specialDays, time).toMatchObject([
      { from: date, until: null, closed: true },
    ]);
  }
  await expectOnSite(stack, '/', 'Closed, opens at 5:00 pm');

  const undone = await changeToday(stack, 'DELETE', `hours?date=${date}`);
  expect(undone.line).toBe('Open until 6:00 am');
  expect((await readPublished(stack)).specialDays).toEqual([]);

  const shorter = { date, closed: false, hours: '5 pm – 5 am' };
  expect((await changeToday(stack, 'PUT', 'hours', shorter)).line).toBe('Open until 5:00 am');
  expect((await readPublished(stack)).specialDays).toMatchObject([{ from: date, hours: '5 pm – 5 am' }]);

  const lastOrders = { text: 'Last orders at four', until: `${calendarDate}T05:00` };
  const { notice } = await changeToday(stack, 'PUT', 'notice', lastOrders);
  const [weekday] = describeDate(calendarDate, calendarDate).split(',');
  expect(notice).toEqual({ text: lastOrders.text, shown: `until ${weekday} at 5:00 am` });
});

test('a change of today publishes nothing of an open draft, and leaves what waits there', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const { date } = await readToday(stack);
  const ownNotice = { text: 'The patio opens on Friday', until: '2090-11-24T05:00:00.000Z' };
  const ownDays = [
    { from: date, until: addDays(date, 2), closed: false, hours: '6 pm – 8 pm', reason: 'Half board' },
    { from: addDays(date, 9), closed: true, reason: 'Inventory' },
  ];
  const { name, heading } = await readPublished(stack);
  await stack.asAdmin('PUT', NAME_ENTRY, { websiteName: 'Secret name', notice: ownNotice });
  await stack.asAdmin('PUT', HOURS_ENTRY, { subHeadings: 'Secret heading', specialDays: ownDays });
  const readDrafts = async () => {
    const [site, hours] = [await readDraft(stack, NAME_ENTRY), await readDraft(stack, HOURS_ENTRY)];
    return {
      ...{ name: site.websiteName, notice: site.notice },
      ...{ heading: hours.subHeadings, specialDays: hours.specialDays },
      status: [site.status, hours.status],
    };
  };
  const own = { name: 'Secret name', notice: ownNotice, heading: 'Secret heading', specialDays: ownDays };
  const drafts = await readDrafts();
  expect(drafts).toMatchObject({ ...own, status: ['modified', 'modified'] });

  const otherHours = { date, closed: false, hours: '1 pm – 9 pm' };
  const notice = { text: 'Closed tonight', until: `${addDays(date, 3)}T12:00` };
  for (const [method, path, body, published] of [
    ['PUT', 'notice', notice, { notice: { text: 'Closed tonight' } }],
    ['DELETE', 'notice', undefined, { notice: null }],
    ['PUT', 'hours', { date, closed: true }, { specialDays: [{ from: date, closed: true }] }],
    ['PUT', 'hours', otherHours, { specialDays: [{ from: date, hours: '1 pm – 9 pm' }] }],
    ['DELETE', `hours?date=${date}`, undefined, { specialDays: [] }],
  ] as const) {
    const waiting = { hasOtherHoursInDraft: true, hasOtherNoticeInDraft: true };
    const what = `${method} ${path}`;
    expect(await changeToday(stack, method, path, body), what).toMatchObject(waiting);
    expect(await readPublished(stack), what).toMatchObject({ name, heading, ...published });
    expect(await readDrafts(), what).toEqual(drafts);
  }

  for (const path of [HOURS_ENTRY, NAME_ENTRY]) await publish(stack, path, {});
  expect(await readPublished(stack)).toMatchObject(own);
  expect(await readToday(stack)).toMatchObject({ hasOtherHoursInDraft: false, hasOtherNoticeInDraft: false });
});

test('other hours of today split a vacation on the site, and the longer one of the draft there', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const { date } = await readToday(stack);
  const vacation = { from: addDays(date, -1), until: addDays(date, 1), closed: true, reason: 'Vacation' };
  await publish(stack, HOURS_ENTRY, { specialDays: [vacation] });
  // The run is longer in the draft, and the same on the date of today.
  const form: { data: { specialDays: { id: number }[] } } = await (
    await stack.asAdmin('GET', HOURS_ENTRY)
  ).json();
  const id = form.data.specialDays[0]?.id;
  const longer = { ...vacation, until: addDays(date, 5), id };
  await stack.asAdmin('PUT', HOURS_ENTRY, { specialDays: [longer] });
  await changeToday(stack, 'PUT', 'hours', { date, closed: false, hours: '5 pm – 9 pm' });
  const [before, today] = [
    { from: addDays(date, -1), until: null, closed: true, reason: 'Vacation' },
    { from: date, until: null, closed: false, hours: '5 pm – 9 pm' },
  ];
  const after = { from: addDays(date, 1), closed: true, reason: 'Vacation' };
  expect((await readPublished(stack)).specialDays).toMatchObject([before, today, { ...after, until: null }]);
  expect((await readDraft(stack, HOURS_ENTRY)).specialDays).toMatchObject([
    { ...before, id },
    today,
    { ...after, until: addDays(date, 5) },
  ]);
});

/** Reads a form as the admin opens it, and returns a function that saves it. */
async function openForm(stack: Stack, path: string, fields: string[]) {
  const entry = await readDraft(stack, path);
  const form = Object.fromEntries(fields.map((field) => [field, entry[field]]));
  return async () => expect((await stack.asAdmin('PUT', path, form)).status).toBe(200);
}

test('the form of the hours can be saved that was opened before a change of today', async ({
  editableStack: stack,
}) => {
  const { date } = await readToday(stack);
  const vacation = { from: addDays(date, -2), until: addDays(date, 2), closed: true, reason: 'Vacation' };
  await publish(stack, HOURS_ENTRY, { specialDays: [vacation] });
  const open = () => openForm(stack, HOURS_ENTRY, ['specialDays']);
  const changeHours = (hours: string) => changeToday(stack, 'PUT', 'hours', { date, closed: false, hours });
  const saveWithVacation = await open();
  await changeHours('5 pm – 9 pm');
  const saveWithHours = await open();
  await changeHours('6 pm – 9 pm');
  await saveWithHours();
  await changeToday(stack, 'DELETE', `hours?date=${date}`);
  await saveWithHours();
  await saveWithVacation();
  expect((await readDraft(stack, HOURS_ENTRY)).specialDays).toMatchObject([vacation]);
});

test('the form of the notice can be saved that was opened before a change of the notice', async ({
  editableStack: stack,
}) => {
  const until = `${addDays((await readToday(stack)).date, 2)}T12:00`;
  await changeToday(stack, 'PUT', 'notice', { text: 'Closed tonight', until });
  const save = await openForm(stack, NAME_ENTRY, ['websiteName', 'notice']);
  await changeToday(stack, 'PUT', 'notice', { text: 'Closed tomorrow', until });
  await save();
  await changeToday(stack, 'DELETE', 'notice');
  await save();
  expect(await readDraft(stack, NAME_ENTRY)).toMatchObject({ notice: { text: 'Closed tonight' } });
});

test('when two accounts change today at the same moment, the site and the draft have the change of one', {
  tag: '@postgres',
}, async ({ editableStack: stack }) => {
  const { date } = await readToday(stack);
  const until = `${addDays(date, 3)}T12:00`;
  await Promise.all(
    ['One', 'Two'].flatMap((text) => [
      changeToday(stack, 'PUT', 'notice', { text, until }),
      changeToday(stack, 'PUT', 'hours', { date, closed: true, reason: text }),
    ]),
  );
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

/** Sends a change of today that is invalid, and returns the sentence of the response. */
async function reject(stack: Stack, method: string, path: string, body?: object): Promise<string> {
  const response = await stack.asAdmin(method, `/today/${path}`, body);
  expect(response.status, `${path} ${JSON.stringify(body)}`).toBe(400);
  return (await response.json()).error.message;
}

test('rejects an invalid notice and invalid hours with one sentence each', async ({ stack }) => {
  const { date } = await readToday(stack);
  for (const [path, body, sentence] of [
    ['notice', { text: 'Hello', until: '2020-01-01T10:00' }, /notice has passed/],
    ['notice', { text: 'Hello', until: '2040-02-30T10:00' }, /^Choose the day/],
    ['notice', { text: ['Hello'], until: '2040-02-03T10:00' }, /^Write the words/],
    ['hours', { date, closed: true, hours: '5 pm – 9 pm' }, /closed or open/],
    ['hours', { date }, /^Write the hours, or/],
  ] as const)
    expect(await reject(stack, 'PUT', path, body)).toMatch(sentence);
});

test('rejects a change of another day than today, and names today', async ({ stack }) => {
  const { date: today } = await readToday(stack);
  const yesterday = addDays(today, -1);
  for (const [method, path, body] of [
    ['PUT', 'hours', { date: yesterday, closed: true }],
    ['PUT', 'hours', { closed: true }],
    ['DELETE', `hours?date=${yesterday}`, undefined],
  ] as const)
    expect(await reject(stack, method, path, body)).toMatch(dayHasChangedTo(today));
});
