import { seedRecord, seedRecords } from '../support/seedRecords.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** How many sheets the page takes on paper. */
async function sheets(page: Page, format: 'Letter' | 'A4'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

for (const [path, most] of [
  ['/', 2],
  ['/menu', 2],
  ['/services', 1],
  ['/contact', 1],
  ['/nowhere', 1],
] as const) {
  test(`${path} prints on ${most === 1 ? 'one page' : 'two pages'}, with the facts and without what only a screen needs`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(stack.site + path, { waitUntil: 'networkidle' });
    for (const format of ['Letter', 'A4'] as const) {
      const count = await sheets(page, format);
      expect(count, format).toBeGreaterThan(0);
      expect(count, format).toBeLessThanOrEqual(most);
    }

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(
      page.getByRole('banner').getByText(seedRecords('website-name')[0]?.websiteName ?? ''),
    ).toBeVisible();
    for (const id of ['contact-address', 'contact-phone', 'contact-hours'])
      for (const line of seedRecord('contactpage', id).description?.split(/\n|: /) ?? [])
        await expect(page.getByText(line).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.locator('iframe')).toBeHidden();
    const inks = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('h1') ?? document.body);
      return [color, getComputedStyle(document.documentElement).backgroundColor];
    });
    expect(inks).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });
}

test('no dish is split between two sheets, and no heading ends one', async ({ page, stack }) => {
  await page.goto(`${stack.site}/menu`);
  await page.emulateMedia({ media: 'print' });
  const breaks = (selector: string, property: 'breakInside' | 'breakAfter') =>
    page
      .getByRole('main')
      .locator(selector)
      .evaluateAll(
        (elements, property) => [...new Set(elements.map((element) => getComputedStyle(element)[property]))],
        property,
      );
  expect(await breaks('li', 'breakInside')).toEqual(['avoid']);
  expect(await breaks('h1, h2, h3', 'breakAfter')).toEqual(['avoid']);
});
