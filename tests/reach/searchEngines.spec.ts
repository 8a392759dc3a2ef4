import { waitForHydration } from '../support/hydration.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { expect, test } from '../support/site.ts';
import type { Page } from '../support/stack.ts';

// What a crawler reads in the first response is shown in `web/server/searchEngines.test.ts`.

/** The public address of the site: the SITE_URL that `site.ts` sets. */
const SITE_URL = 'https://table.example';
const seedName = seedRecord('website-name', 'website-name').websiteName ?? '';

/** The canonical path of each page, and its main heading. */
const pageHeads = {
  '/home': { canonical: '/', heading: seedRecord('homepage', 'home-main').mainHeading },
  '/menu': { canonical: '/menu', heading: seedRecord('menu-header', 'menu-main').mainHeading },
  '/contact': { canonical: '/contact', heading: seedRecord('contactpage', 'contact-main').mainHeading },
};
type Path = keyof typeof pageHeads;

/** Expects the head to be that of a page, and its link to be the current one. */
async function expectHead(page: Page, path: Path): Promise<void> {
  await expect(page).toHaveTitle(`${pageHeads[path].heading} · ${seedName}`);
  await expect(page.locator('head > title')).toHaveCount(1);
  await expect(page.locator('head > link[rel=canonical]')).toHaveAttribute(
    'href',
    SITE_URL + pageHeads[path].canonical,
  );
  await expect(page.locator('head > meta[name=robots]')).toHaveCount(0);
}

test('client navigation updates title, canonical link and robots tag, also from a percent-encoded address', async ({
  page,
  site,
}) => {
  const response = await page.goto(`${site.address}/%6denu`);
  expect(await response?.text()).toBe(await site.fetchText('/menu'));
  await waitForHydration(page);
  await expectHead(page, '/menu');
  const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
  await navigation.getByRole('button').click();
  await expect(navigation.getByRole('link', { name: 'Menu' })).toHaveAttribute('aria-current', 'page');

  await page.goto(`${site.address}/nowhere`);
  // Before it, a link loads a new document.
  await waitForHydration(page);
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
  for (const path of ['/menu', '/home', '/contact'] as const) {
    await navigation.getByRole('button').click();
    await navigation.locator(`a[href="${path}"]`).click();
    await expectHead(page, path);
  }
  await page.goBack();
  await expectHead(page, '/home');
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
});
