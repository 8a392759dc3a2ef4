import { recordIds } from '../web/src/content/content.ts';
import { seedRecord } from './seedWords.ts';
import { accounts, expect, type Page, type Stack, test } from './stack.ts';

const homeHeading = seedRecord('homepage', 'home-main').mainHeading ?? '';

/** Tells the page that its visitor has come back to the tab, as the browser does. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

const kill = (stack: Stack, signal: NodeJS.Signals) => process.kill(stack.cmsProcess, signal);

test('what the owner publishes in the admin is on the page when the visitor comes back to it', async ({
  page,
  context,
  ownStack: stack,
}) => {
  await page.goto(stack.site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeHeading);

  const admin = await context.newPage();
  const broken: string[] = [];
  admin.on('response', (response) => response.status() >= 500 && broken.push(response.url()));
  await admin.goto(`${stack.cms}/admin`);
  await admin.getByLabel('Email').fill(accounts.OWNER_EMAIL);
  await admin.getByLabel('Password', { exact: false }).first().fill(accounts.OWNER_PASSWORD);
  await expect(admin.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(admin.getByText('Forgot your password?')).toBeHidden();
  await admin.getByRole('button', { name: 'Login' }).click();
  await admin.getByRole('link', { name: 'Content Manager' }).first().click();
  await admin.getByRole('link', { name: 'Home page' }).click();
  await admin.getByText('Home: heading of the page and its pictures').click();
  const field = admin.getByLabel('mainHeading');
  await field.fill('Come in, it is cold outside');
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByText('Published document')).toBeVisible();

  expect(broken).toEqual([]);

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

test('markup, emoji, right-to-left and empty lines are shown as typed', async ({ page, ownStack: stack }) => {
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
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/menu']) {
    await page.goto(stack.site + path);
    await expect(page.getByText(long).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('a photograph that was deleted leaves a whole page', async ({ page, ownStack: stack }) => {
  const files: { results: { id: number }[] } = await stack
    .asAdmin('GET', '/upload/files?pageSize=100')
    .then((r) => r.json());
  for (const { id } of files.results)
    expect((await stack.asAdmin('DELETE', `/upload/files/${id}`)).status).toBe(200);
  for (const path of ['/', '/services']) {
    await page.goto(stack.site + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('img')).toHaveCount(0);
    await expect(page.locator('.splide')).toHaveCount(0);
  }
});

/** How far the page's parts have jumped since it was opened (layout shift without the visitor's doing). */
async function watchJumps(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { jumped: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const jump: unknown = Reflect.get(entry, 'value');
        Object.assign(window, { jumped: Reflect.get(window, 'jumped') + Number(jump) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'jumped')));
}

for (const path of ['/', '/menu', '/services', '/contact']) {
  for (const width of [360, 1440]) {
    test(`${path} at ${width} px: fields are empty until the words are here, and nothing jumps when they fill`, async ({
      page,
      stack,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const jumped = await watchJumps(page);
      const held: (() => Promise<void>)[] = [];
      await page.route('**/api/**', (route) => void held.push(() => route.continue()));
      await page.goto(stack.site + path);
      await expect.poll(() => held.length).toBeGreaterThanOrEqual(3);
      await page.evaluate(() => document.fonts.ready);
      await expect(page.getByRole('main')).toHaveText('');
      for (const answer of held.reverse()) await answer();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await jumped()).toBeLessThanOrEqual(0.02);
    });
  }
}

test('without a CMS the page is empty and quiet, and fills by itself when the CMS is back', async ({
  page,
  ownStack: stack,
}) => {
  kill(stack, 'SIGSTOP');
  const pages: string[] = [];
  page.on('pageerror', (error) => pages.push(error.message));
  const response = await page.goto(`${stack.site}/menu`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('main')).toHaveText('');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  const failed = await page.waitForResponse(
    (answer) => answer.url().endsWith('/api/menu-sides') && !answer.ok(),
    { timeout: 20_000 },
  );
  expect(await failed.text()).not.toMatch(/at .*:\d+|stack|ECONN/i);
  await expect(page.getByRole('main')).toHaveText('');
  kill(stack, 'SIGCONT');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 45_000 });
  expect(pages).toEqual([]);
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
    for (const id of ids) await stack.publish(type, id, fields);
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
  // The pictures are put up anew once the script is known to be missing, which may undo the first scroll.
  await expect(async () => {
    await second.scrollIntoViewIfNeeded();
    await expect(second).toBeInViewport({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
});
