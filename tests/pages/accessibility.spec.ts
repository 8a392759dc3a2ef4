import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { stateDishes } from '../support/dietaryStatements.ts';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint } from '../support/layoutShifts.ts';
import { addStyles, findUnreadableText, TEXT_SPACING } from '../support/readableText.ts';
import { countContrastingPixels, readLuminances } from '../support/screenshots.ts';
import { seedRecords } from '../support/seedRecords.ts';
import { ask, canonicalPaths, test as siteTest } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** The pages, and one that does not exist; /home has the same HTML as /. */
const PAGES = [...canonicalPaths, '/nowhere'];
const TAB_NAMES = seedRecords('website-tab').map(({ tabName }) => tabName ?? '');
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };
/** The viewport of a window of 1280 by 1024 px at 400 % zoom, in CSS pixels. */
const ZOOMED = { width: 320, height: 256 };

test.beforeEach(async ({ context }) => {
  // Like OpenStreetMap's page, the stub has elements that take the focus.
  await context.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Map</title><button>In</button><button>Out</button>',
    }),
  );
});

/** Opens a page and waits until it is hydrated and its carousel and map are ready. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await waitForHydration(page);
  if (await page.locator('.splide__track').count()) await page.locator('.splide.is-initialized').waitFor();
  if (await page.locator('iframe').count())
    await page.frameLocator('iframe').getByRole('button', { name: 'In' }).waitFor();
}

const pagesNavigation = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Pages' });

/**
 * Describes the focused element: its name, the visible part of its box with a margin for the indicator, and how many of nine points in it are
 * not covered by other elements; `undefined` when nothing is focused.
 */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const box = focused.getClientRects()[0] ?? focused.getBoundingClientRect();
    const left = Math.floor(Math.max(0, box.left - 8));
    const top = Math.floor(Math.max(0, box.top - 8));
    const width = Math.ceil(Math.min(window.innerWidth, box.right + 8)) - left;
    const height = Math.ceil(Math.min(window.innerHeight, box.bottom + 8)) - top;
    const landmark = focused.closest('nav, header, main, footer');
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    return {
      name: `${landmark?.getAttribute('aria-label') ?? landmark?.tagName}: ${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.getAttribute('title') ?? focused.textContent}`,
      area: { x: left + window.scrollX, y: top + window.scrollY, width, height },
      uncoveredPoints: points.filter(([x, y]) =>
        focused.contains(document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)),
      ).length,
    };
  });

/**
 * Presses Tab through the page, or from where the focus is to the end of its main part; returns the focused elements in order, and
 * those whose focus is not visible.
 */
async function tabThrough(page: Page, part: 'body' | 'main') {
  const browser = await page.context().newCDPSession(page);
  const focusOrder: string[] = [];
  const problems: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const focus = await describeFocus(page);
    if (!focus || (focusOrder.length > 0 && focus.name === focusOrder[0])) return { focusOrder, problems };
    if ((await page.locator(`${part} :focus`).count()) === 0) return { focusOrder, problems };
    const isMap = focus.name.includes(': IFRAME');
    if (isMap && focusOrder.at(-1) === focus.name) continue;
    // Another process paints the map.
    const waitForMap = () => Promise.all(page.frames().map((frame) => isMap && waitForPaint(frame)));
    focusOrder.push(focus.name);
    if (focusOrder.length > 60) throw new Error(`The focus order does not end: ${focusOrder.join(', ')}`);
    if (focus.uncoveredPoints === 0) problems.push(`${focus.name}: is not visible`);
    if (focus.area.width <= 0 || focus.area.height <= 0) continue;
    await waitForMap();
    const focused = await readLuminances(browser, focus.area);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await waitForMap();
    const indicatorPixels = countContrastingPixels(focused, await readLuminances(browser, focus.area));
    // Inside the map, its own controls show the focus.
    if (indicatorPixels < (isMap ? 50 : (focus.area.width + focus.area.height) / 2))
      problems.push(`${focus.name}: the focus indicator has only ${indicatorPixels} pixels`);
  }
}

const WCAG_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What can differ between the two themes or two sizes; the other rules are about the elements, which are the same. */
const THEME_RULES = ['color-contrast', 'link-in-text-block'];
const SIZE_RULES = [...THEME_RULES, 'target-size'];

/** Returns a function that runs axe on a page that stays open. */
function createAxeRunner(page: Page) {
  let isInjected = false;
  return async (rules: 'all' | string[], message: string) => {
    // Axe stays in the page, and running its script again takes longer than most rules.
    const builder = new AxeBuilder(isInjected ? { page, axeSource: 'void axe' } : { page });
    isInjected = true;
    // Legacy mode does not open a page for each run. The only frame is the map, here a stub.
    builder.setLegacyMode().options({ resultTypes: ['violations'], iframes: false });
    const axe = rules === 'all' ? builder.withTags(WCAG_RULES) : builder.withRules(rules);
    const { violations, passes } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect.soft(found, message).toEqual([]);
    const passed = passes.map(({ id }) => id);
    expect(passed, message).toContain('color-contrast');
    if (rules === 'all' || rules.includes('target-size')) expect(passed, message).toContain('target-size');
  };
}

for (const path of PAGES) {
  test(`axe finds no violation on ${path}`, async ({ page, stack }) => {
    await page.setViewportSize(PHONE);
    await open(page, stack.site + path);
    const runAxe = createAxeRunner(page);
    await test.step('light, 360 px', () => runAxe('all', 'light, 360 px'));
    await test.step('light, 1440 px', async () => {
      await page.setViewportSize(WIDE);
      await runAxe(SIZE_RULES, 'light, 1440 px');
    });
    await test.step('dark, 1440 px', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await runAxe(THEME_RULES, 'dark, 1440 px');
    });
    // The header and the bar at the bottom of a phone are the same on all pages.
    if (path !== '/') return;
    await test.step('the open navigation', async () => {
      await menuButton(page).click();
      await runAxe(THEME_RULES, 'navigation, dark, 1440 px');
      await page.emulateMedia({ colorScheme: 'light' });
      await runAxe('all', 'navigation, light, 1440 px');
      await page.setViewportSize(PHONE);
      await runAxe('all', 'navigation, light, 360 px');
      await page.emulateMedia({ colorScheme: 'dark' });
      await runAxe(THEME_RULES, 'navigation, dark, 360 px');
    });
    await test.step('dark, 360 px', async () => {
      await menuButton(page).click();
      await runAxe(THEME_RULES, 'dark, 360 px');
    });
  });

  test(`${path} keeps all of its text readable when it is zoomed, enlarged or spaced`, async ({
    page,
    stack,
  }) => {
    await open(page, stack.site + path);
    const browser = await page.context().newCDPSession(page);
    const expectReadableText = async (name: string, sizes: { width: number; height: number }[]) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        const variant = `${name}, ${size.width} by ${size.height}`;
        expect
          .soft(await page.evaluate(() => document.documentElement.scrollWidth), variant)
          .toBeLessThanOrEqual(size.width);
        expect.soft(await findUnreadableText(page), variant).toEqual([]);
      }
    };
    await expectReadableText('default text', [{ width: 320, height: 740 }, ZOOMED]);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await expectReadableText('text at 200 %', [{ width: 1280, height: 1024 }, PHONE]);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    await addStyles(page, TEXT_SPACING);
    await expectReadableText('text spacing', [ZOOMED, PHONE, WIDE]);
  });
}

siteTest(
  'a menu with dietary statements has no violation and keeps its text readable, with and without a choice',
  async ({ cms, page, startSite }) => {
    cms.editResponse = stateDishes;
    const site = await (await startSite()).waitUntilCached();
    await page.setViewportSize(PHONE);
    await open(page, `${site.address}/menu`);
    const runAxe = createAxeRunner(page);
    for (const state of ['without a choice', 'with a choice']) {
      if (state === 'with a choice') await page.getByLabel('milk').check();
      await page.emulateMedia({ colorScheme: 'light' });
      await runAxe('all', `${state}, light, 360 px`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await runAxe(THEME_RULES, `${state}, dark, 360 px`);
      await page.setViewportSize(ZOOMED);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, state).toBeLessThanOrEqual(ZOOMED.width);
      expect.soft(await findUnreadableText(page), state).toEqual([]);
      await page.setViewportSize(PHONE);
    }
  },
);

// The header and the footer are the same on all pages, and in the main part of the other pages nothing gets the focus.
for (const [path, part] of [
  ['/', 'body'],
  ['/menu', 'main'],
  ['/contact', 'main'],
  ['/nowhere', 'main'],
] as const)
  test(`${path} shows every focused element and its focus indicator`, async ({ page, stack }) => {
    for (const [mode, size, media] of [
      ['light, on a phone', PHONE, { colorScheme: 'light', forcedColors: 'none' }],
      ['dark, on a wide screen', WIDE, { colorScheme: 'dark', forcedColors: 'none' }],
      ['forced colours, at 400 % zoom', ZOOMED, { colorScheme: 'light', forcedColors: 'active' }],
    ] as const)
      await test.step(mode, async () => {
        await page.setViewportSize(size);
        await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
        await open(page, stack.site + path);
        // After the skip link, the next element with the focus is in the main part.
        if (part === 'main') await page.locator('#main').focus();
        const { focusOrder, problems } = await tabThrough(page, part);
        expect(problems).toEqual([]);
        expect(focusOrder.length).toBeGreaterThanOrEqual(3);
        expect(new Set(focusOrder).size).toBe(focusOrder.length);
      });
  });

test('every page has English as its language, and an outline of headings', async ({ page, stack }) => {
  for (const path of PAGES) {
    await page.setContent((await ask(stack.site, path)).body.toString());
    await expect(page.locator('html'), path).toHaveAttribute('lang', 'en');
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(skipped, path).toEqual([]);
  }
});

test('every page has the same navigation, which marks the current page', async ({ page, stack }) => {
  for (const path of PAGES) {
    await page.setContent((await ask(stack.site, path)).body.toString());
    const links = pagesNavigation(page).getByRole('link', { includeHidden: true });
    await expect(links, path).toHaveText(TAB_NAMES);
    const marked = await pagesNavigation(page)
      .locator('[aria-current="page"]')
      .evaluateAll((current) => current.map((link) => link.getAttribute('href')));
    expect(marked, path).toEqual(path === '/nowhere' ? [] : [path === '/' ? '/home' : path]);
  }
});

test('the first focusable element is a skip link that moves the focus past the header', async ({
  page,
  stack,
}) => {
  await open(page, stack.site);
  await page.keyboard.press('Tab');
  const skip = page.locator('a[href="#main"]');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('client navigation and going back set the page’s title and focus its content', async ({
  page,
  stack,
}) => {
  await open(page, stack.site);
  const titles = [await page.title()];
  for (const name of ['Menu', 'Services', 'Contact']) {
    await menuButton(page).press('Enter');
    await pagesNavigation(page).getByRole('link', { name }).press('Enter');
    await expect(page).not.toHaveTitle(titles.at(-1) ?? '');
    await expect(page.getByRole('main')).toBeFocused();
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(4);
  for (const title of titles.slice(0, -1).reverse()) {
    await menuButton(page).focus();
    await page.goBack();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('the keyboard opens and closes the navigation', async ({ page, stack }) => {
  await open(page, `${stack.site}/contact`);
  const navigation = pagesNavigation(page);
  const button = menuButton(page);
  const links = navigation.getByRole('link');
  const expectOpen = async (open: boolean) => {
    await expect(button).toHaveAttribute('aria-expanded', String(open));
    await expect(links).toHaveCount(open ? TAB_NAMES.length : 0);
  };
  await expect(navigation.locator(`#${await button.getAttribute('aria-controls')} a`)).toHaveCount(
    TAB_NAMES.length,
  );
  await expect(page.getByRole('menu').or(page.getByRole('menuitem'))).toHaveCount(0);

  await test.step('the closed navigation has nothing that gets the focus', async () => {
    await expectOpen(false);
    await button.focus();
    await page.keyboard.press('Tab');
    await expect(navigation.locator(':focus')).toHaveCount(0);
  });

  await test.step('Space and Enter open and close it', async () => {
    await button.focus();
    await page.keyboard.press('Space');
    await expectOpen(true);
    await page.keyboard.press('Enter');
    await expectOpen(false);
    await page.keyboard.press('Enter');
    await expectOpen(true);
  });

  await test.step('Tab reaches every link', async () => {
    for (const link of await links.all()) {
      await page.keyboard.press('Tab');
      await expect(link).toBeFocused();
    }
  });

  await test.step('Escape closes it, and its button gets the focus', async () => {
    await page.keyboard.press('Escape');
    await expectOpen(false);
    await expect(button).toBeFocused();
  });

  await test.step('it closes when the focus leaves it at either end', async () => {
    await page.keyboard.press('Enter');
    for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab');
    await expect(navigation.locator(':focus')).toHaveCount(0);
    await expectOpen(false);
    await button.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await expect(navigation.locator(':focus')).toHaveCount(0);
    await expectOpen(false);
  });
});

test('every link of the open navigation can be reached and seen at 400 % zoom', async ({ page, stack }) => {
  await page.setViewportSize(ZOOMED);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, stack.site);
  await menuButton(page).press('Enter');
  await expect(pagesNavigation(page).getByRole('link')).toHaveCount(TAB_NAMES.length);
  for (const link of await pagesNavigation(page).getByRole('link').all()) {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 0.99 });
    expect((await describeFocus(page))?.uncoveredPoints).toBe(9);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser exposes whether the navigation is open', async ({ page, stack }) => {
    await page.goto(stack.site);
    const browser = await page.context().newCDPSession(page);
    const expanded = async () => {
      const { nodes } = await browser.send('Accessibility.getFullAXTree');
      const button = nodes.find(({ role, name }) => role?.value === 'button' && name?.value === 'Pages');
      return button?.properties?.find(({ name }) => name === 'expanded')?.value.value;
    };
    expect(await expanded()).toBe(false);
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(expanded).toBe(true);
    await page.keyboard.press('Tab');
    await expect(pagesNavigation(page).getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect.poll(expanded).toBe(false);
    await expect(menuButton(page)).toBeFocused();
  });

  test('the keyboard scrolls the pictures', async ({ page, stack }) => {
    await page.goto(stack.site);
    await menuButton(page).focus();
    await page.keyboard.press('Tab');
    const pictures = page.getByRole('main').getByRole('region').locator('.splide__track');
    await expect(pictures).toBeFocused();
    await expect(pictures).toHaveAccessibleName(/\S/);
    await expect(pictures.getByRole('group', { name: /ribeye/ })).not.toBeInViewport();
    await page.keyboard.press('ArrowRight');
    await expect(pictures.getByRole('group', { name: /ribeye/ })).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});

test('the carousel is exposed to screen readers as a group of named pictures', async ({ page, stack }) => {
  await open(page, stack.site);
  const carousel = page.getByRole('main').getByRole('region');
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
  await expect(carousel).toHaveAccessibleName(/\S/);
  await expect(carousel).not.toHaveAccessibleName(/carousel/i);
  const slides = carousel.locator('[role="group"][aria-roledescription="slide"]');
  const names = await slides.evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));
  expect(names).toEqual(
    await slides.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('alt'))),
  );
  expect(names).toHaveLength(3);
  expect(names.filter((name) => !name || /slide/i.test(name))).toEqual([]);
  const live = carousel.locator('[aria-live]');
  await expect(live).toHaveAttribute('aria-live', 'polite');
  await expect(live).toHaveAttribute('aria-atomic', 'false');
  await expect(live.locator('[aria-roledescription="slide"]')).toHaveCount(3);
  await expect(page.getByRole('tab').or(page.getByRole('tabpanel'))).toHaveCount(0);
});

test('the carousel’s buttons keep the focus, and show one picture at a time', async ({ page, stack }) => {
  // With the motion, the test would wait for each picture.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, stack.site);
  const carousel = page.getByRole('main').getByRole('region');
  const slides = carousel.locator('[role="group"][aria-roledescription="slide"]');
  const names = await slides.evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));
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
    await previous.focus();
    await page.keyboard.press('Enter');
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
    await next.focus();
    for (const key of ['Enter', 'Space', 'Enter']) {
      await page.keyboard.press(key);
      await expect(next).toBeFocused();
      await expectPicture(2);
    }
    await previous.press('Enter');
    await expectPicture(1);
  });
});

test('the carousel’s buttons appear with its script and cause no layout shift', async ({ page, stack }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/slider*.js', (route) => released.then(() => route.continue()));
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
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  release();
  await page.locator('.splide.is-initialized').waitFor();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(5);
  expect(await readPositions()).toEqual(before);
});

test('the map has a name, and the keyboard enters and leaves it at both ends', async ({ page, stack }) => {
  await open(page, `${stack.site}/contact`);
  const map = page.locator('iframe');
  await expect(map).toHaveAttribute('title', /\S/);
  await map.scrollIntoViewIfNeeded();
  const inside = map.contentFrame();
  const stop = (name: string) => inside.getByRole('button', { name });
  await expect(stop('In')).toBeVisible();
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
});

test('controls on a phone are at least 44 px wide and high', async ({ page, stack }) => {
  await page.setViewportSize(PHONE);
  await open(page, stack.site);
  await menuButton(page).click();
  const controls = page.getByRole('button').or(pagesNavigation(page).getByRole('link'));
  await expect(controls).toHaveCount(10);
  const small = await controls.evaluateAll((elements) =>
    elements
      .map((element) => ({
        name: element.ariaLabel ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 44 || box.height < 44),
  );
  expect(small).toEqual([]);
});

/** Expects that the controls of a page and their states are visible, and that they do not rely on colour alone. */
async function expectVisibleControls(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const readControl = async (control: Locator, width = Number.POSITIVE_INFINITY) => {
    await control.scrollIntoViewIfNeeded();
    const area = await control.evaluate((element, width) => {
      const box = element.getBoundingClientRect();
      return {
        x: Math.ceil(box.x + window.scrollX),
        y: Math.ceil(box.y + window.scrollY),
        width: Math.floor(Math.min(box.width, width)),
        height: Math.floor(box.height),
      };
    }, width);
    return readLuminances(browser, area);
  };
  const countPixels = async (name: string) =>
    countContrastingPixels(await readControl(page.getByRole('button', { name })));
  expect(await countPixels('Next picture')).toBeGreaterThan(300);
  expect(await countPixels('Previous picture')).toBeGreaterThan(50);
  const unselected = await countPixels('Picture 2 of 3');
  expect(unselected).toBeGreaterThan(50);
  // The selected button is filled, the others are outlines.
  expect(await countPixels('Picture 1 of 3')).toBeGreaterThan(unselected * 1.5);

  const closed = await readControl(menuButton(page));
  expect(countContrastingPixels(closed)).toBeGreaterThan(300);
  await menuButton(page).click();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await page.mouse.move(0, 0);
  const opened = await readControl(menuButton(page));
  expect(countContrastingPixels(opened)).toBeGreaterThan(100);
  expect(countContrastingPixels(opened, closed)).toBeGreaterThan(100);
  // A bar marks the link of the current page.
  const countEdgePixels = async (name: string) =>
    countContrastingPixels(await readControl(pagesNavigation(page).getByRole('link', { name }), 14));
  expect(await countEdgePixels('Home')).toBeGreaterThan(100);
  expect(await countEdgePixels('Menu')).toBe(0);
}

test('controls and their states have enough contrast and do not rely on colour alone', async ({
  page,
  stack,
}) => {
  await page.setViewportSize(PHONE);
  for (const [mode, media] of [
    ['light', { colorScheme: 'light', forcedColors: 'none' }],
    ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
    ['forced colours, light', { colorScheme: 'light', forcedColors: 'active' }],
    ['forced colours, dark', { colorScheme: 'dark', forcedColors: 'active' }],
  ] as const)
    await test.step(mode, async () => {
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await open(page, stack.site);
      await expectVisibleControls(page);
    });
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the page ${reducedMotion === 'reduce' ? 'has no motion' : 'animates'} with prefers-reduced-motion: ${reducedMotion}`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const animated: string[] = [];
      Object.assign(window, { animated });
      for (const kind of ['transitionrun', 'animationstart'])
        document.addEventListener(kind, (event) => {
          // These move nothing: they delay the loading of pictures and the date of the line about now.
          const delays = ['ResponsiveImage-wait', 'OpeningStatus-hide'];
          if (event instanceof AnimationEvent && delays.includes(event.animationName)) return;
          if (event.target instanceof Element) animated.push(event.target.className);
        });
    });
    await open(page, stack.site);
    await page.getByRole('button', { name: 'Next picture' }).click();
    await page.getByRole('button', { name: 'Picture 3 of 3' }).click();
    await expect(page.getByRole('img', { name: /burger/ })).toBeInViewport({ ratio: 0.99 });
    await menuButton(page).click();
    await pagesNavigation(page).getByRole('link', { name: 'Menu' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    const animated = await page.evaluate(() => Reflect.get(window, 'animated'));
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Drinks' })
      .click();
    const scrollBehavior = await page.evaluate(
      () => getComputedStyle(document.documentElement).scrollBehavior,
    );
    if (reducedMotion === 'reduce') {
      expect(animated).toEqual([]);
      expect(scrollBehavior).toBe('auto');
    } else {
      expect(animated).toEqual([
        expect.stringContaining('splide__list'),
        expect.stringContaining('splide__list'),
      ]);
      expect(scrollBehavior).toBe('smooth');
    }
  });
}
