// What a browser makes of the pages: their layout, the carousel and the map. web/src/seededPages.test.tsx has their content.
import type { Locator } from '@playwright/test';
import { createGate } from '../support/gate.ts';
import { waitForHydration } from '../support/hydration.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The pages, and one that does not exist. */
const PAGES = [...canonicalPaths, '/nope'];
const PHONE = { width: 360, height: 640 };
const WIDE = { width: 1440, height: 900 };

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

test('no page has errors, scrolls sideways, or has what keeps it out of the back/forward cache', async ({
  page,
  stack,
}) => {
  await page.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type: string, ...rest) {
      if (/^(before)?unload$/.test(type)) performance.mark('unload handler');
      return Reflect.apply(add, this, [type, ...rest]);
    };
  });
  const problems = collectProblems(page);
  for (const path of PAGES) {
    await page.setViewportSize(WIDE);
    await page.goto(stack.site + path);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Scioto Table')).toBeVisible();
    for (const width of [1440, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth, `${path}, ${width} px`).toBeLessThanOrEqual(width);
    }
    const unloadHandlers = await page.evaluate(() => performance.getEntriesByName('unload handler').length);
    expect(unloadHandlers, path).toBe(0);
  }
  expect(problems, 'only the status of the unknown page').toEqual([expect.stringContaining('404')]);
});

test('a phone lays every page out at its own width, not zoomed out', async ({ browser, stack }) => {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true });
  const page = await context.newPage();
  for (const path of PAGES) {
    await page.goto(stack.site + path, { waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(() => window.innerWidth), path).toBe(PHONE.width);
  }
  await context.close();
});

// The frame is the same on all pages; on the contact page the details are only in the main part.
test('the first screen has the line about now, which leads to the hours, and links to the menu, phone and directions', async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const hours = seedRecord('contactpage', 'contact-hours').description ?? '';
  for (const [path, hoursId] of [
    ['/', '#hours'],
    ['/contact', '#contact-hours'],
  ] as const) {
    await page.goto(stack.site + path);
    const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    for (const [size, texts] of [
      [PHONE, ['Phone', 'Address']],
      [WIDE, path === '/' ? ['(614) 555-0142', '437 West Town Street'] : []],
    ] as const) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const [index, text] of [/^(Open|Clos)/, 'Menu', ...texts].entries()) {
        const label = links.nth(index).getByText(text).first();
        await expect(label.filter({ visible: true }), path).toBeInViewport({ ratio: 1 });
      }
      await links.first().click();
      for (const line of hours.split(/: |\n/))
        await expect(page.locator(hoursId).getByText(line).first(), path).toBeInViewport();
    }
  }
});

test('the section navigation reaches each part of the menu from any part, whose drinks are in two columns', async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${stack.site}/menu`);
  await page.evaluate(() => document.fonts.ready);
  const columns = ['Soft drinks', 'Cocktails, beer and wine'].map((name) =>
    page.getByRole('heading', { level: 3, name }),
  );
  const [left, right] = await Promise.all(columns.map((column) => column.boundingBox()));
  expect(left?.y).toBe(right?.y);
  expect(left?.x).toBeLessThan(right?.x ?? 0);
  const dish = await page.getByRole('heading', { level: 3 }).nth(1).boundingBox();
  expect(right?.x).toBe(dish?.x);

  await page.setViewportSize(PHONE);
  const sectionLinks = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  const parts = ['Appetizers', 'Entrees', 'Sides', 'Drinks'];
  await expect(sectionLinks).toHaveText(parts);
  for (const part of [...parts].reverse()) {
    await sectionLinks.getByText(part).click();
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeInViewport({ ratio: 1 });
    await expect(sectionLinks.first()).toBeInViewport({ ratio: 1 });
    await expect(sectionLinks.getByText(part)).toHaveAttribute('aria-current', 'location');
    await expect(sectionLinks.and(page.locator('[aria-current]'))).toHaveCount(1);
  }
  // Too low to bring the last part to the top.
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(sectionLinks.getByText('Drinks')).toHaveAttribute('aria-current', 'location');
});

test('the map is 600 by 550 px, narrower on a phone, and the keyboard enters and leaves it at both ends', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/contact`);
  await waitForHydration(page);
  const map = page.locator('iframe');
  await map.scrollIntoViewIfNeeded();
  const stop = (name: string) => map.contentFrame().getByRole('button', { name });
  await expect(stop('In')).toBeVisible();
  expect(await map.boundingBox()).toMatchObject({ width: 600, height: 550 });
  const hours = await page.locator('#contact-hours').boundingBox();
  expect((await map.boundingBox())?.y).toBeGreaterThan((hours?.y ?? 0) + (hours?.height ?? 0));
  await page.getByRole('main').getByRole('link').last().focus();
  for (const [key, first, last] of [
    ['Tab', 'In', 'Out'],
    ['Shift+Tab', 'Out', 'In'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(stop(first)).toBeFocused();
    await page.keyboard.press(key);
    await expect(stop(last)).toBeFocused();
    await page.keyboard.press(key);
    await expect(map).not.toBeFocused();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const narrow = await map.boundingBox();
  expect(narrow?.width).toBeLessThan(360);
  expect(narrow?.height).toBe(550);
});

const findCarousel = (page: Page) => page.getByRole('main').getByRole('region');
const findSlides = (carousel: Locator) => carousel.locator('[role="group"][aria-roledescription="slide"]');

test('the carousel’s buttons show one picture at a time, keep the focus, and are named for screen readers', async ({
  page,
  stack,
}) => {
  // With the motion, the test would wait for each picture.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(stack.site);
  await page.locator('.splide.is-initialized').waitFor();
  const carousel = findCarousel(page);
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
  await expect(carousel).toHaveAccessibleName(/\S/);
  await expect(carousel).not.toHaveAccessibleName(/carousel/i);
  const slides = findSlides(carousel);
  const names = await slides.evaluateAll((groups) => groups.map(({ ariaLabel }) => ariaLabel ?? ''));
  expect(names).toEqual(
    await slides.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('alt'))),
  );
  expect(names.filter((name) => name && !/slide/i.test(name))).toHaveLength(3);
  const live = carousel.locator('[aria-live="polite"][aria-atomic="false"]');
  await expect(findSlides(live)).toHaveCount(3);
  await expect(page.getByRole('tab').or(page.getByRole('tabpanel'))).toHaveCount(0);

  const previous = carousel.getByRole('button', { name: 'Previous picture' });
  const next = carousel.getByRole('button', { name: 'Next picture' });
  const pickers = carousel.getByRole('group', { name: 'Choose a picture' }).getByRole('button');
  await expect(pickers).toHaveCount(3);
  const expectPicture = async (index: number) => {
    await expect(carousel.getByRole('img')).toHaveCount(1);
    await expect(carousel.getByRole('img')).toHaveAccessibleName(names[index] ?? '');
    for (const [pickerIndex, picker] of (await pickers.all()).entries())
      await expect(picker).toHaveAttribute('aria-disabled', String(pickerIndex === index));
    await expect(previous).toHaveAttribute('aria-disabled', String(index === 0));
    await expect(next).toHaveAttribute('aria-disabled', String(index === 2));
  };

  await test.step('at the first picture, the button for the previous one does nothing', async () => {
    await expectPicture(0);
    await previous.press('Enter');
    await expect(previous).toBeFocused();
    await expectPicture(0);
  });

  await test.step('Tab reaches the button of each picture, which Enter and Space show', async () => {
    for (const picker of await pickers.all()) {
      await page.keyboard.press('Tab');
      await expect(picker).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expectPicture(2);
    await expect(pickers.last()).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expectPicture(1);
  });

  await test.step('at the last picture, the button for the next one does nothing', async () => {
    await next.click();
    await expectPicture(2);
    await page.keyboard.press('Enter');
    await expect(next).toBeFocused();
    await expectPicture(2);
    await previous.click();
    await expectPicture(1);
  });
});

test('the home page has no hole at a tablet’s or a desktop’s width', async ({ page, stack }) => {
  const main = page.getByRole('main');
  const measure = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top: top + window.scrollY, bottom: bottom + window.scrollY, left, right };
    });
  await page.goto(stack.site);
  await page.locator('.splide.is-initialized').waitFor();
  for (const width of [1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const picture = await measure(main.getByRole('img').first());
    const heading = await measure(main.getByRole('heading', { level: 1 }));
    const link = await measure(main.getByRole('link', { name: 'Menu', exact: true }));
    expect(Math.abs(heading.top - picture.top - (picture.bottom - link.bottom)), `${width} px`).toBeLessThan(
      8,
    );
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const picture = await measure(main.getByRole('img').first());
    const next = await measure(main.getByRole('button', { name: 'Next picture' }));
    const name = await measure(main.getByRole('link', { name: /Lasagna/ }));
    // The margin of the print's paper, which only the dark page shows.
    const margin = colorScheme === 'light' ? 0.022 * (picture.right - picture.left) : 0;
    expect(picture.right - next.right).toBeCloseTo(margin, 0);
    expect(name.left - picture.left).toBeCloseTo(margin, 0);
  }
  await page.setViewportSize({ width: 768, height: 1024 });
  const sign = await measure(main.getByRole('img', { name: /Happy Hour/ }));
  const special = await measure(main.getByRole('heading', { level: 3 }).nth(1));
  expect(special.top - sign.bottom).toBeLessThan(100);
});

test('the carousel’s buttons appear with its script and cause no layout shift, and the pictures can be dragged', async ({
  page,
  stack,
}) => {
  const { opened, open } = createGate();
  await page.route('**/assets/slider*.js', (route) => opened.then(() => route.continue()));
  await page.goto(stack.site);
  await waitForHydration(page);
  await page.evaluate(() => document.fonts.ready);
  const readPositions = async () => {
    const positions: (number | undefined)[] = [];
    for (const size of [PHONE, { width: 768, height: 1024 }, WIDE]) {
      await page.setViewportSize(size);
      for (const level of [1, 2])
        positions.push(
          (await page.getByRole('main').getByRole('heading', { level }).first().boundingBox())?.y,
          (await page.locator('.splide__slide').first().boundingBox())?.y,
        );
    }
    return positions;
  };
  const before = await readPositions();
  const buttons = page.getByRole('main').getByRole('button');
  await expect(buttons).toHaveCount(0);
  open();
  await expect(buttons).toHaveCount(5);
  expect(await readPositions()).toEqual(before);

  // A drag over more than half the width to the last picture works at any speed.
  const slides = findSlides(findCarousel(page));
  await buttons.last().click();
  await expect(slides.nth(1)).toHaveClass(/is-active/);
  await page.locator('.splide__list').evaluate(async (list) => {
    await Promise.allSettled(list.getAnimations().map(({ finished }) => finished));
  });
  const box = await findCarousel(page).boundingBox();
  if (!box) throw new Error('the carousel is not shown');
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(slides.nth(2)).toHaveClass(/is-active/);
});
