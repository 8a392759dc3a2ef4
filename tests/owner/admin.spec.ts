import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { expect, type Page, test } from '../support/stack.ts';

// The CMS is CommonJS.
const { adminLayout, drinkFields }: typeof import('../../cms/src/admin-layout/adminLayout.ts') =
  createRequire(import.meta.url)('../../cms/src/admin-layout/adminLayout.ts');

interface Attribute {
  type: string;
  maxLength?: number;
}

const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../cms/${path}`, import.meta.url), 'utf8'));
const attributesOf = (type: string): Record<string, Attribute> =>
  readJson(`src/api/${type}/content-types/${type}/schema.json`).attributes;

const dishNames = async (page: Page, part: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: part }) })
    .getByRole('heading', { level: 3 })
    .allTextContents();

test('every field has its name and its sentence, and each fixed record shows the fields that the seed fills', () => {
  for (const [type, { fields, columns, places }] of Object.entries(adminLayout)) {
    const attributes = attributesOf(type);
    const open = Object.keys(attributes).filter(
      (name) => !['place', ...(places ? ['position'] : [])].includes(name),
    );
    expect(Object.keys(fields).sort(), type).toEqual(open.sort());
    expect(Object.keys(attributes), type).toEqual(expect.arrayContaining(columns));
    if (!places) continue;
    const seeded = seedRecords(type).map(({ documentId, ...words }) => [
      documentId,
      Object.keys(words).sort(),
    ]);
    const shown = Object.entries(places).map(([id, words]) => [
      id,
      [...Object.keys(words), 'place', 'position'].sort(),
    ]);
    expect(shown, type).toEqual(seeded);
    for (const [name, { max = 0 }] of Object.values(places).flatMap(Object.entries))
      expect(max, `${type} ${name}`).toBeLessThanOrEqual(attributes[name]?.maxLength ?? 0);
  }
});

test('the first screen leads to each task and to the site, and nothing of Strapi’s is in the way', async ({
  page,
  stack,
}) => {
  const wrong: string[] = [];
  page.on('response', (answer) => answer.status() >= 500 && wrong.push(answer.url()));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(stack.cms)) wrong.push(request.url());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  await openAdmin(page, stack);
  for (const text of [/strapi/i, /widget/i, /media library/i, /content (manager|type)/i, /collection/i])
    await expect(page.getByText(text)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();

  for (const [link, title] of [
    ['Home page', 'Home page'],
    ['Opening hours', 'Contact: opening hours'],
    ['Name and logo', 'Name and logo'],
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
  expect(wrong).toEqual([]);

  const link = page.getByRole('link', { name: 'See the site' });
  const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href, {
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  expect(new URL(answer.headers().location ?? '').port).toBe(new URL(stack.site).port);
});

test('the owner changes a sentence among the fields of its place, and one that is too long is refused with the limit', async ({
  page,
  ownStack: stack,
}) => {
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Home page' }).click();
  await page.getByText('Home: second special under the sign').click();
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await page.getByLabel('Heading').fill('Sundays, <b>duck</b> “à l’orange” 🦆');
  await expect(page.getByText('The words above the text. At most 80 characters.')).toBeVisible();
  await publishEntry(page);
  await stack.waitForSite('homepage');
  const site = await page.context().newPage();
  await site.goto(stack.site);
  await expect(site.getByText('Sundays, <b>duck</b> “à l’orange” 🦆')).toBeVisible();

  await page.getByLabel('Heading').fill('x'.repeat(81));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This is too long: at most 80 characters fit here.')).toBeVisible();
  // The schema bears more here, so the browser lets it pass: the server does not.
  await expect(async () => {
    await page.getByLabel('Heading').fill('Sundays');
    await page.getByLabel('Text').fill('x'.repeat(601));
    // The desk moves the focus to what it refuses, perhaps only now.
    await expect(page.getByLabel('Heading')).toHaveValue('Sundays', { timeout: 500 });
    await expect(page.getByLabel('Text')).toHaveValue('x'.repeat(601), { timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(
    page.getByText('Text: this is too long, 600 characters fit here and these are 601.').first(),
  ).toBeVisible();
  await site.reload();
  await expect(site.getByText('Sundays, <b>duck</b> “à l’orange” 🦆')).toBeVisible();
});

test('a fixed entry has no Unpublish, a dish has, and a list shows all of itself at 1280 px', async ({
  page,
  ownStack: stack,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAdmin(page, stack);
  for (const title of ['Home page', 'Services page']) {
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: 'status', exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  }
  const types = '/content-manager/collection-types';
  for (const [entry, count] of [
    ['api::homepage.homepage/home-story-1', 0],
    ['api::menu-side.menu-side/hand-cut-fries', 1],
  ] as const) {
    // With a change to throw away, the menu has something in it everywhere.
    await stack.asAdmin('PUT', `${types}/${entry}`, { description: 'Changed' });
    await page.goto(`${stack.cms}/admin${types}/${entry}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Discard changes' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Unpublish' })).toHaveCount(count);
  }
});

test('the words that the desk replaces are there in Strapi', () => {
  const load = createRequire(import.meta.url);
  const { wording }: typeof import('../../cms/src/admin/wording.ts') = load('../../cms/src/admin/wording.ts');
  const strapis = [
    ['', 'admin/dist/admin/admin/src'],
    ['content-manager.', 'content-manager/dist/admin'],
    ['upload.', 'upload/dist/admin'],
  ].flatMap(([prefix, folder]) => {
    const english = load(`../../cms/node_modules/@strapi/${folder}/translations/en.json.js`);
    return Object.keys(english.default ?? english).map((key) => prefix + key);
  });
  // Strapi's code asks for this one, with its English beside it.
  strapis.push('content-manager.plugin.name');
  expect(strapis).toEqual(expect.arrayContaining(Object.keys(wording)));
});

test('the owner adds a dish, puts it elsewhere and deletes it', async ({ page, ownStack: stack }) => {
  const seeded = seedRecords('menu-entree').map(({ entreeName }) => entreeName);
  const site = await page.context().newPage();
  const onSite = async () => {
    await stack.waitForSite('menu-entree');
    await site.goto(`${stack.site}/menu`);
    return dishNames(site, 'Entrees');
  };
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Entrees' }).click();
  await page.getByRole('link', { name: 'Add a dish' }).click();
  await page.getByLabel('Name').fill('Trout');
  await page.getByLabel('Description').fill('From the Mad River.');
  await page.getByLabel('Position').fill('15');
  await publishEntry(page);
  expect(await onSite()).toEqual([seeded[0], 'Trout', ...seeded.slice(1)]);

  await page.getByLabel('Position').fill('1');
  await publishEntry(page);
  expect(await onSite()).toEqual(['Trout', ...seeded]);

  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
  expect(await onSite()).toEqual(seeded);
});

test('the owner adds a drink and removes one', async ({ page, ownStack: stack }) => {
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Soft drinks' }).click();
  await expect(page.getByText('Each line is a drink:')).toBeVisible();
  await page.getByRole('button', { name: 'Add a drink' }).click();
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

test('every page bears the longest words that the desk takes', async ({ page, ownStack: stack }) => {
  const longest = (attributes: Record<string, Attribute>, fields: Record<string, { max?: number }>) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, { max = attributes[name]?.maxLength }]) =>
        max ? [[name, 'W'.repeat(max)]] : [],
      ),
    );
  for (const [type, { fields, places }] of Object.entries(adminLayout)) {
    const attributes = attributesOf(type);
    for (const [id, words] of Object.entries(places ?? {}))
      await stack.publish(type, id, longest(attributes, words));
    if (type === 'website-name') await stack.publish(type, undefined, longest(attributes, fields));
    if (fields.position) await stack.addEntry(type, longest(attributes, fields));
  }
  for (const [uid, fields] of Object.entries(drinkFields)) {
    const file = `src/components/${uid.replace('.', '/')}.json`;
    const drinks = [longest(readJson(file).attributes, fields)];
    const type = uid === 'menu.soft-drink' ? 'menu-soft-drinks' : 'menu-alcohol';
    await stack.publish(type, undefined, {
      ...longest(attributesOf(type), adminLayout[type]?.fields ?? {}),
      drinks,
    });
  }
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/menu', '/services', '/contact']) {
      await page.goto(stack.site + path);
      await expect(page.getByRole('main').getByText(/W{40}/).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
        width,
      );
    }
  }
});
