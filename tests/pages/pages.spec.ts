import { waitForHydration } from '../support/hydration.ts';
import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The pages, and one that does not exist. */
const PAGES = [...canonicalPaths, '/nope'];

/** The link to directions to the seed's address; this URL of Google Maps needs no API key. */
const directionsUrl =
  'https://www.google.com/maps/dir/?api=1&destination=437+West+Town+Street%2C+Columbus%2C+OH+43215';

/** The content of a page from top to bottom: texts, and the names of pictures, frames and icons. */
const readMainContent = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_ALL);
    const items: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof HTMLImageElement && !node.closest('.splide__slide--clone'))
        items.push(`picture: ${node.alt}`);
      if (node instanceof HTMLIFrameElement) items.push(`frame: ${node.title}`);
      if (node instanceof SVGElement && node.dataset.icon) items.push(`icon: ${node.dataset.icon}`);
      if (node instanceof Text && node.data.trim() && !node.parentElement?.closest('nav'))
        items.push(node.data.trim());
    }
    return items;
  });

/** A seed picture as `readMainContent` lists it. */
const pictureItem = (name: string) => {
  const picture = seedRecords('../pictures').find((candidate) => Reflect.get(candidate, 'name') === name);
  return `picture: ${Reflect.get(picture ?? {}, 'alternativeText')}`;
};

/** Collects script errors, console errors and warnings, and failed requests. */
function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()),
  );
  // The browser aborts requests for picture sizes that it no longer needs after a resize.
  page.on(
    'requestfailed',
    (request) =>
      request.failure()?.errorText !== 'net::ERR_ABORTED' &&
      problems.push(`${request.url()} ${request.failure()?.errorText}`),
  );
  return problems;
}

test('/ and /home show the home page’s content in the order of the specification', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  const record = (id: string) => seedRecord('homepage', id);
  await expect
    .poll(() => readMainContent(page).then((items) => items.filter((text) => !/^[\d/ ]+$/.test(text))))
    .toEqual([
      record('home-main').mainHeading,
      pictureItem('lasagna'),
      pictureItem('ribeye'),
      pictureItem('veggie-burger'),
      record('home-story-1').subHeadings,
      record('home-story-1').description,
      pictureItem('logo'),
      record('home-story-2').subHeadings,
      record('home-story-2').description,
      pictureItem('skyline'),
      record('home-specials').mainHeading,
      pictureItem('happy-hour'),
      record('home-special-1').subHeadings,
      record('home-special-2').subHeadings,
      record('home-special-2').description,
      record('home-special-3').subHeadings,
      record('home-special-3').description,
    ]);
  await expect(page).toHaveTitle(`${record('home-main').mainHeading} · Scioto Table`);
  const [html, ofAlias] = await Promise.all(
    ['/', '/home'].map(async (path) => (await fetch(stack.site + path)).text()),
  );
  expect(ofAlias).toBe(html);
});

test('/menu lists appetizers, entrees, sides, and drinks in two columns', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  const heading = (id: string) => seedRecord('menu-header', id);
  const dishes = (type: string, name: 'appName' | 'entreeName' | 'sideName') =>
    seedRecords(type).flatMap((dish) => [dish[name], dish.description]);
  const [soft, alcohol] = [seedRecords('menu-soft-drinks')[0], seedRecords('menu-alcohol')[0]];
  await expect
    .poll(() => readMainContent(page))
    .toEqual([
      heading('menu-main').mainHeading,
      heading('menu-appetizers').headingName,
      ...dishes('menu-appetizer', 'appName'),
      heading('menu-entrees').headingName,
      ...dishes('menu-entree', 'entreeName'),
      heading('menu-sides').headingName,
      ...dishes('menu-side', 'sideName'),
      heading('menu-drinks').headingName,
      soft?.subHeading,
      ...(soft?.drinks ?? []).map(({ drinkName }) => drinkName),
      alcohol?.subHeading,
      ...(alcohol?.drinks ?? []).map(({ alcoholName }) => alcoholName),
    ]);
  await page.evaluate(() => document.fonts.ready);
  const columns = [soft, alcohol].map((list) =>
    page.getByRole('heading', { level: 3, name: list?.subHeading }),
  );
  const [left, right] = await Promise.all(columns.map((column) => column.boundingBox()));
  expect(left?.y).toBe(right?.y);
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  await expect(page.getByRole('main')).not.toContainText('$');
});

test('/services shows the picture of the cooking set and four blocks with their icons', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/services`);
  const record = (id: string) => seedRecord('servicespage', id);
  const block = (icon: string, id: string) => [
    `icon: ${icon}`,
    record(id).subHeadings,
    record(id).description,
  ];
  await expect
    .poll(() => readMainContent(page))
    .toEqual([
      record('services-main').mainHeading,
      pictureItem('cooking-set'),
      ...block('kitchen-set', 'services-kitchen'),
      ...block('utensils', 'services-catering'),
      ...block('bowl-food', 'services-bowls'),
      ...block('book-open', 'services-classes'),
    ]);
});

test('/contact shows phone, e-mail, address and hours, then the map', async ({ page, stack }) => {
  await page.goto(`${stack.site}/contact`);
  const record = (id: string) => seedRecord('contactpage', id);
  const block = (icon: string, id: string) => [
    `icon: ${icon}`,
    record(id).subHeadings,
    record(id).description,
  ];
  await expect
    .poll(() => readMainContent(page))
    .toEqual([
      record('contact-main').mainHeading,
      ...block('phone', 'contact-phone'),
      ...block('envelope', 'contact-email'),
      ...block('location-dot', 'contact-address'),
      'icon: clock',
      record('contact-hours').subHeadings,
      expect.stringMatching(/^(Open|Closed)\b/),
      ...(record('contact-hours').description ?? '').split(/: |\n/),
      'Open in a map app',
      'frame: Map with Scioto Table',
    ]);
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
  await expect(link('(614) 555-0142')).toHaveAttribute('href', 'tel:+16145550142');
  await expect(link(/^437 West/)).toHaveAttribute('href', directionsUrl);
  await expect(link('Open in a map app')).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=39.95606%2C-83.01235',
  );
  expect(new URL((await page.locator('iframe').getAttribute('src')) ?? '').searchParams.get('marker')).toBe(
    '39.95606,-83.01235',
  );
});

test('the map is 600 by 550 px, and narrower on a narrow screen', async ({ page, stack }) => {
  await page.goto(`${stack.site}/contact`);
  const map = page.locator('iframe');
  await expect(map).toHaveAttribute('loading', 'lazy');
  await map.scrollIntoViewIfNeeded();
  await expect(page.frameLocator('iframe').getByText('The map')).toBeVisible();
  expect(await map.boundingBox()).toMatchObject({ width: 600, height: 550 });
  await page.setViewportSize({ width: 360, height: 740 });
  const narrow = await map.boundingBox();
  expect(narrow?.width).toBeLessThan(360);
  expect(narrow?.height).toBe(550);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the map is 600 by 550 px, too', async ({ page, stack }) => {
    await page.goto(`${stack.site}/contact`);
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 600, height: 550 });
  });
});

test('the button in the header opens and closes the links', async ({ page, stack }) => {
  await page.goto(`${stack.site}/contact`);
  await waitForHydration(page);
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  const button = navigation.getByRole('button');
  await expect(navigation.getByRole('link')).toHaveCount(0);
  await button.click();
  await expect(navigation.getByRole('link')).toHaveText(
    seedRecords('website-tab').map(({ tabName }) => tabName ?? ''),
  );
  await expect(navigation.getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page');
  await button.click();
  await expect(navigation.getByRole('link')).toHaveCount(0);

  for (const path of ['/home', '/menu', '/services', '/contact']) {
    await button.click();
    await navigation.locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(stack.site + path);
    await expect(navigation.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('the logo and the name in the header lead to the home page', async ({ page, stack }) => {
  await page.goto(`${stack.site}/contact`);
  await waitForHydration(page);
  const brand = page.getByRole('banner').getByRole('link', { name: 'Scioto Table' });
  await expect(brand).toHaveAttribute('href', '/');
  await expect(brand.locator('img')).toHaveAttribute('src', /logo/);
  await brand.click();
  await expect(page).toHaveURL(`${stack.site}/`);
});

test('the navigation closes on a click outside', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  const button = page.getByRole('navigation', { name: 'Pages' }).getByRole('button');
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

/** The alternative texts of the pictures in the carousel. */
const [FIRST = '', SECOND = '', THIRD = ''] = ['lasagna', 'ribeye', 'veggie-burger'].map((name) =>
  pictureItem(name).slice('picture: '.length),
);

test('the carousel never moves automatically', async ({ page, stack }) => {
  await page.clock.install();
  await page.goto(stack.site);
  const active = page.locator('.splide.is-initialized .splide__slide.is-active img');
  await expect(active).toHaveAttribute('alt', FIRST);
  await page.clock.runFor(20_000);
  await expect(active).toHaveAttribute('alt', FIRST);
});

test('the carousel moves one picture at a time with its arrows and pagination', async ({ page, stack }) => {
  await page.goto(stack.site);
  const carousel = page.locator('.splide.is-initialized');
  const active = carousel.locator('.splide__slide.is-active img');
  await expect(active).toHaveAttribute('alt', FIRST);
  await carousel.getByRole('button', { name: 'Next picture' }).click();
  await expect(active).toHaveAttribute('alt', SECOND);
  await expect(carousel.locator('.splide__slide.is-visible')).toHaveCount(1);
  await carousel.getByRole('button', { name: 'Picture 3 of 3' }).click();
  await expect(active).toHaveAttribute('alt', THIRD);
  await carousel.getByRole('button', { name: 'Previous picture' }).click();
  await expect(active).toHaveAttribute('alt', SECOND);
});

test('the carousel can be dragged', async ({ page, stack }) => {
  await page.goto(stack.site);
  const carousel = page.locator('.splide.is-initialized');
  const active = carousel.locator('.splide__slide.is-active img');
  await carousel.getByRole('button', { name: 'Next picture' }).click();
  await expect(active).toHaveAttribute('alt', SECOND);
  await carousel
    .locator('.splide__list')
    .evaluate(
      async (list) => void (await Promise.allSettled(list.getAnimations().map(({ finished }) => finished))),
    );

  // A drag over more than half the width to the last picture works at any speed.
  const box = await carousel.boundingBox();
  if (!box) throw new Error('the carousel is not shown');
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(active).toHaveAttribute('alt', THIRD);
});

test('a phone lays every page out at its own width, not zoomed out', async ({ browser, stack }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, isMobile: true });
  await context.route('https://www.openstreetmap.org/**', (route) => route.abort());
  const page = await context.newPage();
  for (const path of PAGES) {
    await page.goto(stack.site + path);
    expect(await page.evaluate(() => window.innerWidth), path).toBe(360);
  }
  await context.close();
});

// The frame is the same on all pages; on the contact page the hours are in the main part, too.
for (const path of ['/', '/contact', '/nope']) {
  const facts = ['contact-phone', 'contact-address', 'contact-hours'].map((id) =>
    seedRecord('contactpage', id),
  );
  const [phone, address, hours] = facts.map(({ description }) => description ?? '');

  test(`${path} has the line about now and links to the menu, phone and directions on its first screen`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(stack.site + path);
    const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    for (const [size, texts] of [
      [{ width: 360, height: 640 }, facts.slice(0, 2).map(({ subHeadings }) => subHeadings)],
      [{ width: 1440, height: 900 }, ['(614) 555-0142', '437 West Town Street']],
    ] as const)
      await test.step(`${size.width} px`, async () => {
        await page.setViewportSize(size);
        await page.evaluate(() => window.scrollTo(0, 0));
        const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
        expect(targets).toEqual(['#hours', '/menu', 'tel:+16145550142', directionsUrl]);
        for (const [index, text] of [/^(Open until|Closed)/, 'Menu', ...texts].entries()) {
          const label = links.nth(index).getByText(text ?? '');
          await expect(label.filter({ visible: true })).toBeInViewport({ ratio: 1 });
        }
        await links.first().click();
        for (const line of hours?.split(/: |\n/) ?? [])
          await expect(page.locator('#hours').getByText(line).first()).toBeInViewport();
      });

    await test.step('the footer links to phone, directions and all pages', async () => {
      const footer = page.getByRole('contentinfo');
      for (const text of [phone, address])
        await expect(footer.getByRole('link', { name: text?.replace('\n', ' ') })).toBeVisible();
      await expect(footer.getByRole('navigation').getByRole('link')).toHaveText(
        seedRecords('website-tab').map(({ tabName }) => tabName ?? ''),
      );
    });
  });
}

test('the section navigation reaches each part of the menu from any part', async ({ page, stack }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${stack.site}/menu`);
  const sectionLinks = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  const parts = ['Appetizers', 'Entrees', 'Sides', 'Drinks'];
  await expect(sectionLinks).toHaveText(parts);
  for (const part of [...parts].reverse()) {
    await sectionLinks.getByText(part).click();
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeInViewport({ ratio: 1 });
    await expect(sectionLinks.first()).toBeInViewport({ ratio: 1 });
  }
});

test('an unknown address gets status 404 and a page with links back', async ({ page, stack }) => {
  const response = await page.goto(`${stack.site}/nope`);
  expect(response?.status()).toBe(404);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not on our menu');
  await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 1000);
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveText(['Home', 'Menu', '(614) 555-0142']);
  await links.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('homepage', 'home-main').mainHeading ?? '',
  );
});

test('a page that throws shows the site’s error page, and navigation to another page works', async ({
  page,
  stack,
}) => {
  await page.addInitScript(() => {
    const createElement = document.createElement.bind(document);
    document.createElement = (tag: string, options?: ElementCreationOptions) => {
      if (tag === 'iframe') throw new Error('the oven is off');
      return createElement(tag, options);
    };
  });
  await page.goto(stack.site);
  await expect(page.locator('.splide.is-initialized')).toBeVisible();
  await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page burned');
  await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 1000);
  await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Home', 'Menu', '(614) 555-0142']);
  await page.getByRole('main').getByRole('link', { name: 'Menu' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedRecord('menu-header', 'menu-main').mainHeading ?? '',
  );
});

test('no page has errors or scrolls sideways', async ({ page, stack }) => {
  const problems = collectProblems(page);
  for (const path of PAGES) {
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.goto(stack.site + path);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Scioto Table')).toBeVisible();
    for (const width of [1440, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, `${path}, ${width} px`).toBeLessThanOrEqual(width);
    }
  }
  expect(problems, 'only the status of the unknown page').toEqual([expect.stringContaining('404')]);
});
