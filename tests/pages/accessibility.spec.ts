// What only a browser shows of WCAG 2.2 AA; docs/accessibility.md lists the criteria. Most of it on a site that shows everything at
// once that it can show.
import AxeBuilder from '@axe-core/playwright';
import type { Locator } from '@playwright/test';
import { LONGEST_LINE, NOTICE, test } from '../support/fullSite.ts';
import { waitForHydration } from '../support/hydration.ts';
import { addStyles, findUnreadableText, TEXT_SPACING } from '../support/readableText.ts';
import { countContrastingPixels, readLuminances } from '../support/screenshots.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, type Page } from '../support/stack.ts';

/** The pages, and one that does not exist; /home has the same HTML as /. */
const PAGES = [...canonicalPaths, '/nowhere'];
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };
/** The viewport of a window of 1280 by 1024 px at 400 % zoom, in CSS pixels. */
const ZOOMED = { width: 320, height: 256 };

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

for (const path of PAGES)
  test(`axe finds no violation on ${path}`, async ({ page, fullSite }) => {
    await page.setViewportSize(PHONE);
    await open(page, fullSite + path);
    const runAxe = createAxeRunner(page);
    await runAxe('all', 'light, 360 px');
    await page.setViewportSize(WIDE);
    await runAxe(SIZE_RULES, 'light, 1440 px');
    if (path === '/menu') {
      await page.getByLabel('milk').check();
      await runAxe('all', 'without milk, light, 1440 px');
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await runAxe(THEME_RULES, 'dark, 1440 px');
    // The header and the bar at the bottom of a phone are the same on all pages.
    if (path !== '/') return;
    await menuButton(page).click();
    await runAxe(THEME_RULES, 'navigation, dark, 1440 px');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await runAxe('all', 'navigation, light, 360 px');
    await page.emulateMedia({ colorScheme: 'dark' });
    await runAxe(THEME_RULES, 'navigation, dark, 360 px');
    await menuButton(page).click();
    await runAxe(THEME_RULES, 'dark, 360 px');
  });

/** Lists what is wrong with the bar of quick links: links that are cut off or small, and links of the footer that it covers. */
const findBarProblems = (page: Page) =>
  page.getByRole('navigation', { name: 'Quick links' }).evaluate((bar) => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    const atEnd = bar.getBoundingClientRect();
    const footer = [...document.querySelectorAll('footer a')].map((link) => link.getBoundingClientRect());
    const isFooterCovered = footer.some(({ bottom }) => atEnd.top > 0 && bottom > atEnd.top + 1);
    const links = [...bar.querySelectorAll('a')].filter((link) => link.checkVisibility());
    const cut = links.filter((link) => link.scrollWidth > link.clientWidth + 1);
    const small = links.filter((link) => link.clientHeight < 44 || link.clientWidth < 44);
    window.scrollTo({ top: 0, behavior: 'instant' });
    return [
      ...(isFooterCovered ? ['the bar covers the footer'] : []),
      ...cut.map(({ textContent }) => `cut off: ${textContent}`),
      ...small.map(({ textContent }) => `small: ${textContent}`),
    ];
  });

/** Expects all text of a page to be readable, and the bar to be whole, at each width, zoomed, enlarged and spaced. */
async function expectReadableText(page: Page, message: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const expectReadableAt = async (variant: string, sizes: { width: number; height: number }[]) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      const name = `${message}, ${variant}, ${size.width} by ${size.height}`;
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(scrollWidth, name).toBeLessThanOrEqual(size.width);
      expect.soft(await findUnreadableText(page), name).toEqual([]);
      expect.soft(await findBarProblems(page), name).toEqual([]);
    }
  };
  const widths = [320, 360, 768, 1024, 1280, 1440];
  await expectReadableAt('default text', [...widths.map((width) => ({ width, height: 800 })), ZOOMED]);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expectReadableAt('text at 200 %', [{ width: 1280, height: 1024 }, PHONE]);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await addStyles(page, TEXT_SPACING);
  await expectReadableAt('text spacing', [ZOOMED, PHONE, WIDE]);
}

/** Counts the lines of text of the first element that a selector finds. */
const countLines = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });

/** Expects the longest line about now and the longest notice to take few lines of the narrowest phone. */
async function expectFewLines(page: Page, line: string, maxLines: number): Promise<void> {
  const status = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link').first();
  await page.setViewportSize({ width: 320, height: 740 });
  await expect(status).toContainText(line, { useInnerText: true });
  expect(await countLines(page, 'nav[data-kinds] a p')).toBeLessThanOrEqual(maxLines);
  expect(await countLines(page, 'section[aria-label="Notice"] a')).toBeLessThanOrEqual(5);
}

test('every page keeps all of its text readable when it is zoomed, enlarged or spaced', async ({
  page,
  fullSite,
}) => {
  for (const path of PAGES) {
    await open(page, fullSite + path);
    if (path === '/') await expectFewLines(page, LONGEST_LINE, 3);
    await expectReadableText(page, path);
    if (path !== '/menu') continue;
    await page.getByLabel('milk').check();
    await page.setViewportSize(ZOOMED);
    expect.soft(await findUnreadableText(page), 'without milk').toEqual([]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('text is readable, the navigation tells whether it is open, and the keyboard scrolls the pictures', async ({
    page,
    fullSite,
  }) => {
    await page.goto(fullSite);
    const browser = await page.context().newCDPSession(page);
    const isExpanded = async () => {
      const { nodes } = await browser.send('Accessibility.getFullAXTree');
      const button = nodes.find(({ role, name }) => role?.value === 'button' && name?.value === 'Pages');
      return button?.properties?.find(({ name }) => name === 'expanded')?.value.value;
    };
    expect(await isExpanded()).toBe(false);
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(isExpanded).toBe(true);
    await page.keyboard.press('Tab');
    await expect(pagesNavigation(page).getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect.poll(isExpanded).toBe(false);
    await expect(menuButton(page)).toBeFocused();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link', { name: 'Menu' })).toBeFocused();
    await page.keyboard.press('Tab');
    const pictures = page.getByRole('main').getByRole('region').locator('.splide__track');
    await expect(pictures).toBeFocused();
    await expect(pictures).toHaveAccessibleName(/\S/);
    await expect(pictures.getByRole('group', { name: /ribeye/ })).not.toBeInViewport();
    await page.keyboard.press('ArrowRight');
    await expect(pictures.getByRole('group', { name: /ribeye/ })).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press('ArrowLeft');
    await expect(pictures.getByRole('group', { name: /ribeye/ })).not.toBeInViewport();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);

    // Without JavaScript, the line is longer by its date.
    await expectFewLines(page, `${LONGEST_LINE} (Thursday, November 26)`, 4);
    await expectReadableText(page, 'without JavaScript');
  });
});

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
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined;
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    return {
      name: `${landmark?.getAttribute('aria-label') ?? landmark?.tagName}: ${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.getAttribute('title') ?? (label ?? focused).textContent}`,
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
    focusOrder.push(focus.name);
    if (focusOrder.length > 60) throw new Error(`The focus order does not end: ${focusOrder.join(', ')}`);
    if (focus.uncoveredPoints === 0) problems.push(`${focus.name}: is not visible`);
    if (focus.area.width <= 0 || focus.area.height <= 0) continue;
    const focused = await readLuminances(browser, focus.area);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const indicatorPixels = countContrastingPixels(focused, await readLuminances(browser, focus.area));
    // Inside the map, its own controls show the focus.
    if (indicatorPixels < (isMap ? 50 : (focus.area.width + focus.area.height) / 2))
      problems.push(`${focus.name}: the focus indicator has only ${indicatorPixels} pixels`);
  }
}

// The header and the footer are the same on all pages, and in the main part of the other pages nothing gets the focus.
for (const [path, part] of [
  ['/', 'body'],
  ['/menu', 'main'],
  ['/contact', 'main'],
  ['/nowhere', 'main'],
] as const)
  test(`${path} shows every focused element and its focus indicator`, async ({ page, fullSite }) => {
    for (const [mode, size, media] of [
      ['light, on a phone', PHONE, { colorScheme: 'light', forcedColors: 'none' }],
      ['dark, on a wide screen', WIDE, { colorScheme: 'dark', forcedColors: 'none' }],
      ['forced colours, at 400 % zoom', ZOOMED, { colorScheme: 'light', forcedColors: 'active' }],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await open(page, fullSite + path);
      // After the skip link, the next element with the focus is in the main part.
      if (part === 'main') await page.locator('#main').focus();
      const { focusOrder, problems } = await tabThrough(page, part);
      expect(problems, mode).toEqual([]);
      expect(focusOrder.length, mode).toBeGreaterThanOrEqual(3);
      expect(new Set(focusOrder).size, mode).toBe(focusOrder.length);
      if (path === '/') expect(focusOrder[1], 'after the skip link').toContain(NOTICE);
    }
  });

test('the keyboard and the pointer open and close the navigation', async ({ page, stack }) => {
  await open(page, `${stack.site}/contact`);
  const navigation = pagesNavigation(page);
  const button = menuButton(page);
  const links = navigation.getByRole('link');
  const expectOpen = async (open: boolean) => {
    await expect(button).toHaveAttribute('aria-expanded', String(open));
    await expect(links).toHaveCount(open ? 4 : 0);
  };
  await expect(navigation.locator(`#${await button.getAttribute('aria-controls')} a`)).toHaveCount(4);
  await expect(page.getByRole('menu').or(page.getByRole('menuitem'))).toHaveCount(0);

  await test.step('the closed navigation has nothing that gets the focus', async () => {
    await expectOpen(false);
    await button.focus();
    await page.keyboard.press('Tab');
    await expect(navigation.locator(':focus')).toHaveCount(0);
  });

  await test.step('Space and Enter open and close it', async () => {
    await button.press('Space');
    await expectOpen(true);
    await page.keyboard.press('Enter');
    await expectOpen(false);
  });

  await test.step('Tab reaches every link, also at 400 % zoom', async () => {
    await page.setViewportSize(ZOOMED);
    await button.press('Enter');
    await expectOpen(true);
    for (const link of await links.all()) {
      await page.keyboard.press('Tab');
      await expect(link).toBeFocused();
      await expect(link).toBeInViewport({ ratio: 0.99 });
      expect((await describeFocus(page))?.uncoveredPoints).toBe(9);
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

  await test.step('presses on the button, outside and on a link close it', async () => {
    await page.setViewportSize(WIDE);
    for (const element of [button, page.getByRole('heading', { level: 1 })]) {
      await button.click();
      await expectOpen(true);
      await element.click();
      await expectOpen(false);
    }
    await button.click();
    await links.getByText('Menu').click();
    await expect(page).toHaveURL(`${stack.site}/menu`);
    await expectOpen(false);
  });
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

test('controls on a phone are at least 44 px wide and high, have enough contrast and do not rely on colour alone', async ({
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

test('a page has no motion with prefers-reduced-motion: reduce', async ({ page, stack }) => {
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
  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    await test.step(reducedMotion, async () => {
      await page.emulateMedia({ reducedMotion });
      await open(page, stack.site);
      await page.getByRole('button', { name: 'Next picture' }).click();
      await page.getByRole('button', { name: 'Picture 3 of 3' }).click();
      await expect(page.getByRole('img', { name: /burger/ })).toBeInViewport({ ratio: 0.99 });
      await menuButton(page).click();
      await pagesNavigation(page).getByRole('link', { name: 'Menu' }).click();
      await expect(page.getByRole('main')).toBeFocused();
      const list = expect.stringContaining('splide__list');
      expect(await page.evaluate(() => Reflect.get(window, 'animated'))).toEqual(
        reducedMotion === 'reduce' ? [] : [list, list],
      );
      const sections = page.getByRole('navigation', { name: 'On this page' });
      await sections.getByRole('link', { name: 'Drinks' }).click();
      const scrollBehavior = () => getComputedStyle(document.documentElement).scrollBehavior;
      expect(await page.evaluate(scrollBehavior)).toBe(reducedMotion === 'reduce' ? 'auto' : 'smooth');
    });
});
