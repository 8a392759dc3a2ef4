import { menuTypes } from '../../cms/src/shared/content/menuTypes.ts';
import { stateDishes, statements } from '../support/dietaryStatements.ts';
import { findUnreadableTextInPage } from '../support/readableText.ts';
import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { pagePaths } from '../support/site.ts';
import type { BrowserPage } from './browserPage.ts';
import { expect, test } from './test.ts';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };
const NOWHERE = '/nope';
const HEADINGS = {
  home: seedRecord('homepage', 'home-main').mainHeading ?? '',
  menu: seedRecord('menu-header', 'menu-main').mainHeading ?? '',
  services: seedRecord('servicespage', 'services-main').mainHeading ?? '',
};

/** The content types that the main part of each route shows. */
const CONTENT: Record<string, string[]> = {
  '/': ['homepage'],
  '/home': ['homepage'],
  '/menu': ['menu-header', ...menuTypes],
  '/services': ['servicespage'],
  '/contact': ['contactpage'],
};

const listTexts = (type: string) =>
  seedRecords(type).flatMap(({ documentId, description = '', ...record }) => [
    ...[record.mainHeading, record.subHeadings, record.headingName, record.subHeading],
    ...[record.appName, record.entreeName, record.sideName, record.drinkName, record.alcoholName],
    // The description of a page's own record is for search engines.
    ...(documentId.endsWith('-main') ? [] : description.split(/: |\n/)),
  ]);

async function openPage(page: BrowserPage, url: string): Promise<void> {
  await page.open(url);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('interactive').length))
    .toBeGreaterThan(0);
}

const readHeading = (page: BrowserPage) => page.evaluate(() => document.querySelector('h1')?.textContent);

/** Waits until the page has a heading and its main part has the focus, as after client navigation. */
async function expectArrival(page: BrowserPage, heading: string): Promise<void> {
  await expect.poll(() => readHeading(page)).toBe(heading);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
}

const isMenuOpen = (page: BrowserPage) =>
  page.evaluate(() => document.getElementById('pages')?.matches(':popover-open'));

const readScrollWidth = (page: BrowserPage) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));

for (const path of pagePaths)
  test(`${path} shows the content of the CMS and its pictures, and does not scroll sideways`, async ({
    visitor,
    stack,
  }) => {
    await openPage(visitor, stack.site + path);
    if (CONTENT[path]?.includes('homepage'))
      await expect
        .poll(() => visitor.evaluate(() => document.querySelectorAll('.splide.is-initialized').length))
        .toBe(1);
    const texts = (CONTENT[path] ?? []).flatMap(listTexts).filter((text) => text);
    expect(texts.length).toBeGreaterThan(5);
    const main = await visitor.evaluate(() => document.querySelector('main')?.textContent);
    for (const text of texts) expect(main).toContain(text);
    for (const size of [PHONE, DESKTOP]) {
      await visitor.resize(size);
      expect(await readScrollWidth(visitor)).toBeLessThanOrEqual(size.width);
      const findMissingPictures = () =>
        visitor.evaluate(() => {
          const missing = [...document.querySelectorAll<HTMLImageElement>('main img')].filter(
            (picture) =>
              !picture.closest('.splide__slide:not(.is-active)') &&
              !(picture.complete && picture.naturalWidth > 0),
          );
          // Pictures further down load only near the viewport.
          missing[0]?.scrollIntoView({ behavior: 'instant' });
          return missing.map(({ src }) => src);
        });
      await expect.poll(findMissingPictures).toEqual([]);
    }
  });

test('an unknown address shows the not-found page with its links', async ({ visitor, stack }) => {
  await openPage(visitor, stack.site + NOWHERE);
  expect(await readHeading(visitor)).toBe('Not on our menu');
  await visitor.click('main a[href="/menu"]');
  await expectArrival(visitor, HEADINGS.menu);
});

test('links, back and forward change the page without loading it again, and focus its content', async ({
  visitor,
  stack,
}) => {
  await openPage(visitor, stack.site);
  // A property of the document that is lost when it is loaded again.
  await visitor.evaluate(() => {
    document.documentElement.dataset.loadedOnce = 'yes';
  });
  await visitor.click('nav[aria-label="Pages"] button');
  await expect.poll(() => isMenuOpen(visitor)).toBe(true);
  await visitor.click('#pages a[href="/menu"]');
  await expectArrival(visitor, HEADINGS.menu);
  expect(await isMenuOpen(visitor)).toBe(false);
  await visitor.click('footer a[href="/services"]');
  await expectArrival(visitor, HEADINGS.services);
  expect(await visitor.evaluate(() => document.title)).toContain(HEADINGS.services);
  await visitor.back();
  await expectArrival(visitor, HEADINGS.menu);
  // The link was in the footer.
  await expect.poll(() => visitor.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  await visitor.back();
  await expectArrival(visitor, HEADINGS.home);
  await visitor.forward();
  await expectArrival(visitor, HEADINGS.menu);
  expect(await visitor.evaluate(() => location.pathname)).toBe('/menu');
  expect(await visitor.evaluate(() => document.documentElement.dataset.loadedOnce)).toBe('yes');
});

test('the keyboard opens the navigation, reaches its links and closes it', async ({ visitor, stack }) => {
  await openPage(visitor, `${stack.site}/menu`);
  const readFocus = () =>
    visitor.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.ariaLabel);
  await visitor.press('Tab');
  expect(await readFocus()).toBe('#main');
  // The logo and the bar's links come before it.
  for (let presses = 0; presses < 10 && (await readFocus()) !== 'Pages'; presses += 1)
    await visitor.press('Tab');
  await visitor.press('Enter');
  await expect.poll(() => isMenuOpen(visitor)).toBe(true);
  await visitor.press('Tab');
  await expect.poll(readFocus).toBe('/home');
  await visitor.press('Escape');
  await expect.poll(() => isMenuOpen(visitor)).toBe(false);
  await expect.poll(readFocus).toBe('Pages');
});

test('the carousel moves with its buttons, one picture at a time', async ({ visitor, stack }) => {
  await visitor.resize(DESKTOP);
  await openPage(visitor, stack.site);
  const pictures = ['lasagna', 'ribeye', 'veggie-burger'];
  const readShown = () =>
    visitor.evaluate(() => {
      const track = document.querySelector('.splide.is-initialized .splide__track');
      const { left = 0, right = 0 } = track?.getBoundingClientRect() ?? {};
      return [...(track?.querySelectorAll('img') ?? [])]
        .filter((picture) => {
          const box = picture.getBoundingClientRect();
          return box.right > left + 1 && box.left < right - 1;
        })
        .map(({ currentSrc }) => /(lasagna|ribeye|veggie-burger|veggie_burger)/.exec(currentSrc)?.[1])
        .map((name) => name?.replace('_', '-'));
    });
  await expect.poll(readShown).toEqual([pictures[0]]);
  await visitor.click('button[aria-label="Next picture"]');
  await expect.poll(readShown).toEqual([pictures[1]]);
  await visitor.click('button[aria-label="Picture 3 of 3"]');
  await expect.poll(readShown).toEqual([pictures[2]]);
  await visitor.click('button[aria-label="Previous picture"]');
  await expect.poll(readShown).toEqual([pictures[1]]);
});

for (const path of ['/', '/menu', '/services', '/contact', NOWHERE])
  test(`${path} has black text, the contact details and no controls in its print styles`, async ({
    visitor,
    stack,
  }) => {
    await openPage(visitor, stack.site + path);
    // WebDriver can't emulate paper, so the page's own print rules are made to apply to the screen.
    const appliedRules = await visitor.evaluate(() => {
      const applyPrintRules = (rules: CSSRuleList): number =>
        [...rules].reduce((count, rule) => {
          if (!(rule instanceof CSSMediaRule)) return count;
          const isPrint = rule.media.mediaText === 'print';
          if (isPrint) rule.media.mediaText = 'all';
          return count + (isPrint ? 1 : 0) + applyPrintRules(rule.cssRules);
        }, 0);
      return [...document.styleSheets].reduce((count, { cssRules }) => count + applyPrintRules(cssRules), 0);
    });
    expect(appliedRules).toBeGreaterThan(5);
    const isVisible = (selector: string) =>
      visitor.evaluate(
        (selected) =>
          [...document.querySelectorAll(selected)].some((element) =>
            element.checkVisibility({ visibilityProperty: true }),
          ),
        selector,
      );
    expect(await isVisible('h1')).toBe(true);
    for (const control of ['nav', 'button', 'iframe']) expect(await isVisible(control), control).toBe(false);
    const text = await visitor.evaluate(() => document.body.innerText);
    for (const id of ['contact-address', 'contact-phone', 'contact-hours'])
      for (const line of seedRecord('contactpage', id).description?.split(/\n|: /) ?? [])
        expect(text).toContain(line);
    const colours = await visitor.evaluate(() => [
      getComputedStyle(document.querySelector('h1') ?? document.body).color,
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

test('the bar shows the line about now in the restaurant’s time zone', async ({ visitor, stack }) => {
  const readLine = () =>
    visitor.evaluate(() =>
      document
        .querySelector<HTMLElement>('nav[aria-label="Quick links"] a[href="#hours"] p')
        ?.innerText.trim(),
    );
  await visitor.open(`${stack.site}/services`);
  const line = await readLine();
  // The browser, which is in another time zone, has taken over.
  await openPage(visitor, `${stack.site}/services`);
  expect(line).toMatch(/^(Open|Closed)/);
  await expect.poll(readLine).toBe(line);
});

for (const path of ['/', '/menu', '/services', '/contact', NOWHERE])
  test(`${path} keeps all of its text readable when the browser’s text is twice as large`, async ({
    launchBrowser,
    stack,
  }) => {
    const visitor = await launchBrowser({ defaultFontSize: 32 });
    for (const size of [PHONE, DESKTOP]) {
      await visitor.resize(size);
      await openPage(visitor, stack.site + path);
      // The setting has an effect: the site's text is never smaller than the browser's.
      expect(
        await visitor.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)),
      ).toBeGreaterThanOrEqual(32);
      expect(await readScrollWidth(visitor)).toBeLessThanOrEqual(size.width);
      expect(await visitor.evaluate(findUnreadableTextInPage)).toEqual([]);
    }
  });

test('without milk, the menu hides what contains it', async ({ visitor, cms, startSite }) => {
  cms.editResponse = stateDishes;
  const { address } = await (await startSite()).waitUntilCached();
  await openPage(visitor, `${address}/menu`);
  const readHidden = () =>
    visitor.evaluate(
      (ids: string[]) => ids.filter((id) => !document.getElementById(id)?.checkVisibility()),
      Object.keys(statements),
    );
  const withMilk = Object.keys(statements).filter((id) => statements[id]?.answers.milk === 'contains');
  expect(await readHidden()).toEqual([]);
  await visitor.click('//label[text()="Milk"]');
  await expect.poll(readHidden).toEqual(withMilk);
  await expect.poll(() => visitor.evaluate(() => location.hash)).toBe('#without=milk');
  await openPage(visitor, `${address}/services`);
  await openPage(visitor, `${address}/menu#without=milk,celery`);
  await expect.poll(readHidden).toEqual(withMilk);
  await visitor.click('//label[text()="Milk"]');
  await expect.poll(readHidden).toEqual([]);
});
