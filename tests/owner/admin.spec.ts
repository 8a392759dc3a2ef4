import { readFileSync } from 'node:fs';
import { cmsTypes, componentFields } from '../support/contentTypes.ts';
import { clickPublish, openAdmin, publishEntry, submitSignInForm } from '../support/openAdmin.ts';
import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

interface Attribute {
  type: string;
  maxLength?: number;
}

const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../cms/${path}`, import.meta.url), 'utf8'));
const attributesOf = (type: string): Record<string, Attribute> =>
  readJson(`src/api/${type}/content-types/${type}/schema.json`).attributes;

/** Presses a link of the first screen. */
const followTask = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click();

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function returnHome(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(title(page, 'Your website')).toBeVisible();
}

/** The entrees that the CMS gives to the site, in the order of the menu. */
async function readEntrees(stack: Stack): Promise<string[]> {
  const { data }: { data: { entreeName: string; position: number }[] } = JSON.parse(
    await stack.readContent('menu-entree'),
  );
  return data.sort((one, other) => one.position - other.position).map(({ entreeName }) => entreeName);
}

test('the first screen leads to every kind of task and to the site, in the owner’s words', async ({
  page,
  stack,
}) => {
  const problems: string[] = [];
  page.on('response', (response) => response.status() >= 500 && problems.push(response.url()));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(stack.cms)) problems.push(request.url());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${stack.cms}/admin`);

  await test.step('without a mail server, the sign-in offers no password by mail', async () => {
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(page.getByText('Forgot your password?')).toBeHidden();
  });

  await test.step('the first screen has no word of Strapi, and no settings', async () => {
    await submitSignInForm(page);
    await expect(title(page, 'Your website')).toBeVisible();
    for (const text of [/strapi/i, /widget/i, /media library/i, /content (manager|type)/i, /collection/i])
      await expect(page.getByText(text)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();
  });

  // The other links are followed by the tests of their tasks.
  for (const [link, heading] of [
    ['Entrees', 'Menu – entrees'],
    ['Soft drinks', 'Menu – soft drinks'],
    ['Sliding pictures', 'Home: heading of the page and its pictures'],
    ['All photographs', /^All photographs \(\d+ items\)$/],
  ] as const)
    await test.step(`“${link}” leads to what it names`, async () => {
      await followTask(page, link);
      await expect(title(page, heading)).toBeVisible();
      await returnHome(page);
    });

  for (const name of ['Home page', 'Services page'])
    await test.step(`“${name}” leads to a list whose last column fits`, async () => {
      await followTask(page, name);
      await expect(title(page, name)).toBeVisible();
      await expect(page.getByRole('gridcell', { name: 'status', exact: true })).toBeInViewport({ ratio: 1 });
      await returnHome(page);
    });

  await test.step('“See the site” leads to the site', async () => {
    const link = page.getByRole('link', { name: 'See the site' });
    const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
    const response = await page.request.get(address, { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(new URL(response.headers().location ?? '').port).toBe(new URL(stack.site).port);
  });

  await test.step('the admin has sent no request to another host, and has got no error', () => {
    expect(problems).toEqual([]);
  });
});

test('the admin names the limit of a text, and does not publish a longer one', async ({
  page,
  editableStack: stack,
}) => {
  const published = await stack.readContent('homepage');
  await openAdmin(page, stack);
  await followTask(page, 'Home page');
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

test('the owner adds a dish to the menu, and deletes it', async ({ page, editableStack: stack }) => {
  const seeded = seedRecords('menu-entree').map(({ entreeName }) => entreeName);
  await openAdmin(page, stack);

  await test.step('a new dish comes last, without a position to fill in', async () => {
    await followTask(page, 'Entrees');
    await page.getByRole('link', { name: 'Add a dish' }).click();
    await page.getByLabel('Name').fill('Trout');
    await page.getByLabel('Description').fill('From the Mad River.');
    await expect(page.getByLabel('Position')).toHaveCount(0);
    await publishEntry(page);
    expect(await readEntrees(stack)).toEqual([...seeded, 'Trout']);
  });

  await test.step('its menu offers Unpublish', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toBeVisible();
    // From then on, the menu also reacts to the key.
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  await test.step('a deleted dish leaves the menu', async () => {
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
    expect(await readEntrees(stack)).toEqual(seeded);
  });
});

test('the owner adds a drink to a list, and removes another', async ({ page, editableStack: stack }) => {
  const [, ...others] = seedRecord('menu-soft-drinks', 'menu-soft-drinks').drinks ?? [];
  await openAdmin(page, stack);
  await followTask(page, 'Soft drinks');
  await expect(page.getByText(/Each line is a drink/)).toBeVisible();
  await page.getByRole('button', { name: 'Add one' }).click();
  await page.getByLabel('Drink', { exact: false }).last().fill('Birch Beer');
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await publishEntry(page);
  const { data } = JSON.parse(await stack.readContent('menu-soft-drinks'));
  expect(data.drinks).toMatchObject([...others, { drinkName: 'Birch Beer' }]);
});

/** The longest text that the admin accepts for each field of a type or component. */
const longestTexts = (attributes: Record<string, Attribute>, fields: Record<string, { max?: number }>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { max = attributes[name]?.maxLength }]) =>
      max ? [[name, 'W'.repeat(max)]] : [],
    ),
  );

const longestOfType = (type: keyof typeof cmsTypes) =>
  longestTexts(attributesOf(type), cmsTypes[type].fields);

const longestOfComponent = (uid: string) =>
  longestTexts(
    readJson(`src/components/${uid.replace('.', '/')}.json`).attributes,
    componentFields[uid] ?? {},
  );

/** The fields for which a long text is not enough: the CMS accepts only what it understands. */
const understood: Record<string, object> = {
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
};

/** Publishes the longest texts in all entries, and a dish with them in each list. */
async function publishLongestTexts(stack: Stack): Promise<void> {
  const types = Object.entries(cmsTypes);
  const dishTypes = types.filter(([, { kind }]) => kind === 'open');
  for (const [type, { fields }] of dishTypes)
    await stack.addEntry(type, longestTexts(attributesOf(type), fields));
  const fixedRecords = types.flatMap(([type, { records }]) =>
    Object.entries(records ?? {}).map(
      ([id, fields]) =>
        [type, id, { ...longestTexts(attributesOf(type), fields), ...understood[id] }] as const,
    ),
  );
  const address = 'https://www.example.com';
  await stack.publishAll([
    ...fixedRecords,
    [
      'menu-soft-drinks',
      undefined,
      { ...longestOfType('menu-soft-drinks'), drinks: [longestOfComponent('menu.soft-drink')] },
    ],
    [
      'menu-alcohol',
      undefined,
      { ...longestOfType('menu-alcohol'), drinks: [longestOfComponent('menu.alcoholic-drink')] },
    ],
    [
      'website-name',
      undefined,
      {
        ...longestOfType('website-name'),
        notice: { ...longestOfComponent('site.notice'), address, until: '2099-12-31T00:00:00.000Z' },
        links: Array(20).fill({ ...longestOfComponent('site.link'), address }),
      },
    ],
  ]);
  for (const [type] of dishTypes) await stack.waitForSite(type);
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
