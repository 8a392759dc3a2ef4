import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '../support/stack.ts';

const PAGES = ['/', '/home', '/menu', '/services', '/contact', '/nowhere'] as const;
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };
/** A window of 1280 by 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

test.beforeEach(async ({ context }) => {
  // The map as OpenStreetMap's is: a page with things in it that take the focus.
  await context.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Map</title><button>In</button><button>Out</button>',
    }),
  );
});

/** Opens a page and waits until its script has taken over and its map is here. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  if (await page.locator('.splide__track').count()) await page.locator('.splide.is-initialized').waitFor();
  if (await page.locator('iframe').count())
    await page.frameLocator('iframe').getByRole('button', { name: 'In' }).waitFor();
}

/** Adds a visitor's own style sheet, which no Content-Security-Policy stops. */
const addStyles = (page: Page, css: string) =>
  page.evaluate(async (text) => {
    const sheet = await new CSSStyleSheet().replace(text);
    document.adoptedStyleSheets.push(sheet);
  }, css);

const navigationOf = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Pages' });

/**
 * How many pixels of a screenshot stand out by 3:1 or more: from another screenshot of the same place, or from its own
 * most frequent colour.
 */
function contrasting(page: Page, shot: Buffer, ground?: Buffer): Promise<number> {
  const pictures = [shot, ...(ground ? [ground] : [])].map((picture) => picture.toString('base64'));
  return page.evaluate(async (pictures) => {
    const [one = [], other] = await Promise.all(
      pictures.map(async (picture) => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        canvas?.drawImage(bitmap, 0, 0);
        const { data = [] } = canvas?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
        return Array.from({ length: data.length / 4 }, (_, pixel) => {
          const [red = 0, green = 0, blue = 0] = [...data.slice(pixel * 4, pixel * 4 + 3)].map((value) =>
            value <= 10 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        });
      }),
    );
    const seen = new Map<number, number>();
    for (const luminance of one) seen.set(luminance, (seen.get(luminance) ?? 0) + 1);
    const [common = 0] = [...seen].sort(([, a], [, b]) => b - a)[0] ?? [];
    return one.filter((luminance, pixel) => {
      const beside = other?.[pixel] ?? common;
      return (Math.max(luminance, beside) + 0.05) / (Math.min(luminance, beside) + 0.05) >= 3;
    }).length;
  }, pictures);
}

/** Where the focus is: what has it, and which part of the window shows it; `undefined` when nothing has it. */
const focusPlace = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const box = focused.getClientRects()[0] ?? focused.getBoundingClientRect();
    const left = Math.max(0, box.left - 8);
    const top = Math.max(0, box.top - 8);
    const width = Math.min(window.innerWidth, box.right + 8) - left;
    const height = Math.min(window.innerHeight, box.bottom + 8) - top;
    const part = focused.closest('nav, header, main, footer');
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    return {
      name: `${part?.getAttribute('aria-label') ?? part?.tagName}: ${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.getAttribute('title') ?? focused.textContent}`,
      clip: { x: left, y: top, width, height },
      uncovered: points.filter(([x, y]) =>
        focused.contains(document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)),
      ).length,
    };
  });

/** Goes through the whole page by Tab; gives what was passed, and whatever a keyboard's user would miss there. */
async function tabThrough(page: Page) {
  const passed: string[] = [];
  const trouble: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const place = await focusPlace(page);
    if (!place || (passed.length > 0 && place.name === passed[0])) return { passed, trouble };
    const frame = place.name.includes(': IFRAME');
    if (frame && passed.at(-1) === place.name) continue;
    passed.push(place.name);
    if (passed.length > 60) throw new Error(`no end to ${passed.join(', ')}`);
    if (place.uncovered === 0) trouble.push(`${place.name}: not to be seen`);
    if (place.clip.width <= 0 || place.clip.height <= 0) continue;
    const focused = await page.screenshot({ clip: place.clip });
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const ring = await contrasting(page, focused, await page.screenshot({ clip: place.clip }));
    // In the map, the map itself shows where the focus is.
    if (ring < (frame ? 50 : (place.clip.width + place.clip.height) / 2))
      trouble.push(`${place.name}: ${ring} pixels show the focus`);
  }
}

/** Text that is cut off, reaches out of the window, or lies on other text. */
const lostText = (page: Page) =>
  page.evaluate(() => {
    const trouble: string[] = [];
    const lines: { text: string; block: Element; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !holder?.checkVisibility({ visibilityProperty: true })) continue;
      const holders: Element[] = [];
      for (let element: Element | null = holder; element; element = element.parentElement)
        holders.push(element);
      const style = (element: Element) => getComputedStyle(element);
      // What stays at the window's edge lies on what is scrolled past.
      if (holders.some((element) => ['fixed', 'sticky'].includes(style(element).position))) continue;
      const block = holders.find((element) => !style(element).display.startsWith('inline')) ?? holder;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.left < -1 || box.right > document.documentElement.clientWidth + 1)
          trouble.push(`out of the window: ${text}`);
        const cut = holders.some((element) => {
          if (element === document.documentElement || style(element).overflow === 'visible') return false;
          const edge = element.getBoundingClientRect();
          return box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1;
        });
        // Text that is hidden until it has the focus is above the window.
        if (box.bottom < 0 && window.scrollY === 0) continue;
        if (cut) trouble.push(`cut off: ${text}`);
        // The box of a line reaches beyond its letters.
        const letters = new DOMRect(box.x, box.y + box.height * 0.25, box.width, box.height * 0.5);
        lines.push({ text, block, box: letters });
      }
    }
    for (const [index, one] of lines.entries())
      for (const other of lines.slice(index + 1))
        if (
          one.block !== other.block &&
          one.box.left < other.box.right - 1 &&
          other.box.left < one.box.right - 1 &&
          one.box.top < other.box.bottom - 1 &&
          other.box.top < one.box.bottom - 1
        )
          trouble.push(`“${one.text}” lies on “${other.text}”`);
    return [...new Set(trouble)];
  });

for (const path of PAGES) {
  test(`${path} has nothing for axe: light and dark, phone and wide, navigation closed and open`, async ({
    page,
    stack,
  }) => {
    await open(page, stack.site + path);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const size of [PHONE, WIDE]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        for (const expanded of ['false', 'true']) {
          await expect(menuButton(page)).toHaveAttribute('aria-expanded', expanded);
          const axe = new AxeBuilder({ page }).withTags([
            'wcag2a',
            'wcag2aa',
            'wcag21a',
            'wcag21aa',
            'wcag22aa',
            'best-practice',
          ]);
          const { violations, passes } = await axe.analyze();
          expect
            .soft(
              violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
              `${colorScheme}, ${size.width} px, expanded ${expanded}`,
            )
            .toEqual([]);
          expect(passes.map(({ id }) => id)).toContain('target-size');
          await menuButton(page).click();
        }
      }
  });

  // The same page as `/`.
  if (path === '/home') continue;

  for (const [look, size, media] of [
    ['light on a phone', PHONE, { colorScheme: 'light' }],
    ['dark and wide', WIDE, { colorScheme: 'dark' }],
    ['in forced colours at 400 % zoom', ZOOMED, { forcedColors: 'active' }],
  ] as const) {
    test(`${path} ${look}: every stop of the Tab key is seen, and so is the focus`, async ({
      page,
      stack,
    }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await open(page, stack.site + path);
      const { passed, trouble } = await tabThrough(page);
      expect(trouble).toEqual([]);
      expect(passed.length).toBeGreaterThanOrEqual(3);
      expect(new Set(passed).size).toBe(passed.length);
    });
  }

  test(`${path} keeps all of its text at 320 px, at 400 % zoom, with text at 200 %, and with wider text`, async ({
    page,
    stack,
  }) => {
    await open(page, stack.site + path);
    const browser = await page.context().newCDPSession(page);
    const look = async (name: string, sizes: { width: number; height: number }[]) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        const where = `${name}, ${size.width} by ${size.height}`;
        expect
          .soft(await page.evaluate(() => document.documentElement.scrollWidth), where)
          .toBeLessThanOrEqual(size.width);
        expect.soft(await lostText(page), where).toEqual([]);
      }
    };
    await look('as it is', [{ width: 320, height: 740 }, ZOOMED]);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await look('text at 200 %', [{ width: 1280, height: 1024 }, PHONE]);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    await addStyles(
      page,
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-block-end: 2em !important }`,
    );
    await look('text spacing', [ZOOMED, PHONE, WIDE]);
  });
}

test('every page is in English, has one heading of the first level and skips none, and the same navigation', async ({
  page,
  stack,
}) => {
  for (const path of PAGES) {
    await open(page, stack.site + path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    await menuButton(page).click();
    await expect(navigationOf(page).getByRole('link')).toHaveText(['Home', 'Menu', 'Services', 'Contact']);
    const current = path === '/nowhere' ? [] : [path === '/' ? '/home' : path];
    expect(
      await navigationOf(page)
        .locator('[aria-current="page"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(current);
  }
});

test('the first stop skips the bar and leads into the page', async ({ page, stack }) => {
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

test('a page that is followed to, or gone back to, has its own title and the focus', async ({
  page,
  stack,
}) => {
  await open(page, stack.site);
  const titles = [await page.title()];
  for (const name of ['Menu', 'Services', 'Contact']) {
    await menuButton(page).press('Enter');
    await navigationOf(page).getByRole('link', { name }).press('Enter');
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

test('the navigation by keyboard: Enter and Space, every link, Escape, and out at either end', async ({
  page,
  stack,
}) => {
  await open(page, `${stack.site}/contact`);
  const navigation = navigationOf(page);
  const button = menuButton(page);
  const links = navigation.getByRole('link');
  const isOpen = async (open: boolean) => {
    await expect(button).toHaveAttribute('aria-expanded', String(open));
    await expect(links).toHaveCount(open ? 4 : 0);
  };
  await expect(navigation.locator(`#${await button.getAttribute('aria-controls')} a`)).toHaveCount(4);
  await expect(page.getByRole('menu').or(page.getByRole('menuitem'))).toHaveCount(0);

  await isOpen(false);
  await button.focus();
  await page.keyboard.press('Tab');
  await expect(navigation.locator(':focus')).toHaveCount(0);

  await button.focus();
  await page.keyboard.press('Space');
  await isOpen(true);
  await page.keyboard.press('Enter');
  await isOpen(false);
  await page.keyboard.press('Enter');
  for (const link of await links.all()) {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await isOpen(false);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab');
  await expect(navigation.locator(':focus')).toHaveCount(0);
  await isOpen(false);

  await button.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(navigation.locator(':focus')).toHaveCount(0);
  await isOpen(false);
});

test('the open navigation can be reached whole at 400 % zoom', async ({ page, stack }) => {
  await page.setViewportSize(ZOOMED);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, stack.site);
  await menuButton(page).press('Enter');
  for (const link of await navigationOf(page).getByRole('link').all()) {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 0.99 });
    expect((await focusPlace(page))?.uncovered).toBe(9);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser says by itself whether the navigation is open; the pictures are scrolled by keyboard', async ({
    page,
    stack,
  }) => {
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
    await expect(navigationOf(page).getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect.poll(expanded).toBe(false);
    await expect(menuButton(page)).toBeFocused();

    await page.keyboard.press('Tab');
    const pictures = page.getByRole('main').getByRole('region');
    await expect(pictures).toBeFocused();
    await expect(pictures.getByRole('group', { name: /ribeye/ })).not.toBeInViewport();
    await page.keyboard.press('ArrowRight');
    await expect(pictures.getByRole('group', { name: /ribeye/ })).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});

test('the carousel by keyboard: its buttons keep the focus, at the ends too, and one picture at a time is read', async ({
  page,
  stack,
}) => {
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

  const previous = carousel.getByRole('button', { name: 'Previous picture' });
  const next = carousel.getByRole('button', { name: 'Next picture' });
  const pickers = carousel.getByRole('group', { name: 'Choose a picture' }).getByRole('button');
  await expect(pickers).toHaveCount(3);
  const shows = async (index: number) => {
    await expect(carousel.getByRole('img')).toHaveCount(1);
    await expect(carousel.getByRole('img')).toHaveAccessibleName(names[index] ?? '');
    for (const [place, picker] of (await pickers.all()).entries())
      await expect(picker).toHaveAttribute('aria-disabled', String(place === index));
    await expect(previous).toHaveAttribute('aria-disabled', String(index === 0));
    await expect(next).toHaveAttribute('aria-disabled', String(index === 2));
  };

  await shows(0);
  await previous.focus();
  await page.keyboard.press('Enter');
  await expect(previous).toBeFocused();
  await shows(0);
  for (const picker of await pickers.all()) {
    await page.keyboard.press('Tab');
    await expect(picker).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await shows(2);
  await expect(pickers.last()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await shows(1);
  await next.focus();
  for (const key of ['Enter', 'Space', 'Enter']) {
    await page.keyboard.press(key);
    await expect(next).toBeFocused();
    await shows(2);
  }
  await previous.press('Enter');
  await shows(1);
});

test('the carousel’s buttons come with its script, and nothing moves when they do', async ({
  page,
  stack,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/SlidingCarousel*.js', (route) => released.then(() => route.continue()));
  await page.goto(stack.site);
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0);
  const places = async () => {
    const found: (number | undefined)[] = [];
    for (const size of [PHONE, { width: 768, height: 1024 }, WIDE]) {
      await page.setViewportSize(size);
      for (const level of [1, 2])
        found.push(
          (await page.getByRole('main').getByRole('heading', { level }).first().boundingBox())?.y,
          (await page.locator('.splide__slide').first().boundingBox())?.y,
        );
    }
    return found;
  };
  const before = await places();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  release();
  await page.locator('.splide.is-initialized').waitFor();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(5);
  expect(await places()).toEqual(before);
});

test('the map has a name, waits until it is near, and lets the keyboard in and out at both ends', async ({
  page,
  stack,
}) => {
  await open(page, `${stack.site}/contact`);
  const map = page.locator('iframe');
  await expect(map).toHaveAttribute('title', /\S/);
  await expect(map).toHaveAttribute('loading', 'lazy');
  await map.scrollIntoViewIfNeeded();
  const inside = map.contentFrame();
  for (const [way, first, last] of [
    ['Tab', 'In', 'Out'],
    ['Shift+Tab', 'Out', 'In'],
  ] as const) {
    await expect(inside.getByRole('button', { name: first })).toBeVisible();
    await expect(async () => {
      await page.keyboard.press(way);
      await expect(inside.getByRole('button', { name: first })).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press(way);
    await expect(inside.getByRole('button', { name: last })).toBeFocused();
    await expect(async () => {
      await page.keyboard.press(way);
      await expect(map).not.toBeFocused({ timeout: 100 });
    }).toPass();
  }
});

test('on a phone, controls are at least 44 px wide and high', async ({ page, stack }) => {
  await page.setViewportSize(PHONE);
  await open(page, stack.site);
  await menuButton(page).click();
  const controls = page.getByRole('button').or(navigationOf(page).getByRole('link'));
  const small = await controls.evaluateAll((elements) =>
    elements
      .map((element) => ({
        name: element.ariaLabel ?? element.textContent,
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 44 || box.height < 44),
  );
  expect(await controls.count()).toBeGreaterThanOrEqual(10);
  expect(small).toEqual([]);
});

for (const media of [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { forcedColors: 'active', colorScheme: 'light' },
  { forcedColors: 'active', colorScheme: 'dark' },
] as const) {
  test(`controls and their states are seen, and not by colour alone: ${Object.values(media).join(', ')}`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    await open(page, stack.site);
    const strokes = async (name: string) => {
      const control = page.getByRole('button', { name });
      await control.scrollIntoViewIfNeeded();
      return contrasting(page, await control.screenshot());
    };
    expect(await strokes('Next picture')).toBeGreaterThan(300);
    expect(await strokes('Previous picture')).toBeGreaterThan(50);
    const other = await strokes('Picture 2 of 3');
    expect(other).toBeGreaterThan(50);
    // What is chosen is full where the others are hollow.
    expect(await strokes('Picture 1 of 3')).toBeGreaterThan(other * 1.5);

    const closed = await menuButton(page).screenshot();
    expect(await contrasting(page, closed)).toBeGreaterThan(300);
    await menuButton(page).click();
    await page.mouse.move(0, 0);
    const opened = await menuButton(page).screenshot();
    expect(await contrasting(page, opened)).toBeGreaterThan(100);
    expect(await contrasting(page, opened, closed)).toBeGreaterThan(100);
    // The current page has a bar before its name.
    const edge = async (name: string) => {
      const link = await navigationOf(page).getByRole('link', { name }).boundingBox();
      if (!link) throw new Error(`${name} is not shown`);
      return page.screenshot({ clip: { x: link.x, y: link.y + 4, width: 14, height: link.height - 8 } });
    };
    expect(await contrasting(page, await edge('Home'))).toBeGreaterThan(100);
    expect(await contrasting(page, await edge('Menu'))).toBe(0);
  });
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`motion, when the visitor says ${reducedMotion}`, async ({ page, stack }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      for (const kind of ['transitionrun', 'animationstart'])
        document.addEventListener(kind, ({ target }) => {
          if (target instanceof Element) moved.push(target.className);
        });
    });
    await open(page, stack.site);
    await page.getByRole('button', { name: 'Next picture' }).click();
    await page.getByRole('button', { name: 'Picture 3 of 3' }).click();
    await expect(page.getByRole('img', { name: /burger/ })).toBeInViewport({ ratio: 0.99 });
    await menuButton(page).click();
    await navigationOf(page).getByRole('link', { name: 'Menu' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    const moved = await page.evaluate(() => Reflect.get(window, 'moved'));
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Drinks' })
      .click();
    const scrolling = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    if (reducedMotion === 'reduce') {
      expect(moved).toEqual([]);
      expect(scrolling).toBe('auto');
    } else {
      expect(moved).toEqual([
        expect.stringContaining('splide__list'),
        expect.stringContaining('splide__list'),
      ]);
      expect(scrolling).toBe('smooth');
    }
  });
}
