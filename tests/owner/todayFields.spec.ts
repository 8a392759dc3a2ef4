import { clickPublish, openAdmin } from '../support/openAdmin.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const HOURS = '/content-manager/collection-types/api::contactpage.contactpage/contact-hours';
const ADDRESS = '/content-manager/collection-types/api::contactpage.contactpage/contact-address';
const NAME = '/content-manager/single-types/api::website-name.website-name';

/** Reads what the site fetches from the CMS. */
const readPublished = (stack: Stack) =>
  Promise.all(
    ['/api/contactpages?populate=*&sort=position', '/api/website-name?populate=*'].map(async (path) =>
      (await fetch(`${stack.cms}${path}`)).json(),
    ),
  );

/** Reads the values that the admin's form shows. */
const readDrafts = (stack: Stack) =>
  Promise.all(
    [HOURS, ADDRESS, NAME].map(async (path) => (await (await stack.asAdmin('GET', path)).json()).data),
  );

const day = (from: string, more: object = {}) => ({ from, closed: true, ...more });
const link = (address: string) => ({ label: 'Reserve', address });
const notice = (more: object) => ({
  text: 'Closed tonight for a private party',
  until: '2090-11-24T05:00:00.000Z',
  ...more,
});
const listDays = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    day(new Date(Date.UTC(2090, 0, 1 + index)).toISOString().slice(0, 10)),
  );

test('each invalid special day, place, notice and link is rejected in one sentence at its field, and the entry and the site stay as they are', {
  tag: '@both',
}, async ({ editableStack: stack }) => {
  const website = { websiteName: 'Scioto Table' };
  await stack.publish('contactpage', 'contact-hours', { specialDays: [day('2090-11-23')] });
  const before = [await readPublished(stack), await readDrafts(stack)];
  const rejected: [path: string, data: object, field: (string | number)[], sentence: string | RegExp][] = [
    [
      HOURS,
      { specialDays: [day('2090-02-30')] },
      ['specialDays', 0, 'from'],
      'Day: “2090-02-30” is not a date.',
    ],
    [HOURS, { specialDays: [day('soon')] }, ['specialDays', 0, 'from'], 'Day: “soon” is not a date.'],
    [
      HOURS,
      { specialDays: [day('2090-11-24', { until: '2090-11-23' })] },
      ['specialDays', 0, 'until'],
      'Last day: The last day is before the first.',
    ],
    [
      HOURS,
      { specialDays: [day('2090-11-24', { hours: '5 pm – 9 pm' })] },
      ['specialDays', 0, 'hours'],
      /^Hours: You are either closed or open at these hours\./,
    ],
    [
      HOURS,
      { specialDays: [day('2090-11-24', { closed: false, hours: '5 – 9' })] },
      ['specialDays', 0, 'hours'],
      /^Hours: Write the hours like “/,
    ],
    [
      HOURS,
      { specialDays: [day('2090-11-24', { until: '2090-11-26' }), day('2090-11-26')] },
      ['specialDays', 1, 'from'],
      /^Day: Friday, November 24, 2090 – Sunday, November 26, 2090 and Sunday, November 26, 2090 have a day in common\./,
    ],
    [
      HOURS,
      { specialDays: listDays(101) },
      ['specialDays'],
      'Special days: 100 days fit that are not over, and these are 101. Remove some.',
    ],
    [
      HOURS,
      { specialDays: [day('2090-11-24', { reason: 'x'.repeat(41) })] },
      ['specialDays', 0, 'reason'],
      'Reason: this is too long, 40 characters fit here and these are 41.',
    ],
    [
      ADDRESS,
      { mapPlace: 'Behind the mill' },
      ['mapPlace'],
      /^Place on the map: This is no place on the map/,
    ],
    [
      ADDRESS,
      { mapPlace: 'https://maps.app.goo.gl/AbC' },
      ['mapPlace'],
      /^Place on the map: This link is shortened/,
    ],
    [
      NAME,
      { ...website, notice: notice({ text: ' \n ' }) },
      ['notice', 'text'],
      'Words: this can’t be empty.',
    ],
    [
      NAME,
      { ...website, notice: notice({ text: 'x'.repeat(141) }) },
      ['notice', 'text'],
      'Words: this is too long, 140 characters fit here and these are 141.',
    ],
    [
      NAME,
      { ...website, notice: notice({ from: '2090-11-25T05:00:00.000Z' }) },
      ['notice', 'until'],
      'Until: This must be later than From.',
    ],
    [
      NAME,
      { ...website, notice: notice({ until: 'soon' }) },
      ['notice', 'until'],
      'Until: This is not a date and a time.',
    ],
    [
      NAME,
      { ...website, notice: notice({ address: 'javascript:alert(1)' }) },
      ['notice', 'address'],
      /^Link: This is no web address\./,
    ],
    [
      NAME,
      { ...website, links: [link('javascript:alert(1)')] },
      ['links', 0, 'address'],
      'Web address: This is no web address. Write one that begins with https://, without blanks or a user name, such as “https://www.opentable.com”.',
    ],
    [
      NAME,
      { ...website, links: [link('https://toast.com'), { ...link('https://toast.com'), label: '  ' }] },
      ['links', 1, 'label'],
      'Words: this can’t be empty.',
    ],
    [
      NAME,
      { ...website, links: Array(21).fill(link('https://toast.com')) },
      ['links'],
      'Links: 20 links fit, and these are 21. Remove some.',
    ],
  ];
  for (const [path, data, field, sentence] of rejected)
    for (const [method, address] of [
      ['PUT', path],
      ['POST', `${path}/actions/publish`],
    ] as const) {
      const response = await stack.asAdmin(method, address, data);
      const { error } = await response.json();
      expect(error?.message, JSON.stringify(data)).toMatch(sentence);
      expect(error.details.errors).toEqual([expect.objectContaining({ path: field })]);
      expect(response.status).toBe(400);
    }
  expect([await readPublished(stack), await readDrafts(stack)]).toEqual(before);

  // An unfinished day is kept in the draft, and only publishing rejects it.
  const unfinished = { specialDays: [day('2090-11-24', { closed: false })] };
  expect((await stack.asAdmin('PUT', HOURS, unfinished)).status).toBe(200);
  for (const body of [unfinished, {}]) {
    const response = await stack.asAdmin('POST', `${HOURS}/actions/publish`, body);
    expect((await response.json()).error?.message).toBe(
      'Hours: Write the hours, or choose that you are closed.',
    );
  }
  expect(await readPublished(stack)).toEqual(before[0]);

  // Days that are over stay in the list, whatever they contain.
  const over = [day('2020-11-26', { hours: 'whenever' }), day('2020-11-26')];
  await stack.publish('contactpage', 'contact-hours', { specialDays: [...over, ...listDays(100)] });
});

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('the admin shows under each field what the site understands or how to write it, and asks once before it publishes what it doesn’t', async ({
  page,
  editableStack: stack,
}) => {
  const readHours = async () => {
    const { data } = await (await fetch(`${stack.cms}/api/contactpages/contact-hours?populate=*`)).json();
    return data;
  };
  const { description: seededHours } = await readHours();
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: 'Opening hours, special days' }).click();
  const hours = page.getByLabel('Opening hours');
  await expect(status(page, 'The site understands: ')).toBeVisible();

  await hours.fill('Monday: closed\nTuesday – Sunday: whenever');
  await expect(status(page, '“Tuesday – Sunday: whenever”')).toBeVisible();
  await clickPublish(page);
  const question = page.getByRole('dialog', { name: 'Publish anyway?' });
  await expect(question).toContainText('“Tuesday – Sunday: whenever”');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
  await page.keyboard.press('Control+Shift+Enter');
  await expect(question).toContainText('“Tuesday – Sunday: whenever”');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await readHours()).toMatchObject({ description: seededHours });

  await page.getByRole('button', { name: 'None yet. Press to add one.' }).click();
  await page.getByRole('combobox', { name: 'Day', exact: false }).first().fill('11/24/2090');
  await page.getByRole('combobox', { name: 'Day', exact: false }).first().press('Tab');
  await page.getByLabel('Hours', { exact: true }).fill('5 – 9');
  await expect(status(page, 'Write the hours like')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('[data-strapi-field-error]')).toContainText('Hours: Write the hours like');
  await page.getByLabel('Hours', { exact: true }).fill('5 to 9 pm');
  await expect(
    status(page, 'The site understands: Friday, November 24, 2090: open 5:00 pm – 9:00 pm.'),
  ).toBeVisible();

  await hours.fill('Monday: closed\nTuesday – Sunday: any time');
  await clickPublish(page);
  await question.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published: the site shows it in a moment')).toBeVisible();
  expect(await readHours()).toMatchObject({
    description: 'Monday: closed\nTuesday – Sunday: any time',
    specialDays: [{ from: '2090-11-24', hours: '5 to 9 pm' }],
  });
});
