import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { expect, type Page, test } from '../support/stack.ts';

const PAGES = ['/', '/home', '/menu', '/services', '/contact'] as const;

/** The way to the seed's address, on a map that needs no key. */
const directions =
  'https://www.google.com/maps/dir/?api=1&destination=437+West+Town+Street%2C+Columbus%2C+OH+43215';

/** What a page says from top to bottom: its headings, texts and the names of its pictures. */
const readsAs = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_ALL);
    const said: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof HTMLImageElement && !node.closest('.splide__slide--clone'))
        said.push(`picture: ${node.alt}`);
      if (node instanceof HTMLIFrameElement) said.push(`frame: ${node.title}`);
      if (node instanceof SVGElement && node.dataset.icon) said.push(`icon: ${node.dataset.icon}`);
      if (node instanceof Text && node.data.trim() && !node.parentElement?.closest('nav'))
        said.push(node.data.trim());
    }
    return said;
  });

const alt = (name: string) => {
  const picture = seedRecords('../pictures').find((candidate) => Reflect.get(candidate, 'name') === name);
  return `picture: ${Reflect.get(picture ?? {}, 'alternativeText')}`;
};

/** Every kind of trouble a page can have that a visitor would not see. */
function collectTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()),
  );
  // A picture that the browser no longer needs, because the window has changed, is no trouble.
  page.on(
    'requestfailed',
    (request) =>
      request.failure()?.errorText !== 'net::ERR_ABORTED' &&
      trouble.push(`${request.url()} ${request.failure()?.errorText}`),
  );
  return trouble;
}

for (const path of ['/', '/home']) {
  test(`${path} is the home page, in the specification’s order`, async ({ page, stack }) => {
    await page.goto(stack.site + path);
    const word = (id: string) => seedRecord('homepage', id);
    await expect
      .poll(() => readsAs(page).then((said) => said.filter((text) => !/^[\d/ ]+$/.test(text))))
      .toEqual([
        word('home-main').mainHeading,
        alt('lasagna'),
        alt('ribeye'),
        alt('veggie-burger'),
        word('home-story-1').subHeadings,
        word('home-story-1').description,
        alt('logo'),
        word('home-story-2').subHeadings,
        word('home-story-2').description,
        alt('skyline'),
        word('home-specials').mainHeading,
        alt('happy-hour'),
        word('home-special-1').subHeadings,
        word('home-special-2').subHeadings,
        word('home-special-2').description,
        word('home-special-3').subHeadings,
        word('home-special-3').description,
      ]);
    await expect(page).toHaveTitle(`${word('home-main').mainHeading} · Scioto Table`);
  });
}

test('/menu lists appetizers, entrees, sides, and drinks in two columns', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  const heading = (id: string) => seedRecord('menu-header', id);
  const dishes = (type: string, name: 'appName' | 'entreeName' | 'sideName') =>
    seedRecords(type).flatMap((dish) => [dish[name], dish.description]);
  const [soft, alcohol] = [seedRecords('menu-soft-drinks')[0], seedRecords('menu-alcohol')[0]];
  await expect
    .poll(() => readsAs(page))
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
  const columns = [soft, alcohol].map((list) =>
    page.getByRole('heading', { level: 3, name: list?.subHeading }),
  );
  const [left, right] = await Promise.all(columns.map((column) => column.boundingBox()));
  expect(left?.y).toBe(right?.y);
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  await expect(page.getByRole('main')).not.toContainText('$');
});

test('/services shows the cooking set and four blocks with their icons', async ({ page, stack }) => {
  await page.goto(`${stack.site}/services`);
  const word = (id: string) => seedRecord('servicespage', id);
  const block = (icon: string, id: string) => [`icon: ${icon}`, word(id).subHeadings, word(id).description];
  await expect
    .poll(() => readsAs(page))
    .toEqual([
      word('services-main').mainHeading,
      alt('cooking-set'),
      ...block('kitchen-set', 'services-kitchen'),
      ...block('utensils', 'services-catering'),
      ...block('bowl-food', 'services-bowls'),
      ...block('book-open', 'services-classes'),
    ]);
});

test('/contact shows phone, e-mail, address and hours, and below them the map', async ({ page, stack }) => {
  await page.goto(`${stack.site}/contact`);
  const word = (id: string) => seedRecord('contactpage', id);
  const block = (icon: string, id: string) => [`icon: ${icon}`, word(id).subHeadings, word(id).description];
  await expect
    .poll(() => readsAs(page))
    .toEqual([
      word('contact-main').mainHeading,
      ...block('phone', 'contact-phone'),
      ...block('envelope', 'contact-email'),
      ...block('location-dot', 'contact-address'),
      'icon: clock',
      word('contact-hours').subHeadings,
      ...(word('contact-hours').description ?? '').split(/: |\n/),
      'frame: Map of Columbus, Ohio',
    ]);
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
  await expect(link('(614) 555-0142')).toHaveAttribute('href', 'tel:+16145550142');
  await expect(link(/^437 West/)).toHaveAttribute('href', directions);
});

test('the map is 600 by 550, and narrower on a narrow screen', async ({ page, stack }) => {
  await page.goto(`${stack.site}/contact`);
  const map = page.locator('iframe');
  await map.scrollIntoViewIfNeeded();
  await expect(page.frameLocator('iframe').getByText('The map')).toBeVisible();
  expect(await map.boundingBox()).toMatchObject({ width: 600, height: 550 });
  await page.setViewportSize({ width: 360, height: 740 });
  const narrow = await map.boundingBox();
  expect(narrow?.width).toBeLessThan(360);
  expect(narrow?.height).toBe(550);
});

test('the bar’s logo and name lead home; its button opens and closes the four links', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/contact`);
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

  const brand = page.getByRole('banner').getByRole('link', { name: 'Scioto Table' });
  await expect(brand).toHaveAttribute('href', '/');
  await expect(brand.locator('img')).toHaveAttribute('src', /logo/);
  await brand.click();
  await expect(page).toHaveURL(`${stack.site}/`);
});

test('the navigation closes by Escape, by leaving it, and by a click beside it', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  const button = navigation.getByRole('button');
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(navigation.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();

  await button.press('Enter');
  for (let link = 0; link < 4; link++) await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('banner').getByRole('link', { name: 'Scioto Table' }).focus();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  await button.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the carousel slides by arrow and pagination, one picture at a time, and never by itself', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  await page.goto(stack.site);
  const carousel = page.locator('.splide.is-initialized');
  const active = carousel.locator('.splide__slide.is-active img');
  const [first, second, third] = ['lasagna', 'ribeye', 'veggie-burger'].map((name) =>
    alt(name).slice('picture: '.length),
  );
  await expect(active).toHaveAttribute('alt', first ?? '');
  await page.clock.runFor(20_000);
  await expect(active).toHaveAttribute('alt', first ?? '');
  await page.clock.resume();

  await carousel.getByRole('button', { name: 'Next picture' }).click();
  await expect(active).toHaveAttribute('alt', second ?? '');
  await expect(carousel.locator('.splide__slide.is-visible')).toHaveCount(1);
  await carousel.getByRole('button', { name: 'Picture 3 of 3' }).click();
  await expect(active).toHaveAttribute('alt', third ?? '');
  await carousel.getByRole('button', { name: 'Previous picture' }).click();
  await expect(active).toHaveAttribute('alt', second ?? '');
});

test('the carousel is dragged by hand', async ({ page, stack }) => {
  await page.goto(stack.site);
  const carousel = page.locator('.splide.is-initialized');
  const active = carousel.locator('.splide__slide.is-active img');
  const [second, third] = ['ribeye', 'veggie-burger'].map((name) => alt(name).slice('picture: '.length));
  await carousel.getByRole('button', { name: 'Next picture' }).click();
  await expect(active).toHaveAttribute('alt', second ?? '');

  // More than half the width, to the last picture: it gets there however quick the hand is.
  const box = await carousel.boundingBox();
  if (!box) throw new Error('the carousel is not shown');
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(active).toHaveAttribute('alt', third ?? '');
});

for (const path of [...PAGES, '/nope']) {
  test(`${path} has phone, hours, directions and the menu at hand, on a phone without scrolling`, async ({
    page,
    stack,
  }) => {
    const facts = ['contact-phone', 'contact-address', 'contact-hours'].map((id) =>
      seedRecord('contactpage', id),
    );
    for (const [size, texts] of [
      [{ width: 360, height: 640 }, facts.map(({ subHeadings }) => subHeadings)],
      [{ width: 1440, height: 900 }, ['(614) 555-0142', '437 West Town Street', 'Hours']],
    ] as const) {
      await page.setViewportSize(size);
      await page.goto(stack.site + path);
      const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/menu',
        'tel:+16145550142',
        directions,
        '#hours',
      ]);
      for (const [index, text] of ['Menu', ...texts].entries()) {
        await expect(
          links
            .nth(index)
            .getByText(text ?? '')
            .filter({ visible: true }),
        ).toBeInViewport({ ratio: 1 });
      }
      await links.last().click();
      for (const line of facts[2]?.description?.split(/: |\n/) ?? [])
        await expect(page.locator('#hours').getByText(line).first()).toBeInViewport();
    }

    const foot = page.getByRole('contentinfo');
    for (const { description } of facts.slice(0, 2))
      await expect(foot.getByRole('link', { name: description?.replace('\n', ' ') })).toBeVisible();
    await expect(foot.getByRole('navigation').getByRole('link')).toHaveText(
      seedRecords('website-tab').map(({ tabName }) => tabName ?? ''),
    );
  });
}

test('each part of the menu is a jump away from everywhere in it', async ({ page, stack }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${stack.site}/menu`);
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  const parts = ['Appetizers', 'Entrees', 'Sides', 'Drinks'];
  await expect(contents).toHaveText(parts);
  for (const part of [...parts].reverse()) {
    await contents.getByText(part).click();
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeInViewport({ ratio: 1 });
    await expect(contents.first()).toBeInViewport({ ratio: 1 });
  }
});

for (const path of ['/nope', '/menu/lasagna', '/home.html', '/%F0%9F%8D%9D']) {
  test(`${path} is an unknown address: status 404 and a page that leads back`, async ({ page, stack }) => {
    const response = await page.goto(stack.site + path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not on our menu');
    await expect(page.locator('main img')).toHaveJSProperty('naturalWidth', 1000);
    const ways = page.getByRole('main').getByRole('link');
    await expect(ways).toHaveText(['Home', 'Menu', '(614) 555-0142']);
    await ways.first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      seedRecord('homepage', 'home-main').mainHeading ?? '',
    );
  });
}

test('a broken page shows the site’s own error page, and the next page works', async ({ page, stack }) => {
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

for (const path of [...PAGES, '/nope']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} in ${colorScheme} has no trouble and is never wider than its window`, async ({
      page,
      stack,
    }) => {
      await page.emulateMedia({ colorScheme });
      const trouble = collectTrouble(page);
      await page.goto(stack.site + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('banner').getByText('Scioto Table')).toBeVisible();
      for (const width of [1440, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `${width} px`,
        ).toBeLessThanOrEqual(width);
      }
      const own404 = path === '/nope' ? [expect.stringContaining('404')] : [];
      expect(trouble).toEqual(own404);
    });
  }
}
