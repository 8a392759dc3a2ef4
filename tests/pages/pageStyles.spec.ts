import { waitForHydration } from '../support/hydration.ts';
import { readLayoutInPage } from '../support/layout.ts';
import { canonicalPaths } from '../support/site.ts';
import { expect, type Page, test } from '../support/stack.ts';

const WIDTHS = [360, 768, 1024, 1440];

/** Describes every element of the page, with the computed styles of the element and of its pseudo-elements. */
const readStyles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, body *')].map((element) => {
      const styles = ['', '::before', '::after'].map((pseudo) =>
        [...getComputedStyle(element, pseudo)].map(
          (property) => `${property}: ${getComputedStyle(element, pseudo).getPropertyValue(property)}`,
        ),
      );
      return `${element.localName}.${element.className}\n${styles.flat().join('\n')}`;
    }),
  );

for (const path of [...canonicalPaths, '/nowhere']) {
  test(`the document of ${path} has all rules that apply to it`, async ({ page, stack }) => {
    // The page stays as the server has rendered it.
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(stack.site + path);
    const url = (await page.locator('script[data-style-sheet]').getAttribute('data-style-sheet')) ?? '';
    const styleSheet = await page.addStyleTag({ url });
    const applyTo = (media: string) =>
      styleSheet.evaluate((link, media) => void Object.assign(link, { media }), media);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await applyTo('not all');
      const styles = await readStyles(page);
      await applyTo('all');
      expect(await readStyles(page), `${width} px`).toEqual(styles);
    }
  });
}

for (const [from, link, to] of [
  ['/contact', 'Menu', '/menu'],
  ['/menu', 'Services', '/services'],
  ['/services', 'Home', '/'],
] as const) {
  test(`${to} looks the same whether it is opened or reached by a link from ${from}`, async ({
    page,
    stack,
  }) => {
    const follow = () => page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    const readMain = async () => {
      await waitForHydration(page);
      await page.evaluate(() => document.fonts.ready);
      return page.evaluate(readLayoutInPage);
    };
    await page.goto(stack.site + to);
    const opened = await readMain();
    expect(opened.length).toBeGreaterThan(10);
    await page.goto(stack.site + from);
    await waitForHydration(page);
    await follow();
    await expect(page).toHaveURL(stack.site + to);
    await expect.poll(readMain).toEqual(opened);
    // Opening the page would have started the application anew.
    expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toBe(
      stack.site + from,
    );
  });
}

test('without the style sheet of all pages, a link opens a whole page with its own rules', async ({
  page,
  stack,
}) => {
  await page.route('**/*.css', (route) => route.abort());
  await page.goto(`${stack.site}/contact`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What we’re cooking' })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toBe(
    `${stack.site}/menu`,
  );
  await expect(page.locator('main ul').first()).toHaveCSS('display', 'grid');
});

test('the application requests its parts together with the style sheet, and starts once when all have loaded', async ({
  page,
  stack,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.css', async (route) => {
    await released;
    await route.continue();
  });
  const styleSheet = page.waitForRequest('**/*.css');
  const start = page.waitForResponse('**/assets/entry-browser-*.js');
  await page.goto(`${stack.site}/menu`);
  await Promise.all([styleSheet, start]);
  // Each loads the application too.
  await page.keyboard.press('Shift');
  await page.mouse.click(1, 1);
  const countStarts = () => page.evaluate(() => performance.getEntriesByName('interactive').length);
  expect(await countStarts()).toBe(0);
  release();
  await waitForHydration(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Other ways we can feed you' })).toBeVisible();
  expect(await countStarts()).toBe(1);
});
