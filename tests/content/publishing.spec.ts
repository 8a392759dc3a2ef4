import { recordIds } from '../../web/src/content/content.ts';
import { watchLayoutShifts } from '../support/layoutShifts.ts';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { test } from '../support/site.ts';
import { expect, type Page } from '../support/stack.ts';

const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';

/** A link of the list that the bar's button opens. */
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

/** Tells the page that its visitor has come back to the tab, as the browser does. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('what the owner publishes in the admin is on the page when the visitor comes back to it', {
  tag: '@both',
}, async ({ page, context, ownStack: stack }) => {
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);

  const admin = await context.newPage();
  const broken: string[] = [];
  admin.on('response', (response) => response.status() >= 500 && broken.push(response.url()));
  await openAdmin(admin, stack);
  await admin.getByRole('link', { name: 'Home page' }).click();
  await admin.getByText('Home: heading of the page and its pictures').click();
  await admin.getByLabel('Heading').fill('Come in, it is cold outside');
  await publishEntry(admin);

  expect(broken).toEqual([]);

  await stack.shows('homepage');
  const visitor = await context.newPage();
  await visitor.goto(stack.site);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Come in, it is cold outside');

  await page.bringToFront();
  await expect(async () => {
    await comeBack(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come in, it is cold outside', {
      timeout: 500,
    });
  }).toPass({ timeout: 15_000 });
});

test('markup, emoji, right-to-left and empty lines are shown as typed', { tag: '@both' }, async ({
  page,
  ownStack: stack,
}) => {
  const typed = `<script>window.stolen = 1</script>\n\n\n<img src=x onerror="window.stolen=1"> “q” & 'q' 🍝 مرحبا`;
  await stack.publish('servicespage', 'services-kitchen', {
    subHeadings: '<b>Bold</b> & brave',
    description: typed,
  });
  await page.goto(`${stack.site}/services`);
  await expect(page.getByRole('heading', { name: '<b>Bold</b> & brave' })).toBeVisible();
  const text = page.getByText('window.stolen = 1');
  expect(await text.evaluate((element) => element.textContent)).toBe(typed);
  expect(await text.evaluate((element) => getComputedStyle(element).whiteSpaceCollapse)).toBe(
    'preserve-breaks',
  );
  expect(await page.evaluate(() => Reflect.get(window, 'stolen'))).toBeUndefined();
});

test('a menu of 300 dishes shows 300, in the owner’s order', async ({ page, ownStack: stack }) => {
  test.setTimeout(180_000);
  for (let number = 13; number <= 300; number++) {
    await stack.add('menu-entree', { entreeName: `Dish ${number}`, position: 1000 - number });
  }
  await stack.shows('menu-entree');
  await page.goto(`${stack.site}/menu`);
  const entrees = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'Entrees' }) });
  await expect(entrees.getByRole('listitem')).toHaveCount(300);
  await expect(entrees.getByRole('heading', { level: 3 }).nth(12)).toHaveText('Dish 300');
  await expect(entrees.getByRole('heading', { level: 3 }).last()).toHaveText('Dish 13');
});

test('a long word without a place to break stays on the page', async ({ page, ownStack: stack }) => {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesell';
  await stack.publish('homepage', 'home-main', { mainHeading: long });
  await stack.add('menu-side', { sideName: long, description: long.repeat(4) });
  await stack.shows('menu-side');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/menu']) {
    await page.goto(stack.site + path);
    await expect(page.getByText(long).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('without any photograph the pages are whole', async ({ page, ownStack: stack }) => {
  for (const place of ['home-main', 'home-story-1', 'home-story-2', 'home-special-1'])
    await stack.publish('homepage', place, { images: [] });
  await stack.publish('servicespage', 'services-main', { images: [] });
  await stack.publish('website-name', undefined, { logo: null });
  for (const path of ['/', '/services']) {
    await page.goto(stack.site + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('img')).toHaveCount(0);
    await expect(page.locator('.splide')).toHaveCount(0);
  }
});

for (const path of ['/', '/menu', '/services', '/contact']) {
  for (const width of [360, 1440]) {
    test(`${path} at ${width} px: with no words held, fields are empty and quiet until the CMS answers, and nothing jumps when they fill`, async ({
      page,
      cms,
      startSite,
    }) => {
      cms.fault = 'cuts every connection';
      const site = await startSite();
      await page.setViewportSize({ width, height: 800 });
      const jumped = await watchLayoutShifts(page);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      const refused = page.waitForResponse((answer) => answer.status() === 503);
      const response = await page.goto(site.address + path);
      expect(response?.status()).toBe(200);
      await refused;
      await page.evaluate(() => document.fonts.ready);
      await expect(page.getByRole('main')).toHaveText('');
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      cms.fault = undefined;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 45_000 });
      await expect(page.getByText('Scioto Table').first()).toBeVisible({ timeout: 45_000 });
      await page.waitForLoadState('networkidle');
      expect(await jumped()).toBeLessThanOrEqual(0.02);
      expect(errors).toEqual([]);
    });
  }
}

test('words that change before the carousel’s script is here: its pictures stay, nothing jumps', async ({
  page,
  cms,
  site,
}) => {
  const held: (() => Promise<void>)[] = [];
  await page.route('**/assets/SlidingCarousel*.js', (route) => void held.push(() => route.continue()));
  const jumped = await watchLayoutShifts(page);
  await page.goto(site.address);
  await expect.poll(() => held.length).toBe(1);
  const pictures = page.getByRole('main').locator('img');
  const before = await pictures.count();
  const first = await pictures.first().elementHandle();
  cms.edit = (words) => words.replace(homeHeading, 'Come in, it is cold outside');
  await expect(async () => {
    await comeBack(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come in, it is cold outside', {
      timeout: 500,
    });
  }).toPass({ timeout: 40_000 });
  expect(await first?.evaluate((image) => image.isConnected)).toBe(true);
  await expect(pictures).toHaveCount(before);
  for (const script of held) await script();
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await expect(pictures).toHaveCount(before);
  await expect(pictures.first()).toBeVisible();
  expect(await jumped()).toBeLessThanOrEqual(0.02);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every page has its words, its links can be reached and its pictures scrolled', async ({
    page,
    stack,
  }) => {
    for (const path of ['/', '/menu', '/services', '/contact']) {
      await page.goto(stack.site + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/Scioto Table$/);
      await page.getByRole('button', { name: 'Pages' }).click();
      await tab(page, 'Menu').click();
      await expect(page).toHaveURL(`${stack.site}/menu`);
      await expect(page.getByRole('heading', { level: 2, name: 'Entrees' })).toBeVisible();
    }
    await page.goto(stack.site);
    const second = page.getByRole('img', { name: /ribeye/ });
    await expect(second).not.toBeInViewport();
    await second.scrollIntoViewIfNeeded();
    await expect(second).toBeInViewport();
  });
});

test('a link that is pointed at brings its page’s script and words before it is clicked', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Pages' }).click();
  const arrived = page.waitForResponse('**/api/servicespages');
  await tab(page, 'Services').hover();
  await arrived;
  await expect.poll(() => asked.some((path) => path.startsWith('/assets/FontAwesome'))).toBe(true);
  await page.waitForLoadState('networkidle');
  // What is shown on the click needs nothing more from outside.
  await page.context().setOffline(true);
  await tab(page, 'Services').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('servicespage', 'services-main').mainHeading ?? '',
  );
});

test('a page that is followed to shows when its words are here: until then the last one stays', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  const held: (() => Promise<void>)[] = [];
  await page.route('**/api/servicespages', (route) => void held.push(() => route.continue()));
  // The second that the last page stays at most does not pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Pages' }).click();
  await tab(page, 'Services').click();
  await expect(page).toHaveURL(`${stack.site}/services`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  for (const answer of held.splice(0)) await answer();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('servicespage', 'services-main').mainHeading ?? '',
  );
});

test('a page whose words take longer than a second is shown before them, and fills when they come', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/servicespages', (route) => released.then(() => route.continue()));
  await page.getByRole('button', { name: 'Pages' }).click();
  await tab(page, 'Services').click();
  await expect(page.getByRole('main')).toHaveText('');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('servicespage', 'services-main').mainHeading ?? '',
  );
});

test('icons whose script does not come stay as the server drew them, and nothing else misses it', async ({
  page,
  stack,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.route('**/assets/FontAwesome*.js', (route) => route.abort());
  await page.goto(`${stack.site}/services`);
  const icons = page.getByRole('main').locator('svg');
  await expect(icons).toHaveCount(4);
  const drawing = await icons.first().elementHandle();
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  await expect(icons).toHaveCount(4);
  expect(await drawing?.evaluate((svg) => svg.isConnected)).toBe(true);
  await page.getByRole('button', { name: 'Pages' }).click();
  await tab(page, 'Contact').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('contactpage', 'contact-main').mainHeading ?? '',
  );
  expect(errors).toEqual([]);
});

test('Font Awesome is never on the front page', async ({ page, stack }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.includes('FontAwesome'))).toEqual([]);
});

test('a failed read keeps what is shown', async ({ page, stack }) => {
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  const answers = ['<!doctype html>', '{"data":', '{"data":[]}', '{"data":null}', '[]'];
  const asked: string[] = [];
  await page.route('**/api/homepages', (route) => {
    const body = answers[asked.length % answers.length] ?? '';
    asked.push(body);
    return route.fulfill({ status: 200, contentType: 'application/json', body });
  });
  await expect(async () => {
    await comeBack(page);
    expect(asked.length).toBeGreaterThanOrEqual(answers.length);
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
});

test('with every optional field empty, every page still looks whole', async ({ page, ownStack: stack }) => {
  const words = { mainHeading: null, subHeadings: null, description: null };
  for (const [type, ids, fields] of [
    ['homepage', recordIds.home, { ...words, images: [] }],
    ['menu-header', recordIds.menuHeadings, { mainHeading: null, headingName: null, description: null }],
    ['servicespage', recordIds.services, { ...words, images: [] }],
    ['contactpage', recordIds.contact, words],
  ] as const) {
    await Promise.all(ids.map((id) => stack.publish(type, id, fields)));
  }
  for (const type of ['menu-soft-drinks', 'menu-alcohol']) {
    await stack.publish(type, undefined, { subHeading: null, drinks: [] });
  }
  await stack.publish('website-name', undefined, { websiteName: 'Scioto Table', logo: null });

  for (const path of ['/', '/menu', '/services', '/contact']) {
    await page.goto(stack.site + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scioto Table');
    await expect(page).toHaveTitle('Scioto Table');
    const main = page.getByRole('main');
    const silent = main.locator('section').filter({ visible: true }).filter({ hasNotText: /\S/ });
    const ruled = await silent.evaluateAll((sections) =>
      sections.filter((section) => getComputedStyle(section).borderTopWidth !== '0px'),
    );
    expect(ruled).toHaveLength(0);
    await expect(main.locator('svg, img, .splide')).toHaveCount(0);
  }
});

test('a carousel whose script does not come leaves pictures that can be scrolled', async ({
  page,
  stack,
}) => {
  await page.route('**/assets/SlidingCarousel*.js', (route) => route.abort());
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);
  const second = page.getByRole('img', { name: /ribeye/ });
  await second.scrollIntoViewIfNeeded();
  await expect(second).toBeInViewport();
});
