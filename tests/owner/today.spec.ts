import type { Locator } from '@playwright/test';
import { addDays } from '../../cms/src/contact/zonedTime.ts';
import { expectOnSite } from '../support/expectOnSite.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { accounts, expect, type Page, type Stack, signIn, test } from '../support/stack.ts';

const HOURS_ENTRY = '/content-manager/collection-types/api::contactpage.contactpage/contact-hours';
const NAME_ENTRY = '/content-manager/single-types/api::website-name.website-name';
/** Hours with which the line of the site is the same at every time of every day. */
const ALWAYS_CLOSED = 'Monday – Sunday: Closed';

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
  await stack.publishAll([['contactpage', 'contact-hours', { description: ALWAYS_CLOSED }]]);
  // An open draft of both entries, of which nothing may be published.
  const undated = { from: null, closed: false, hours: '5 pm – 8 pm', reason: 'Not yet' };
  await stack.asAdmin('PUT', HOURS_ENTRY, { subHeadings: 'Secret heading', specialDays: [undated] });
  await stack.asAdmin('PUT', NAME_ENTRY, { websiteName: 'Secret name' });
  await openAdmin(page, stack);
  const card = page.getByRole('region', { name: 'Today' });
  const result = card.getByRole('status');
  const dialog = page.getByRole('dialog');
  await expect(card.getByText('The site says now: Closed today')).toBeVisible();
  await expect(card.getByText('Hours today: Closed')).toBeVisible();
  expect(await listAxeViolations(page)).toEqual([]);

  await test.step('closed today, with a reason', async () => {
    const finger = new Finger(page);
    await finger.tap('Closed today');
    // The browser puts the focus on the first field, so that typing needs no tap.
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('a private party');
    await finger.tap('Close for today', dialog);
    expect(finger.taps).toBeLessThanOrEqual(5);
    await expect(result).toHaveText('Done: the site says now “Closed today for a private party”.');
    await expect(page.getByRole('button', { name: 'Back to the usual hours' })).toBeFocused();
    await expectOnSite(stack, '/api/contactpages', 'a private party');
    await finger.tap('Back to the usual hours');
    await finger.tap('Show the usual hours', dialog);
    await expect(result).toHaveText('Done: the site says now “Closed today”.');
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
    await expect(card.getByText('Hours today: midnight – 11:59 pm')).toBeVisible();
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
      description: ALWAYS_CLOSED,
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
    ['/today/hours', { date: yesterday, closed: true }, /^It is past midnight/],
    ['/today/hours', { closed: true }, /^It is past midnight/],
    [`/today/hours?date=${yesterday}`, undefined, /^It is past midnight/],
  ] as const) {
    const response = await stack.asAdmin(body ? 'PUT' : 'DELETE', path, body);
    expect(response.status, `${path} ${JSON.stringify(body)}`).toBe(400);
    expect((await response.json()).error.message).toMatch(sentence);
  }
});

test('an account that may not change these fields or publish these entries gets 403, and a visitor 401', async ({
  editableStack: stack,
}) => {
  const role = await (
    await stack.asAdmin('POST', '/admin/roles', { name: 'Helper', description: 'Changes dishes.' })
  ).json();
  const helper = { email: 'helper@test.example', firstname: 'Helper', roles: [role.data.id] };
  const invited = await (await stack.asAdmin('POST', '/admin/users', helper)).json();
  await fetch(`${stack.cms}/admin/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      registrationToken: invited.data.registrationToken,
      userInfo: { firstname: 'Helper', password: accounts.OWNER_PASSWORD },
    }),
  });
  const explorer = 'plugin::content-manager.explorer';
  const hours = { subject: 'api::contactpage.contactpage', conditions: [] };
  const permissions = [
    { ...hours, action: `${explorer}.update`, properties: { fields: ['subHeadings'] } },
    { ...hours, action: `${explorer}.publish`, properties: {} },
  ];
  const granted = await stack.asAdmin('PUT', `/admin/roles/${role.data.id}/permissions`, { permissions });
  expect(granted.status).toBe(200);
  const token = await signIn(stack.cms, helper.email, accounts.OWNER_PASSWORD);
  for (const [headers, status] of [
    [{ authorization: `Bearer ${token}` }, 403],
    [{}, 401],
  ] as const)
    for (const [method, path] of [
      ['GET', '/today'],
      ['PUT', '/today/hours'],
      ['DELETE', '/today/hours'],
      ['PUT', '/today/notice'],
      ['DELETE', '/today/notice'],
    ] as const) {
      const response = await fetch(`${stack.cms}${path}`, { method, headers });
      expect(response.status, `${method} ${path}`).toBe(status);
    }
});
