import { readFileSync } from 'node:fs';
import { fieldsOfRecord, uidOf } from '../../cms/src/shared/content/contentTypes.ts';
import { cmsTypes, componentFields } from '../support/contentTypes.ts';
import {
  clickPublish,
  openAdmin,
  openFormList,
  publishEntry,
  submitSignInForm,
} from '../support/openAdmin.ts';
import { seedRecords } from '../support/seedRecords.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function returnHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(title(page, 'Your website')).toBeVisible();
}

test('the first screen leads to every kind of task and to the site, in the owner’s words', async ({
  page,
  stack,
}) => {
  const problems: string[] = [];
  page.on('response', (response) => response.status() >= 500 && problems.push(response.url()));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).hostname !== 'localhost')
      problems.push(request.url());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${stack.cms}/admin`);
  // Without a mail server.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Forgot your password?')).toBeHidden();

  await submitSignInForm(page);
  await expect(title(page, 'Your website')).toBeVisible();
  for (const text of [/strapi/i, /widget/i, /media library/i, /content (manager|type)/i, /collection/i])
    await expect(page.getByText(text)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();

  // The other links are followed by the tests of their tasks.
  for (const [link, heading] of [
    ['Entrees', 'Menu – entrees'],
    ['Soft drinks', 'Menu – soft drinks'],
    ['Home page: Search text', 'Home: heading of the page and its pictures'],
    ['All pictures', /^All pictures \(\d+\)$/],
  ] as const) {
    await openFormList(page, link);
    await expect(title(page, heading)).toBeVisible();
    await returnHome(page);
  }
  for (const name of ['Home page', 'Services page']) {
    await openFormList(page, name);
    await expect(title(page, name)).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'status', exact: true })).toBeInViewport({ ratio: 1 });
    await returnHome(page);
  }
  const link = page.getByRole('link', { name: 'See the site' });
  const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
  const response = await page.request.get(address, { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(new URL(response.headers().location ?? '').port).toBe(new URL(stack.site).port);
  expect(problems).toEqual([]);
});

test('in the forms, the owner adds and deletes a dish, changes the heading of a list, and is told the limit of a text', async ({
  page,
  editableStack: stack,
}) => {
  const entrees = seedRecords('menu-entree').map(({ entreeName }) => entreeName);
  const readEntrees = async () => {
    const { data }: { data: { entreeName: string; position: number }[] } = JSON.parse(
      await stack.readContent('menu-entree'),
    );
    return data.sort((one, other) => one.position - other.position).map(({ entreeName }) => entreeName);
  };
  await openAdmin(page, stack);

  // A new dish comes last, without a position to fill in.
  await openFormList(page, 'Entrees');
  await page.getByRole('link', { name: 'Add to this list' }).click();
  await page.getByLabel('Name').fill('Trout');
  await page.getByLabel('Description').fill('From the Mad River.');
  await expect(page.getByLabel('Position')).toHaveCount(0);
  await publishEntry(page);
  expect(await readEntrees()).toEqual([...entrees, 'Trout']);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toBeVisible();
  // From then on, the menu also reacts to the key.
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  expect(await readEntrees()).toEqual(entrees);

  await returnHome(page);
  await openFormList(page, 'Soft drinks');
  await page.getByText('Soft drinks', { exact: true }).click();
  await page.getByLabel('Heading').fill('Without alcohol');
  await expect(page.getByLabel('Name')).toHaveCount(0);
  await publishEntry(page);
  expect(await stack.readContent('menu-soft-drink')).toContain('"subHeading":"Without alcohol"');

  await returnHome(page);
  const published = await stack.readContent('homepage');
  await openFormList(page, 'Home page');
  await page.getByText('Home: second special under the sign').click();
  await expect(page.getByText(/At most 80 characters/)).toBeVisible();
  await page.getByLabel('Heading').fill('x'.repeat(81));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/too long: at most 80 /)).toBeVisible();
  // The admin moves the focus to the rejected field, which would interrupt the filling of another one.
  await expect(page.getByLabel('Heading')).toBeFocused();
  await page.getByLabel('Heading').fill('Sundays');
  // The schema allows a longer text here, so only the server rejects it.
  await page.getByLabel('Text').fill('x'.repeat(601));
  await clickPublish(page);
  await expect(page.getByText(/^Text: .*too long, 600 .* 601\.$/).first()).toBeVisible();
  expect(await stack.readContent('homepage')).toBe(published);
});

type Fields = Record<string, { max?: number }>;

/** The longest text that the admin accepts for each field of a type or component, whose schema is in a file. */
function longestTexts(schemaFile: string, fields: Fields = {}) {
  const schema = readFileSync(new URL(`../../cms/src/${schemaFile}`, import.meta.url), 'utf8');
  const { attributes }: { attributes: Record<string, { maxLength?: number }> } = JSON.parse(schema);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { max = attributes[name]?.maxLength }]) =>
      max ? [[name, 'W'.repeat(max)]] : [],
    ),
  );
}

const longestOfType = (type: string, fields: Fields) =>
  longestTexts(`api/${type}/content-types/${type}/schema.json`, fields);
const longestOfComponent = (uid: string) =>
  longestTexts(`components/${uid.replace('.', '/')}.json`, componentFields[uid]);

const ADDRESS = 'https://www.example.com';
/** The fields for which a long text is not enough, by the record or the single type: the CMS accepts only what it understands. */
const UNDERSTOOD: Record<string, object> = {
  'contact-address': { mapPlace: '39.95606, -83.01235' },
  'contact-hours': {
    specialDays: [
      {
        ...longestOfComponent('contact.special-day'),
        from: '2020-01-01',
        until: '2099-12-31',
        hours: '11:30 am – 2:30 pm, 5:30 pm – 10:30 pm',
      },
    ],
  },
  'website-name': {
    notice: { ...longestOfComponent('site.notice'), address: ADDRESS, until: '2099-12-31T00:00:00.000Z' },
    links: Array(20).fill({ ...longestOfComponent('site.link'), address: ADDRESS }),
  },
};

/** Publishes the longest texts in all entries, and a dish or drink with them in each list. */
async function publishLongestTexts(stack: Stack): Promise<void> {
  const types = Object.entries(cmsTypes);
  const openTypes = types.filter(([, { kind }]) => kind === 'open');
  for (const [type, { fields }] of openTypes)
    await stack.addEntry(type, longestOfType(type, fieldsOfRecord(uidOf(type), '') ?? fields));
  await stack.publishAll(
    types.flatMap<Parameters<Stack['publishAll']>[0][number]>(([type, { kind, fields, records = {} }]) =>
      kind === 'single'
        ? [[type, undefined, { ...longestOfType(type, fields), ...UNDERSTOOD[type] }]]
        : Object.entries(records).map(([id, own]) => [
            type,
            id,
            { ...longestOfType(type, own), ...UNDERSTOOD[id] },
          ]),
    ),
  );
  for (const [type] of openTypes) await stack.waitForSite(type);
}

test('every page fits the longest texts that the admin accepts, at 320 px and at 1440 px', async ({
  page,
  editableStack: stack,
}) => {
  await publishLongestTexts(stack);
  for (const path of canonicalPaths) {
    await page.goto(stack.site + path);
    await expect(page.getByRole('main').getByText(/W{40}/).first()).toBeVisible();
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
        .toBeLessThanOrEqual(width);
    }
  }
});
