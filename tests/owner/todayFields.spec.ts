import { explainOpeningHours } from '../../cms/src/shared/hours/openingHours.ts';
import { clickPublish, openAdmin, PUBLISHED, pressShortcut } from '../support/openAdmin.ts';
import { expect, type Stack, test } from '../support/stack.ts';

const HOURS = '/content-manager/collection-types/api::contactpage.contactpage/contact-hours';
const ADDRESS = '/content-manager/collection-types/api::contactpage.contactpage/contact-address';
const NAME = '/content-manager/single-types/api::website-name.website-name';

/** Reads what the site fetches from the CMS. */
const readPublished = (stack: Stack) =>
  Promise.all(['contactpage', 'website-name'].map((type) => stack.readContent(type)));

/** Reads the published opening hours. */
async function readHours(stack: Stack) {
  const response = await fetch(`${stack.cms}/api/contactpages/contact-hours?populate=*`);
  const { data }: { data: { description: string; specialDays: object[] } } = await response.json();
  return data;
}

/** Reads the values that the admin's forms show. */
const readDrafts = (stack: Stack) =>
  Promise.all(
    [HOURS, ADDRESS, NAME].map(async (path) => (await (await stack.asAdmin('GET', path)).json()).data),
  );

/** Saves a form, then publishes it, and returns both responses. */
async function saveAndPublish(stack: Stack, path: string, data: object) {
  const responses = [
    await stack.asAdmin('PUT', path, data),
    await stack.asAdmin('POST', `${path}/actions/publish`, data),
  ];
  return Promise.all(
    responses.map(async (response) => {
      const { error } = await response.json();
      return { status: response.status, message: error?.message, fields: error?.details?.errors };
    }),
  );
}

const day = (from: string, more: object = {}) => ({ from, closed: true, ...more });
const link = (address: string) => ({ label: 'Reserve', address });
const website = (more: object) => ({ websiteName: 'Scioto Table', ...more });
const notice = (more: object) =>
  website({ notice: { text: 'Closed tonight', until: '2090-11-24T05:00:00.000Z', ...more } });

/** A value of each kind that Strapi would store, or reject with a technical sentence; the other rules have unit tests. */
const invalidValues: [what: string, path: string, data: object, field: (string | number)[], why: RegExp][] = [
  [
    'a day that is no date',
    HOURS,
    { specialDays: [day('soon')] },
    ['specialDays', 0, 'from'],
    /^Day: .*“soon” is not a date/,
  ],
  [
    'a day that is in the list twice',
    HOURS,
    { specialDays: [day('2090-11-24', { until: '2090-11-26' }), day('2090-11-26')] },
    ['specialDays', 1, 'from'],
    /^Day: Friday, November 24, 2090 – Sunday, November 26, 2090 and Sunday, November 26, 2090 .* in common\./,
  ],
  [
    'a reason that is too long',
    HOURS,
    { specialDays: [day('2090-11-24', { reason: 'x'.repeat(41) })] },
    ['specialDays', 0, 'reason'],
    /^Reason: .*too long, 40 .* 41\.$/,
  ],
  [
    'a place without numbers',
    ADDRESS,
    { mapPlace: 'Behind the mill' },
    ['mapPlace'],
    /^Place on the map: .*no place on the map/,
  ],
  ['a notice of spaces', NAME, notice({ text: ' \n ' }), ['notice', 'text'], /^Words: .*empty\.$/],
  ['an end that is no time', NAME, notice({ until: 'soon' }), ['notice', 'until'], /^Until: .*not a date/],
  [
    'a link that would run a script',
    NAME,
    website({ links: [link('javascript:alert(1)')] }),
    ['links', 0, 'address'],
    /^Web address: .*no web address/,
  ],
  [
    'too many links',
    NAME,
    website({ links: Array(21).fill(link('https://toast.com')) }),
    ['links'],
    /^Links: 20 .* 21\./,
  ],
];

test('neither saves nor publishes an invalid special day, place, notice or link, and names its field', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const valid = { specialDays: [day('2090-11-23')] };
  expect((await stack.asAdmin('POST', `${HOURS}/actions/publish`, valid)).status).toBe(200);
  const before = [await readPublished(stack), await readDrafts(stack)];
  for (const [what, path, data, field, why] of invalidValues) {
    const rejected = { status: 400, message: expect.stringMatching(why), fields: [{ path: field }] };
    expect(await saveAndPublish(stack, path, data), what).toMatchObject([rejected, rejected]);
  }
  expect([await readPublished(stack), await readDrafts(stack)]).toEqual(before);
});

test('saves a special day without hours as a draft, and does not publish it', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const before = await readPublished(stack);
  const unfinished = { specialDays: [day('2090-11-24', { closed: false })] };
  expect((await stack.asAdmin('PUT', HOURS, unfinished)).status).toBe(200);
  for (const [what, body] of [
    ['the form', unfinished],
    ['the stored draft', {}],
  ] as const) {
    const response = await stack.asAdmin('POST', `${HOURS}/actions/publish`, body);
    expect(response.status, what).toBe(400);
    expect((await response.json()).error.message, what).toMatch(/^Hours: .*, or choose/);
  }
  expect(await readPublished(stack)).toEqual(before);
});

test('publishes a hundred special days beside days that are over, whatever those contain', async ({
  editableStack: stack,
}) => {
  const over = [day('2020-11-26', { hours: 'whenever' }), day('2020-11-26')];
  const upcoming = Array.from({ length: 100 }, (_, index) =>
    day(new Date(Date.UTC(2090, 0, 1 + index)).toISOString().slice(0, 10)),
  );
  const specialDays = [...over, ...upcoming];
  expect((await stack.asAdmin('POST', `${HOURS}/actions/publish`, { specialDays })).status).toBe(200);
  expect(await readHours(stack)).toMatchObject({ specialDays });
});

test('the form of the opening hours tells the owner what the site understands before she publishes it', async ({
  page,
  editableStack: stack,
}) => {
  const { description: seeded } = await readHours(stack);
  const unknown = 'Monday: closed\nTuesday – Sunday: whenever';
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: 'Opening hours, special days' }).click();
  const hours = page.getByLabel('Opening hours');
  const hoursOfDay = page.getByLabel('Hours', { exact: true });
  const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
  const question = page.getByRole('dialog', { name: 'Publish anyway?' });

  await test.step('below the hours stands what they mean, and how to write a line that is not understood', async () => {
    for (const text of [seeded, unknown]) {
      await hours.fill(text);
      const { understood, text: sentence } = explainOpeningHours(text);
      await expect(status(sentence)).toHaveText(understood ? `The site understands: ${sentence}` : sentence);
    }
  });

  await test.step('Publish asks about a line that is not understood, and Cancel publishes nothing', async () => {
    await clickPublish(page);
    await expect(question).toContainText('“Tuesday – Sunday: whenever”');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText(/Nothing was saved/)).toBeVisible();
    await expect(hours).toHaveValue(unknown);
    expect((await readHours(stack)).description).toBe(seeded);
  });

  await test.step('below the hours of a special day stands how to write them, and Save refuses them there', async () => {
    await page.getByRole('button', { name: /^None yet/ }).click();
    const firstDay = page.getByRole('combobox', { name: 'Day', exact: false }).first();
    await firstDay.fill('11/24/2090');
    await firstDay.press('Tab');
    await hoursOfDay.fill('evening');
    await expect(status(/^Write .* like “5:00 pm – 9:00 pm”\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('[data-strapi-field-error]')).toContainText(
      /^Hours: .* like “5:00 pm – 9:00 pm”\.$/,
    );
    await hoursOfDay.fill('5 to 9 pm');
    await expect(status(/understands: Friday, November 24, 2090: open 5:00 pm – 9:00 pm\./)).toBeVisible();
  });

  await test.step('Publish in the question publishes what the owner has typed', async () => {
    await pressShortcut(page, 'Publish');
    await question.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText(PUBLISHED)).toBeVisible();
    expect(await readHours(stack)).toMatchObject({
      description: unknown,
      specialDays: [{ from: '2090-11-24', hours: '5 to 9 pm' }],
    });
  });
});
