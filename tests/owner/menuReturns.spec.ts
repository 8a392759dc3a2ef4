import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { saveDraft, send } from '../support/entries.ts';
import { expectOnSite } from '../support/expectOnSite.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { expect, test } from '../support/operations.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { listChanges } from '../support/schedule.ts';
import { copySeededData } from '../support/seededCopy.ts';
import type { Page, Stack } from '../support/stack.ts';
import { TestClock } from '../support/testClock.ts';

const FRIES = { uid: 'api::menu-side.menu-side', documentId: 'hand-cut-fries' };
const NAME = 'Hand-Cut Fries';
/** A Tuesday, later than the seeded content. */
const NOW = '2037-11-24T12:00:00-05:00';
const TOMORROW = 'Wednesday, November 25 at 4:30 pm, tomorrow';

test.use({ viewport: PHONE, hasTouch: true });

let clock: TestClock;
let stack: Stack;

test.beforeEach(async ({ page, scratch, startStack }) => {
  clock = new TestClock(scratch, NOW);
  const folder = join(scratch, 'data');
  copySeededData(folder);
  stack = await startStack(folder, '', { TIME_ZONE: 'America/New_York', ...clock.env });
  await page.clock.install({ time: NOW });
});

const rowOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `On the menu: ${name}`, exact: true });
const buttonIn = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true });
const nameOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Name of ${name}`, exact: true });
const barOf = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const plannedOf = (page: Page) => barOf(page).getByRole('list', { name: 'Planned' });
const noticeOf = (page: Page) => barOf(page).getByRole('status').first();
const dialogOf = (page: Page) => page.getByRole('dialog');
const menuLinkOf = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Menu/ });

async function openMenu(page: Page): Promise<void> {
  await openAdmin(page, stack);
  await menuLinkOf(page).tap();
  await expect(rowOf(page, NAME)).toBeVisible();
}

const readSides = () => stack.readContent('menu-side');

const expectAccessible = async (page: Page, part = 'main') => {
  expect(await listAxeViolations(page, part)).toEqual([]);
  expect(await listMisfits(page, true)).toEqual([]);
};

/** Lets a time come for the CMS, and then for the page. */
async function waitUntil(page: Page, time: string, minutes: number): Promise<void> {
  clock.set(time);
  await page.clock.fastForward(minutes * 60_000);
}

test('three taps take a dish off the menu until tomorrow, and it comes back on the open screen by itself', async ({
  page,
}) => {
  const row = rowOf(page, NAME);
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  await saveDraft(stack, FRIES, { description: 'Not for guests yet' });

  await test.step('three taps', async () => {
    await openAdmin(page, stack);
    await tap(menuLinkOf(page));
    await tap(switchOf(page, NAME));
    // The bar grows with its sentence, and could cover the button just then.
    await expect(noticeOf(page)).toContainText('until you put it back');
    await tap(buttonIn(row, `Until tomorrow: ${NAME}`));
    expect(taps).toBe(3);
    await expect(row).toContainText(`Off the menu, back ${TOMORROW}`);
    await expect(noticeOf(page)).toHaveText(`“${NAME}” is off the menu of the site, back ${TOMORROW}.`);
    expect(await readSides()).not.toContain(NAME);
    await expectAccessible(page);
  });

  await test.step('“Undo” takes back one tap after the other', async () => {
    await buttonIn(barOf(page), 'Undo').tap();
    await expect(row).toContainText('Off the menu until I put it back');
    await expectAccessible(page);
    await buttonIn(barOf(page), 'Undo').tap();
    await expect(switchOf(page, NAME)).toBeChecked();
    await expect(row).not.toContainText('until I put it back');
    expect(await readSides()).toContain(NAME);
  });

  await test.step('it comes back, without its open draft', async () => {
    await switchOf(page, NAME).tap();
    await expect(noticeOf(page)).toContainText('until you put it back');
    await buttonIn(row, `Until tomorrow: ${NAME}`).tap();
    await expect(noticeOf(page)).toContainText('tomorrow');
    const [planned] = await listChanges(stack);
    await send(stack, 'PUT', `/schedule/${planned?.id}`, { time: '2037-11-24T12:05' });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(row).toContainText('at 12:05 pm, today, in five minutes');
    await waitUntil(page, '2037-11-24T12:05:00-05:00', 5);
    await expectOnSite(stack, '/menu', NAME);
    await page.clock.fastForward(60_000);
    await expect(switchOf(page, NAME)).toBeChecked();
    await expect(row).not.toContainText('Off the menu');
    await expect(row).toContainText('Not on the site yet');
    expect(await readSides()).not.toContain('Not for guests yet');
  });
});

test('with the keyboard, a drink is off the menu until a day', async ({ page }) => {
  await openMenu(page);
  const drink = page.getByRole('list', { name: 'Soft drinks' }).getByRole('listitem').first();
  const name = (await drink.getAttribute('aria-label')) ?? '';
  const untilDay = buttonIn(drink, `Until a day…: ${name}`);
  const putBack = buttonIn(drink, `Until I put it back: ${name}`);
  const date = dialogOf(page).getByLabel('Day', { exact: true });
  const isOff = async () => {
    const { data } = JSON.parse(await stack.readContent('menu-soft-drinks'));
    return data.drinks.some(
      ({ drinkName, offMenu }: { drinkName: string; offMenu: boolean }) => offMenu && drinkName === name,
    );
  };

  await test.step('the next opening, and again until she puts it back', async () => {
    await switchOf(page, name).press('Space');
    await expect(switchOf(page, name)).toBeFocused();
    await buttonIn(drink, `Until tomorrow: ${name}`).press('Enter');
    await expect(putBack).toBeFocused();
    await expect(drink).toContainText(`Off the menu, back ${TOMORROW}`);
    await page.keyboard.press('Enter');
    await expect(drink).toContainText('Off the menu until I put it back');
    await expect(buttonIn(drink, `Until tomorrow: ${name}`)).toBeFocused();
    await expect.poll(() => listChanges(stack)).toEqual([]);
  });

  await test.step('without a day, and with one that has passed, the dialog says what is wrong', async () => {
    await page.keyboard.press('Tab');
    await expect(untilDay).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(date).toBeFocused();
    await expectAccessible(page, 'dialog');
    await page.keyboard.press('Enter');
    await expect(dialogOf(page).getByRole('alert')).toHaveText('Choose a day.');
    await date.fill('2037-11-23');
    await page.keyboard.press('Enter');
    await expect(dialogOf(page).getByRole('alert')).toHaveText(/^This has passed/);
  });

  await test.step('Escape leaves it as it is', async () => {
    await page.keyboard.press('Escape');
    await expect(untilDay).toBeFocused();
    expect(await listChanges(stack)).toEqual([]);
  });

  await test.step('a day on which the restaurant is closed is the next one on which it is open', async () => {
    await page.keyboard.press('Enter');
    await date.fill('2037-11-30');
    await page.keyboard.press('Enter');
    await expect(drink).toContainText('back Tuesday, December 1 at 4:30 pm, in seven days');
    await expect(putBack).toBeFocused();
    expect(await isOff()).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  await test.step('the switch puts it back, and “Undo” takes it off until the same day', async () => {
    await switchOf(page, name).press('Space');
    await expect.poll(isOff).toBe(false);
    await expect(drink).not.toContainText('Off the menu');
    await buttonIn(barOf(page), 'Undo').press('Enter');
    await expect(drink).toContainText('back Tuesday, December 1 at 4:30 pm, in seven days');
    expect(await isOff()).toBe(true);
  });
});

test('a new dish has no return, and a day later than tomorrow is named', async ({ page }) => {
  // A Sunday: closed on Mondays.
  clock.set('2037-11-29T12:00:00-05:00');
  await page.clock.setSystemTime('2037-11-29T12:00:00-05:00');
  await send(stack, 'POST', '/menu/menu-side/items', { name: 'Slaw' });
  await openMenu(page);
  await expect(rowOf(page, 'Slaw')).toContainText('New: not on the site yet');
  await expect(rowOf(page, 'Slaw')).not.toContainText('Off the menu');
  await switchOf(page, NAME).tap();
  await buttonIn(rowOf(page, NAME), `Until Tuesday: ${NAME}`).tap();
  await expect(rowOf(page, NAME)).toContainText('back Tuesday, December 1 at 4:30 pm, in two days');
});

test('the menu goes out at the time that the owner chose, with the words that she chose', async ({
  page,
}) => {
  await openMenu(page);
  const planned = plannedOf(page);
  const publishAt = buttonIn(barOf(page), 'Publish at…');
  const time = dialogOf(page).getByLabel('Day and time');
  const plan = async (localTime: string) => {
    await publishAt.tap();
    await time.fill(localTime);
    await buttonIn(dialogOf(page), 'Publish then').tap();
    await expect(dialogOf(page)).toHaveCount(0);
  };
  const typeName = async (name: string, next: string) => {
    await nameOf(page, name).fill(next);
    await nameOf(page, name).press('Enter');
    await expect(rowOf(page, next)).toBeVisible();
  };

  await test.step('nothing waits, and nothing is planned', async () => {
    await expect(publishAt).toHaveCount(0);
    await expect(planned).toHaveCount(0);
  });

  await test.step('what she is typing is saved and planned', async () => {
    await nameOf(page, NAME).fill('Evening fries');
    await publishAt.tap();
    await time.fill('2037-11-24T12:05');
    await expect(dialogOf(page).getByRole('status')).toHaveText(
      'Tuesday, November 24 at 12:05 pm, today, in five minutes.',
    );
    await expectAccessible(page, 'dialog');
    await buttonIn(dialogOf(page), 'Publish then').tap();
    await expect(planned).toContainText(/^Goes out Tuesday.* in five minutes: “Evening fries”\./);
    await expect(noticeOf(page)).toHaveText(/^Planned/);
    await expect(publishAt).toBeFocused();
    await expectAccessible(page);
    expect(await readSides()).not.toContain('Evening fries');
  });

  await test.step('when she goes on editing, the bar says so and asks', async () => {
    await expect(planned).not.toContainText('without what you have changed');
    await typeName('Evening fries', 'Better fries');
    await expect(planned).toContainText(/“Evening fries”\. It goes out without what you have changed/);
    await expectAccessible(page);
    await buttonIn(planned, 'Send these instead').tap();
    await expect(planned).toContainText('“Better fries”.');
    await expect(planned).not.toContainText('without what you have changed');
    await expect(planned).toBeFocused();
    expect(await listChanges(stack)).toHaveLength(1);
  });

  await test.step('a second one is listed below the first', async () => {
    await typeName('Better fries', 'Thursday fries');
    await plan('2037-11-26T17:00');
    await expect(planned.getByRole('listitem')).toContainText([
      /“Better fries”\. It goes out without/,
      /^Goes out Thursday, November 26 at 5:00 pm, in two days: “Thursday fries”\./,
    ]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  await test.step('at its time, the site and the open screen show it', async () => {
    await waitUntil(page, '2037-11-24T12:05:00-05:00', 5);
    await expectOnSite(stack, '/menu', 'Better fries');
    await page.clock.fastForward(60_000);
    await expect(planned.getByRole('listitem')).toContainText(['“Thursday fries”']);
    await expect(rowOf(page, 'Thursday fries')).toContainText('the site shows “Better fries”');
  });

  await test.step('newer words on the site are named, because the planned ones replace them', async () => {
    await typeName('Thursday fries', 'Newest fries');
    await buttonIn(barOf(page), 'Publish the menu').tap();
    await expect(dialogOf(page)).toContainText('also what waits for that time');
    await expectAccessible(page, 'dialog');
    await buttonIn(dialogOf(page), 'Publish now').tap();
    await expect(planned).toContainText(/“Thursday fries”\. The site shows newer words already/);
    await expect(buttonIn(planned, 'Send these instead')).toHaveCount(0);
  });

  await test.step('the first screen changes and cancels it', async () => {
    await planned.getByRole('link', { name: 'Change or cancel' }).tap();
    const coming = page.getByRole('region', { name: 'What is coming' });
    await expect(coming).toContainText('“Thursday fries”');
    await buttonIn(coming, 'Cancel').tap();
    await buttonIn(dialogOf(page), 'Cancel it').tap();
    await expect(coming).toHaveCount(0);
    await menuLinkOf(page).tap();
    await expect(rowOf(page, 'Newest fries')).toBeVisible();
    await expect(planned).toHaveCount(0);
  });
});

test('a time without an answer from the CMS is planned once, and what is refused is one sentence', async ({
  page,
}) => {
  await openMenu(page);
  await nameOf(page, NAME).fill('Evening fries');
  await buttonIn(barOf(page), 'Publish at…').tap();
  const problem = dialogOf(page).getByRole('alert');
  const confirm = buttonIn(dialogOf(page), 'Publish then');
  const time = dialogOf(page).getByLabel('Day and time');
  await time.fill('2037-11-26T17:00');
  await page.route('**/menu/schedule', (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await confirm.tap();
  await expect(problem).toHaveText(/no connection right now/);
  await expect(plannedOf(page)).toContainText('“Evening fries”');
  await confirm.tap();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await listChanges(stack)).toHaveLength(1);

  await nameOf(page, 'Evening fries').fill('');
  await buttonIn(barOf(page), 'Publish at…').tap();
  await time.fill('2037-11-27T17:00');
  await confirm.tap();
  await expect(problem).toHaveText(/^Nothing was published/);
  expect(await listChanges(stack)).toHaveLength(1);
});
