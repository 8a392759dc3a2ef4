// What a browser makes of what is stated about dishes: the filter, the address and paper. web/src/statementHistories.test.tsx shows that
// page, sheet and structured data state the same.
import { statements } from '../support/dietaryStatements.ts';
import { NOTICE, test } from '../support/fullSite.ts';
import { createGate } from '../support/gate.ts';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { seedRecords } from '../support/seedRecords.ts';
import { expect, type Page } from '../support/stack.ts';

const PHONE = '(614) 555-0142';
const dish = (page: Page, id: string) => page.locator(`#${id}`);
const box = (page: Page, name: string) => page.getByRole('group', { name: /^Without/ }).getByLabel(name);
/** Matches the line of a dish that lacks an answer. */
const ASK = /^Ask us about (the other )?allergens\.$/;
const freeLines = (page: Page) => page.getByText(/^Free of/).filter({ visible: true });
const ON_REQUEST = /^Only on request/;

/** Asserts what a menu without milk shows. */
async function expectWithoutMilk(page: Page): Promise<void> {
  for (const id of ['lasagna', 'sweet-corn']) await expect(dish(page, id)).toBeHidden();
  await expect(dish(page, 'roasted-cauliflower')).toBeVisible();
  for (const id of ['roasted-cauliflower', 'vegetarian-burger'])
    await expect(dish(page, id).getByText(ASK)).toHaveCount(0);
  await expect(dish(page, 'vegetarian-burger').getByText(ON_REQUEST)).toBeVisible();
  for (const id of ['sourdough-and-butter', 'potato-pierogi'])
    await expect(dish(page, id).getByText(ASK)).toHaveCSS('font-weight', '600');
  await expect(page.getByRole('main').getByText(PHONE)).toHaveCount(1);
}

/** Asserts that a menu shows all dishes, and no sentence that depends on a choice. */
async function expectWhole(page: Page): Promise<void> {
  for (const id of Object.keys(statements)) await expect(dish(page, id)).toBeVisible();
  await expect(page.getByText(ON_REQUEST).filter({ visible: true })).toHaveCount(0);
  await expect(freeLines(page)).toHaveCount(0);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a menu says in words what is stated, and hides by keyboard what a visitor leaves out', async ({
    page,
    fullSite,
  }) => {
    await page.goto(`${fullSite}/menu`);
    await expect(dish(page, 'potato-pierogi').getByText('Vegetarian. Contains wheat.')).toBeVisible();
    for (const id of ['sourdough-and-butter', 'potato-pierogi'])
      await expect(dish(page, id).getByText(ASK)).toBeVisible();
    const group = page.getByRole('group', { name: /^Without/ });
    for (const text of [/traces of allergens/, /Drinks are not part of this/])
      await expect(group.getByText(text)).toBeVisible();
    await expect(group.getByRole('link', { name: PHONE })).toHaveAttribute('href', 'tel:+16145550142');
    await expectWhole(page);
    const showFree = page.getByLabel('Show “Free of …”');
    await showFree.check();
    await expect(
      dish(page, 'roasted-cauliflower').getByText(/^Vegan\. Free of milk, eggs, .*and gluten\.$/),
    ).toBeVisible();
    await showFree.uncheck();

    await box(page, 'milk').focus();
    await page.keyboard.press('Space');
    await expectWithoutMilk(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(box(page, 'eggs')).toBeChecked();
    await expectWithoutMilk(page);
    await box(page, 'milk').uncheck();
    await box(page, 'eggs').uncheck();
    await expectWhole(page);
  });
});

test('a choice is counted in words, kept in the address, and never sent to a server', async ({
  page,
  fullSite,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + JSON.stringify(request.headers())));
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  // A jump that is still going on would continue after a step back.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${fullSite}/menu`);
  await waitForHydration(page);
  const status = page.getByRole('status');
  await expect(status).toHaveText('');

  await box(page, 'milk').check();
  const sides = seedRecords('menu-side').length;
  const free = Object.keys(statements).length - sides - 4;
  await expect(status).toHaveText(
    `Without milk: ${free} dishes, 1 on request, ask about 2; ${sides + 1} hidden.`,
  );
  await expect(freeLines(page).first()).toHaveText('Free of milk.');
  await expect(page.locator('#menu-sides')).toContainText('Every dish here contains what you leave out.');
  await box(page, 'eggs').check();
  await expect(page).toHaveURL(`${fullSite}/menu#without=milk,eggs`);

  await test.step('a link to a section keeps it, and back leads to where the visitor was', async () => {
    const link = page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Entrees' });
    const readPosition = () => page.evaluate(() => window.scrollY);
    const pages = await page.evaluate(() => history.length);
    await link.focus();
    const position = await readPosition();
    await link.press('Enter');
    await expect(page.locator('#menu-entrees')).toBeInViewport();
    await expect(link).toHaveAttribute('aria-current', 'location');
    await expect(status).toBeInViewport({ ratio: 1 });
    await expect.poll(readPosition).toBeGreaterThan(position);
    await expect(page).toHaveURL(/#without=milk,eggs$/);
    expect(await page.evaluate(() => history.length)).toBe(pages + 1);
    await page.goBack();
    await expect.poll(readPosition).toBe(position);
    await expect(page).toHaveURL(/#without=milk,eggs$/);
    await expectWithoutMilk(page);
  });

  await test.step('it is there after a visit to another page, and in a new window', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click();
    await expect(page).toHaveURL(/\/services$/);
    await page.goBack();
    await expectWithoutMilk(page);
    await expect(box(page, 'eggs')).toBeChecked();
    await page.reload();
    await expectWithoutMilk(page);
    await waitForHydration(page);
    await box(page, 'milk').uncheck();
    await box(page, 'eggs').uncheck();
    await expect(page).toHaveURL(`${fullSite}/menu`);
    await expectWhole(page);
  });
  expect(sent.filter((text) => /without|milk|eggs/.test(text))).toEqual([]);
  expect(problems).toEqual([]);
});

test('a choice before the application has started stays', async ({ page, fullSite }) => {
  const { opened, open: start } = createGate();
  await page.route(/\/assets\/(?!loadApp).*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(`${fullSite}/menu#without=soy`);
  const pending = page.getByText(/^Loading what this link leaves out/);
  await expect(pending).toBeVisible();
  await box(page, 'milk').check();
  await expectWithoutMilk(page);
  start();
  await waitForHydration(page);
  await expect(page).toHaveURL(/#without=milk,soy$/);
  await expect(pending).toHaveCount(0);
  await expectWithoutMilk(page);
});

test('a shared address shifts nothing when it is opened, and with an unknown word it opens the plain menu', async ({
  page,
  fullSite,
}) => {
  const layoutShift = await watchLayoutShifts(page);
  // Their arrival moves texts on a machine whose fallback fonts have other sizes.
  await page.route('**/*.woff2', (route) => route.abort());
  for (const fragment of ['without=milk,celery', 'without=celery,', '']) {
    await page.goto('about:blank');
    await page.goto(`${fullSite}/menu#${fragment}`);
    await waitForHydration(page);
    await waitForPaint(page);
    if (fragment.includes('milk')) await expectWithoutMilk(page);
    else await expectWhole(page);
    expect(await layoutShift(), fragment).toBe(0);
  }
});

test('paper has the menu, a dated sheet with what is stated, the notice with its end, and nothing of the choice', async ({
  page,
  fullSite,
}) => {
  await page.goto(`${fullSite}/menu`);
  await waitForHydration(page);
  for (const format of ['Letter', 'A4'] as const) {
    const pdf = await page.pdf({ format });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), format).toHaveLength(3);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expectWhole(page);
  await expect(page.getByRole('group')).toHaveCount(0);
  await expect(page.getByText(/^Free of/)).not.toHaveCount(0);
  await expect(page.getByText(/Free of/).filter({ visible: true })).toHaveCount(0);
  const table = page.getByRole('table', {
    name: 'Scioto Table: allergens and diet As of Thursday, November 26, 2026',
  });
  // With the heads of the table and of its three sections.
  const rowCount = Object.keys(statements).length + 4;
  await expect(table.getByRole('row')).toHaveCount(rowCount);
  await expect(page.getByText(`Drinks are not part of this. Ask us: ${PHONE}`)).toBeVisible();

  await test.step('of the frame only the notice', async () => {
    const notice = page.getByRole('region', { name: 'Notice' });
    await expect(notice).toHaveText(`${NOTICE} (until Friday, November 27, 10:30 pm)`);
    await expect(notice.getByText('until Friday')).toBeVisible();
    await expect(page.getByText(/^Closed today/).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const colours = await notice.evaluate((band) => {
      const { color, backgroundColor } = getComputedStyle(band);
      return [color, backgroundColor];
    });
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  });

  await test.step('with a choice, it is on top and the dishes with it are not printed', async () => {
    await page.emulateMedia({ media: 'screen' });
    await box(page, 'milk').check();
    await box(page, 'gluten').check();
    await page.emulateMedia({ media: 'print' });
    await expectWithoutMilk(page);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    expect(await page.getByRole('group').innerText()).toMatch(/^Without/);
    for (const name of ['Milk', 'Gluten'])
      await expect(page.getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(rowCount);
  });
});
