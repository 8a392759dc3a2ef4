import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { expect, test } from '../support/stack.ts';

// `holidays.test.ts` has what the CMS asks and does. Here its answers are made up, because the days of a shared stack are those of the calendar.

const QUESTIONS = [
  {
    name: 'Christmas Eve',
    date: '2090-12-24',
    sentence: 'Christmas Eve is Sunday, December 24',
    hours: '5 pm – 9 pm',
  },
  {
    name: 'Christmas',
    date: '2090-12-25',
    sentence: 'Christmas is Monday, December 25',
    hours: '5 pm – 9 pm',
  },
];

test.use({ viewport: PHONE, hasTouch: true });

test('a holiday takes one press or two, a double press answers one question, and undo asks again', async ({
  page,
  stack,
}) => {
  const open = new Set(QUESTIONS.map(({ date }) => date));
  const answers: object[] = [];
  await page.route(/\/today\/holidays/, async (route) => {
    const request = route.request();
    const date = request.url().slice(-10);
    if (request.method() === 'PUT') {
      const body: { undo: boolean } = request.postDataJSON();
      answers.push({ date, ...body });
      if (body.undo) open.add(date);
      else open.delete(date);
    }
    const isDecided = request.method() === 'PUT' && !open.has(date);
    const json = {
      questions: QUESTIONS.filter((question) => open.has(question.date)),
      validMs: 3_600_000,
      ...(isDecided && { decision: `Decided: ${date}` }),
    };
    await route.fulfill({ json });
  });
  await openAdmin(page, stack);
  const card = page.getByRole('region', { name: 'Holidays' });
  const question = (name: RegExp) => card.getByRole('group', { name });
  const button = (name: RegExp, label: string) => question(name).getByRole('button', { name: label });
  const status = card.getByRole('status');
  await expect(card.getByRole('group')).toHaveCount(2);
  expect(await listMisfits(page, true)).toEqual([]);
  expect(await listAxeViolations(page)).toEqual([]);

  await button(/^Christmas Eve/, 'Closed').tap();
  await expect(status).toHaveText('Done. Decided: 2090-12-24.');
  await expect(status).toBeFocused();
  // The second press of a double one, on the question that has come to its place.
  await button(/^Christmas is/, 'Closed').dispatchEvent('click', { detail: 2 });
  await expect(question(/^Christmas is/)).toBeVisible();
  expect(answers).toEqual([{ date: '2090-12-24', closed: true, reason: 'Christmas Eve', undo: false }]);
  expect(await listMisfits(page, true)).toEqual([]);
  // Without a connection, Undo stays, as the sentence says to try again.
  await page.route(/\/today\/holidays\//, (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(/not certain/);
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Done. Christmas Eve is asked about again.');
  await expect(status).toBeFocused();

  // The form starts from the usual hours, with the reason; without a connection, what was typed stays.
  await button(/^Christmas is/, 'Other hours').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Other hours' });
  await expect(dialog.getByLabel('Hours')).toHaveValue('5 pm – 9 pm');
  await dialog.getByLabel('Hours').fill('noon – 6 pm');
  await page.route(/\/today\/holidays\//, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Show these hours' }).tap();
  await expect(dialog.getByRole('alert')).toHaveText(/not certain/);
  await page.unroute(/\/today\/holidays\//);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await listAxeViolations(page, 'dialog')).toEqual([]);
  await dialog.getByLabel('Hours').press('Enter');
  await expect(status).toHaveText('Done. Decided: 2090-12-25.');
  await expect(status).toBeFocused();
  expect(answers.at(-1)).toEqual({
    date: '2090-12-25',
    hours: 'noon – 6 pm',
    reason: 'Christmas',
    undo: false,
  });
  expect(await listAxeViolations(page)).toEqual([]);
});

test('the table card prints on two sheets, black on white in dark mode, and not while guests can’t reach the site', async ({
  page,
  stack,
}) => {
  await openAdmin(page, stack);
  await page.getByText('What no page shows').tap();
  await page.getByRole('link', { name: 'Table card to print' }).tap();
  await expect(
    page.getByText(/nothing to print yet: guests can’t reach http:\/\/localhost:\d+\/menu,/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);

  // The longest name that the form accepts, in capitals, and a long address.
  const url = `https://${'www.the-old-scioto-river-table-and-tavern.'.repeat(2)}example/menu`;
  const json = { name: 'THE OLD SCIOTO RIVER TABLE AND TAVERN CO', url, isPublic: true };
  await page.route(/\/menu\/card$/, (route) => route.fulfill({ json }));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  expect(await listMisfits(page, true)).toEqual([]);
  expect(await listAxeViolations(page)).toEqual([]);
  for (const format of ['Letter', 'A4'] as const) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(2);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('button', { includeHidden: true, name: 'Print' })).toBeHidden();
  const sides = page.locator('[data-sheets] section > svg');
  await expect(sides).toHaveCount(3);
  for (const side of await sides.all()) {
    await expect(side).toBeVisible();
    await expect(side).toHaveCSS('fill', 'rgb(0, 0, 0)');
    const overflow = await side.evaluate((svg: SVGSVGElement) => {
      const frame = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('text')].filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < frame.left || right > frame.right;
      }).length;
    });
    expect(overflow).toBe(0);
  }
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
