import type { Locator } from '@playwright/test';
import { addDays } from '../../cms/src/shared/hours/zonedTime.ts';
import { expectOnSite } from '../support/expectOnSite.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, publishEntry } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { expect, type Stack, test } from '../support/stack.ts';

test.use({ viewport: PHONE, hasTouch: true });

/** Reads the published opening hours. */
async function readHours(stack: Stack): Promise<{ description: string; specialDays: object[] }> {
  const response = await fetch(`${stack.cms}/api/contactpages/contact-hours?populate=*`, {
    headers: { connection: 'close' },
  });
  return (await response.json()).data;
}

/** Finds what is offered below a field. */
const findOffer = (part: Locator, question: RegExp) => {
  const offer = part.getByRole('status').filter({ hasText: question });
  return { offer, answers: offer.getByRole('button') };
};

/** Checks that a finger can press each of the answers. */
async function expectTouchable(answers: Locator): Promise<void> {
  for (const answer of await answers.all())
    expect((await answer.boundingBox())?.height).toBeGreaterThanOrEqual(44);
}

test('the owner types hours as she speaks, and one tap writes them as the site understands them', async ({
  page,
  editableStack: stack,
}) => {
  const { date } = await (await stack.asAdmin('GET', '/today')).json();
  const [year, month, day] = addDays(date, 1).split('-');
  await openAdmin(page, stack);
  await page.getByRole('link', { name: 'Opening hours, special days' }).tap();
  const main = page.getByRole('main');
  const hours = page.getByLabel('Opening hours');
  const hoursOfDay = page.getByLabel('Hours', { exact: true });

  await test.step('weekly hours: the tap replaces only the line that is not understood', async () => {
    await hours.fill('Monday: Closed\nTue-Sat 5-10, Sun 11-9\nBy appointment on holidays');
    const { offer, answers } = findOffer(main, /^Did you mean this by “Tue-Sat 5-10, Sun 11-9”\?/);
    await expect(answers).toHaveText(['Tuesday – Saturday: 5:00 pm – 10:00 pm\nSunday: 11:00 am – 9:00 pm']);
    expect(await listMisfits(page, true)).toEqual([]);
    expect(await listAxeViolations(page)).toEqual([]);
    await answers.tap();
    await expect(hours).toHaveValue(
      'Monday: Closed\nTuesday – Saturday: 5:00 pm – 10:00 pm\nSunday: 11:00 am – 9:00 pm\nBy appointment on holidays',
    );
    await expect(offer).toBeHidden();
    await expect(
      main.getByRole('status').filter({ hasText: /^The site understands: Monday closed/ }),
    ).toBeFocused();
  });

  await test.step('a special day: the answer to the question is the hours', async () => {
    await page.getByRole('button', { name: /^None yet/ }).tap();
    const firstDay = page.getByRole('combobox', { name: 'Day', exact: false }).first();
    await firstDay.fill(`${month}/${day}/${year}`);
    await firstDay.press('Tab');
    await hoursOfDay.fill('5pm till late');
    const { answers } = findOffer(main, /^Until when are you open in “5pm till late”\?/);
    await expect(answers).toHaveText(['5:00 pm – 9:00 pm', '5:00 pm – 10:00 pm', '5:00 pm – 11:00 pm']);
    await expectTouchable(answers);
    await answers.nth(2).tap();
    await expect(hoursOfDay).toHaveValue('5:00 pm – 11:00 pm');
    await expect(answers).toHaveCount(0);
  });

  await test.step('Publish asks nothing, and the site shows both', async () => {
    await publishEntry(page);
    expect(await readHours(stack)).toMatchObject({
      description: expect.stringContaining('Tuesday – Saturday: 5:00 pm – 10:00 pm\n'),
      specialDays: [{ from: addDays(date, 1), closed: false, hours: '5:00 pm – 11:00 pm' }],
    });
    for (const text of ['Tuesday – Saturday', '5:00 pm – 11:00 pm'])
      await expectOnSite(stack, '/contact', text);
  });

  await test.step('today: the offer is in the dialog, also for the keyboard', async () => {
    await page.goBack();
    await page.getByRole('button', { name: 'Different hours today' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Hours')).toBeFocused();
    await page.keyboard.type('11-2 & 5-9');
    const { answers } = findOffer(dialog, /^Did you mean this by “11-2 & 5-9”\?/);
    await expect(answers).toHaveText(['11:00 am – 2:00 pm, 5:00 pm – 9:00 pm']);
    await expectTouchable(answers);
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(answers).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Hours')).toHaveValue('11:00 am – 2:00 pm, 5:00 pm – 9:00 pm');
    await expect(answers).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Show these hours' }).tap();
    await expect(page.getByRole('region', { name: 'Today' }).getByRole('status')).toContainText(
      'opens at 11:00 am',
    );
    await expectOnSite(stack, '/', 'opens at 11:00 am');
  });
});
