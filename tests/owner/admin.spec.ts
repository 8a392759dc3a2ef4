import { readFileSync } from 'node:fs';
import { cmsTypes, componentFields } from '../support/contentTypes.ts';
import { clickPublish, openAdmin, publishEntry, submitSignInForm } from '../support/openAdmin.ts';
import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

interface Attribute {
  type: string;
  maxLength?: number;
}

const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../cms/${path}`, import.meta.url), 'utf8'));
const attributesOf = (type: string): Record<string, Attribute> =>
  readJson(`src/api/${type}/content-types/${type}/schema.json`).attributes;

/** The names of the dishes in a section of the menu, in the order of the page. */
const dishNamesIn = async (page: Page, section: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: section }) })
    .getByRole('heading', { level: 3 })
    .allTextContents();

/**
 * Opens a page of the site and closes it after use: while another page is in front, the browser gives the admin one frame a
 * second and no idle time, in which Strapi updates its buttons.
 */
async function readSite<Result>(
  admin: Page,
  address: string,
  read: (site: Page) => Promise<Result>,
): Promise<Result> {
  const site = await admin.context().newPage();
  await site.goto(address);
  const result = await read(site);
  await site.close();
  return result;
}

test('the first screen links to every task and to the site, shows no Strapi terms and sends no requests to other hosts', async ({
  page,
  stack,
}) => {
  const problems: string[] = [];
  page.on('response', (response) => response.status() >= 500 && problems.push(response.url()));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(stack.cms)) problems.push(request.url());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${stack.cms}/admin`);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.getByText('Forgot your password?')).toBeHidden();
  await submitSignInForm(page);
  await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  for (const text of [/strapi/i, /widget/i, /media library/i, /content (manager|type)/i, /collection/i])
    await expect(page.getByText(text)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();

  for (const [link, title] of [
    ['Home page', 'Home page'],
    ['Opening hours, special days', 'Contact: opening hours'],
    ['Name, logo, notice, links', 'Name and logo'],
    ['Entrees', 'Menu – entrees'],
    ['Soft drinks', 'Menu – soft drinks'],
    ['Sliding pictures', 'Home: heading of the page and its pictures'],
    ['All photographs', /^All photographs \(\d+ items\)$/],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  }
  expect(problems).toEqual([]);

  const siteLink = page.getByRole('link', { name: 'See the site' });
  const address = new URL((await siteLink.getAttribute('href')) ?? '', page.url()).href;
  const response = await page.request.get(address, { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(new URL(response.headers().location ?? '').port).toBe(new URL(stack.site).port);
});

test('the owner publishes a changed text, and the admin rejects a text that is too long and names the limit', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Home page' }).click();
  await page.getByText('Home: second special under the sign').click();
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await page.getByLabel('Heading').fill('Sundays, <b>duck</b> “à l’orange” 🦆');
  await expect(page.getByText('The words above the text. At most 80 characters.')).toBeVisible();
  await publishEntry(page);
  await stack.waitForSite('homepage');
  const expectPublishedText = (site: Page) =>
    expect(site.getByText('Sundays, <b>duck</b> “à l’orange” 🦆')).toBeVisible();
  await readSite(page, stack.site, expectPublishedText);

  await page.getByLabel('Heading').fill('x'.repeat(81));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This is too long: at most 80 characters fit here.')).toBeVisible();
  // The admin moves the focus to the rejected field, which would interrupt the filling of another one.
  await expect(page.getByLabel('Heading')).toBeFocused();
  await page.getByLabel('Heading').fill('Sundays');
  // The schema allows a longer text here, so only the server rejects it.
  await page.getByLabel('Text').fill('x'.repeat(601));
  await clickPublish(page);
  await expect(
    page.getByText('Text: this is too long, 600 characters fit here and these are 601.').first(),
  ).toBeVisible();
  await readSite(page, stack.site, expectPublishedText);
});

test('a fixed entry offers no Unpublish, a dish does, and a list shows its last column at 1280 px', async ({
  page,
  editableStack: stack,
}) => {
  // An unpublished change gives the menu of every entry at least one item.
  const types = '/content-manager/collection-types';
  for (const entry of ['api::homepage.homepage/home-story-1', 'api::menu-side.menu-side/hand-cut-fries'])
    await stack.asAdmin('PUT', `${types}/${entry}`, { description: 'Changed' });
  const followTask = (name: string) =>
    page.getByRole('main').getByRole('link', { name, exact: true }).click();
  const returnHome = async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your website' })).toBeVisible();
  };
  const expectUnpublish = async (count: number) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Discard changes' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toHaveCount(count);
    // From then on, the menu also reacts to the key.
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };

  await page.setViewportSize({ width: 1280, height: 800 });
  await openAdmin(page, stack);
  for (const title of ['Home page', 'Services page']) {
    await followTask(title);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'status', exact: true })).toBeInViewport({ ratio: 1 });
    await returnHome();
  }
  await followTask('First story');
  await expectUnpublish(0);
  await returnHome();
  await followTask('Sides');
  await page.getByText('Hand-Cut Fries').click();
  await expectUnpublish(1);
});

test('the owner adds a dish, which comes last, and deletes it, and the menu shows each change', async ({
  page,
  editableStack: stack,
}) => {
  const seeded = seedRecords('menu-entree').map(({ entreeName }) => entreeName);
  const entreesOnSite = async () => {
    await stack.waitForSite('menu-entree');
    return readSite(page, `${stack.site}/menu`, (site) => dishNamesIn(site, 'Entrees'));
  };
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Entrees' }).click();
  await page.getByRole('link', { name: 'Add a dish' }).click();
  await page.getByLabel('Name').fill('Trout');
  await page.getByLabel('Description').fill('From the Mad River.');
  await expect(page.getByLabel('Position')).toHaveCount(0);
  await publishEntry(page);
  expect(await entreesOnSite()).toEqual([...seeded, 'Trout']);

  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  expect(await entreesOnSite()).toEqual(seeded);
});

test('the owner adds a drink and removes another, and the menu shows both changes', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Soft drinks' }).click();
  await expect(page.getByText('Each line is a drink:')).toBeVisible();
  await page.getByRole('button', { name: 'Add one' }).click();
  await page.getByLabel('Drink', { exact: false }).last().fill('Birch Beer');
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await publishEntry(page);
  await stack.waitForSite('menu-soft-drinks');
  const site = await page.context().newPage();
  await site.goto(`${stack.site}/menu`);
  await expect(site.getByText('Birch Beer')).toBeVisible();
  const [first] = seedRecord('menu-soft-drinks', 'menu-soft-drinks').drinks ?? [];
  await expect(site.getByText(first?.drinkName ?? '', { exact: true })).toHaveCount(0);
});

test('every page fits the longest texts that the admin accepts, at 320 px and at 1440 px', async ({
  page,
  editableStack: stack,
}) => {
  const longestTexts = (attributes: Record<string, Attribute>, fields: Record<string, { max?: number }>) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { max = attributes[name]?.maxLength }]) =>
        max ? [[name, 'W'.repeat(max)]] : [],
      ),
    );
  const dishes = Object.entries(cmsTypes).filter(([, { kind }]) => kind === 'open');
  for (const [type, { fields }] of dishes)
    await stack.addEntry(type, longestTexts(attributesOf(type), fields));
  const componentTexts = (uid: string) =>
    longestTexts(
      readJson(`src/components/${uid.replace('.', '/')}.json`).attributes,
      componentFields[uid] ?? {},
    );
  const address = 'https://www.example.com';
  /** The fields for which a long text is not enough: the CMS accepts only what it understands. */
  const understood: Record<string, object> = {
    'contact-address': { mapPlace: '39.95606, -83.01235' },
    'contact-hours': {
      specialDays: [
        {
          ...componentTexts('contact.special-day'),
          from: '2020-01-01',
          until: '2099-12-31',
          hours: '11:30 am – 2:30 pm, 5:30 pm – 10:30 pm',
        },
      ],
    },
  };
  const fixedRecords = Object.entries(cmsTypes).flatMap(([type, { records }]) =>
    Object.entries(records ?? {}).map(
      ([id, visibleFields]) =>
        [type, id, { ...longestTexts(attributesOf(type), visibleFields), ...understood[id] }] as const,
    ),
  );
  const drinkLists = (
    [
      ['menu-soft-drinks', 'menu.soft-drink'],
      ['menu-alcohol', 'menu.alcoholic-drink'],
    ] as const
  ).map(([type, uid]) => {
    const texts = longestTexts(attributesOf(type), cmsTypes[type].fields);
    return [type, undefined, { ...texts, drinks: [componentTexts(uid)] }] as const;
  });
  const siteName = {
    ...longestTexts(attributesOf('website-name'), cmsTypes['website-name'].fields),
    notice: { ...componentTexts('site.notice'), address, until: '2099-12-31T00:00:00.000Z' },
    links: Array(20).fill({ ...componentTexts('site.link'), address }),
  };
  await stack.publishAll([...fixedRecords, ...drinkLists, ['website-name', undefined, siteName]]);
  for (const [type] of dishes) await stack.waitForSite(type);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of canonicalPaths) {
      await page.goto(stack.site + path);
      await expect(page.getByRole('main').getByText(/W{40}/).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
        width,
      );
    }
  }
});
