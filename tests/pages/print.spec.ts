import { waitForHydration } from '../support/hydration.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { expect, type Page, test } from '../support/stack.ts';

/** Counts the sheets of paper that the page takes. */
async function countSheets(page: Page, format: 'Letter' | 'A4'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('each page prints on one or two sheets, black on white, with the contact details, address and date, and no controls', async ({
  page,
  stack,
}) => {
  for (const [path, sheets] of [
    ['/', 2],
    ['/menu', 2],
    ['/services', 1],
    ['/contact', 1],
    ['/nowhere', 1],
  ] as const)
    await test.step(path, async () => {
      await page.emulateMedia({ media: null, colorScheme: 'dark' });
      await page.goto(stack.site + path);
      await waitForHydration(page);
      await page.evaluate(() => document.fonts.ready);
      for (const format of ['Letter', 'A4'] as const)
        expect(await countSheets(page, format), format).toBe(sheets);

      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect(page.getByRole('banner').getByText('Scioto Table')).toBeVisible();
      for (const id of ['contact-address', 'contact-phone', 'contact-hours'])
        for (const line of seedRecord('contactpage', id).description?.split(/\n|: /) ?? [])
          await expect(page.getByText(line).filter({ visible: true }).first()).toBeVisible();
      await expect(page.getByText(/^localhost:\d+ · \w+day, /)).toHaveCSS('display', 'table-footer-group');
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expect(page.getByRole('button')).toHaveCount(0);
      await expect(page.locator('iframe')).toBeHidden();
      await expect(page.getByText(/^(Open|Closed),? /).filter({ visible: true })).toHaveCount(0);
      const colours = await page.evaluate(() => {
        const { color } = getComputedStyle(document.querySelector('h1') ?? document.body);
        return [color, getComputedStyle(document.documentElement).backgroundColor];
      });
      expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    });
});

test('printing never splits a dish between two sheets or leaves a heading at the end of one', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/menu`);
  await page.emulateMedia({ media: 'print' });
  const readBreakRules = (selector: string, property: 'breakInside' | 'breakAfter') =>
    page
      .getByRole('main')
      .locator(selector)
      .evaluateAll(
        (elements, property) => [...new Set(elements.map((element) => getComputedStyle(element)[property]))],
        property,
      );
  expect(await readBreakRules('li', 'breakInside')).toEqual(['avoid']);
  expect(await readBreakRules('h1, h2, h3', 'breakAfter')).toEqual(['avoid']);
});
