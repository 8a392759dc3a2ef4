import type { Locator } from '@playwright/test';
import type { MenuAnswer } from '../../cms/src/menu/menuAnswers.ts';
import { addDays } from '../../cms/src/shared/hours/zonedTime.ts';
import { createGate } from '../support/gate.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

// What the screen sends and says has unit tests in `cms/src/admin/menu`; `menu.test.ts` has what the CMS does.

interface Dish {
  entreeName: string;
  description: string;
  position: number;
  dietaryStatement: unknown;
}

/** The entrees that the site shows, in its order. */
async function readEntrees(stack: Stack): Promise<Dish[]> {
  const { data }: { data: Dish[] } = JSON.parse(await stack.readContent('menu-entree'));
  return data.sort((a, b) => a.position - b.position);
}

const readNames = async (stack: Stack) => (await readEntrees(stack)).map(({ entreeName }) => entreeName);
const expectNames = (stack: Stack, names: string[]) => expect.poll(() => readNames(stack)).toEqual(names);

async function openMenu(page: Page, stack: Stack): Promise<void> {
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: /^Menu/ }).click();
  await expect(sectionOf(page).getByRole('listitem').first()).toBeVisible();
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Entrees' });
const rowOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const buttonIn = (part: Page | Locator, name: string | RegExp) =>
  part.getByRole('button', { name, exact: true });
const control = (page: Page, action: string, name: string) => buttonIn(page, `${action}: ${name}`);
const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `On the menu: ${name}`, exact: true });
const fieldOf = (page: Page, field: 'Name' | 'Description', name: string) =>
  page.getByRole('textbox', { name: `${field} of ${name}`, exact: true });
/** Opens what a dish has besides its name and its switch. */
const openItem = (page: Page, name: string) => buttonIn(rowOf(page, name), name).press('Enter');
const placeOf = (page: Page, name: string) =>
  page.getByRole('combobox', { name: `Place of ${name}`, exact: true });
const findField = (page: Page) => page.getByRole('searchbox', { name: 'Find on the menu' });
const newNameOf = (page: Page) => sectionOf(page).getByRole('textbox', { name: 'Name', exact: true });
const barOf = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const noticeOf = (page: Page) => barOf(page).getByRole('status').first();
const undoOf = (page: Page) => buttonIn(barOf(page), 'Undo');
const openerOf = (page: Page, name: string) =>
  buttonIn(page, new RegExp(`^(State|Change) allergens and diet: ${name}$`));
const panelOf = (page: Page, name: string) =>
  page.getByRole('group', { name: `Allergens and diet of ${name}` });
const choiceOf = (panel: Locator, label: string, words: string) =>
  panel.getByRole('radio', { name: `${label}: ${words}`, exact: true });
async function publish(page: Page): Promise<void> {
  await buttonIn(barOf(page), 'Publish the menu').click();
  await expect(noticeOf(page)).toHaveText(/^Published/);
}

/** Drags an item by its handle to the place of the next one, with the mouse or a finger. */
async function dragDown(page: Page, [name, next]: [string, string], usesTouch: boolean): Promise<void> {
  // Near an edge, the page would scroll while the item is dragged.
  await rowOf(page, name).evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const handles = [name, next].map((item) => page.getByTitle(`Drag: ${item}`, { exact: true }));
  for (const handle of handles) await handle.click({ trial: true });
  const [start, end] = await Promise.all(handles.map((handle) => handle.boundingBox()));
  if (!start || !end) throw new Error('a handle is not visible');
  const points = [0, 0.3, 0.6, 1].map((part) => ({
    x: start.x + start.width / 2,
    y: start.y + start.height / 2 + (end.y - start.y) * part,
  }));
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  for (const [index, point] of points.entries()) {
    if (usesTouch) await touch(index ? 'touchMove' : 'touchStart', [point]);
    else await page.mouse.move(point.x, point.y);
    if (!usesTouch && index === 0) await page.mouse.down();
  }
  await expect(rowOf(page, next)).toHaveAttribute('style', /translateY\(-/);
  await (usesTouch ? touch('touchEnd', []) : page.mouse.up());
}

test.describe('with a finger on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a few presses find, switch, move, delete and add dishes, and publish new words at once or at a time', async ({
    page,
    editableStack: stack,
  }) => {
    const longest = 'W'.repeat(80);
    await stack.addEntry('menu-entree', { entreeName: longest });
    const names = await readNames(stack);
    const [first = '', second = '', third = '', ...others] = names;
    const last = names.at(-2) ?? '';
    await openMenu(page, stack);
    expect(await listMisfits(page, true)).toEqual([]);

    // Sold out: found without scrolling, off the menu with one press, and with a second one until the next opening.
    await findField(page).tap();
    await page.keyboard.type(last.slice(0, 8).toUpperCase());
    await switchOf(page, last).tap();
    await expect(noticeOf(page)).toHaveText(new RegExp(`^“${last}” is off the menu until you put it back`));
    await expectNames(
      stack,
      names.filter((name) => name !== last),
    );
    expect(await listMisfits(page, true)).toEqual([]);
    const tomorrow = buttonIn(rowOf(page, last), new RegExp(`^Until (?!a day|I put).*: ${last}$`));
    await expect(tomorrow).toBeInViewport({ ratio: 1 });
    await tomorrow.tap();
    await expect(rowOf(page, last)).toContainText(/Off, back .+ at /);
    await undoOf(page).tap();
    await expect(rowOf(page, last)).toContainText('Off until you put it back');
    await undoOf(page).tap();
    await expect(switchOf(page, last)).toBeChecked();
    await expectNames(stack, names);
    await findField(page).fill('no such dish');
    await expect(page.getByText('Nothing on the menu is called “no such dish”.')).toBeVisible();
    await findField(page).fill('');
    await buttonIn(page.getByRole('navigation', { name: 'Parts of the menu' }), 'Entrees').tap();
    await expect(sectionOf(page).getByRole('heading')).toBeInViewport({ ratio: 1 });

    await dragDown(page, [first, second], true);
    await expectNames(stack, [second, first, third, ...others]);
    await undoOf(page).tap();
    await expectNames(stack, names);

    await openItem(page, second);
    expect(await listMisfits(page, true)).toEqual([]);
    await control(page, 'Delete', second).tap();
    await expectNames(stack, [first, third, ...others]);
    await undoOf(page).tap();
    await expectNames(stack, names);

    await openItem(page, third);
    await page.setViewportSize(PHONE_WITH_KEYBOARD);
    await fieldOf(page, 'Name', third).tap();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Trout');
    await expect(fieldOf(page, 'Name', third)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(PHONE);
    await buttonIn(sectionOf(page), 'Add a dish').tap();
    await expect(newNameOf(page)).toBeFocused();
    await page.keyboard.type('Walleye');
    expect(await listMisfits(page, true)).toEqual([]);

    // What is being typed is saved first.
    await buttonIn(barOf(page), 'Publish at…').tap();
    const { date } = await (await stack.asAdmin('GET', '/today')).json();
    await page
      .getByRole('dialog')
      .getByLabel('Day and time')
      .fill(`${addDays(date, 2)}T17:00`);
    expect(await listMisfits(page, true)).toEqual([]);
    await buttonIn(page.getByRole('dialog'), 'Publish at this time').tap();
    await expect(barOf(page).getByRole('list', { name: 'Planned' })).toContainText(
      /^Planned for .* at 5:00 pm, .*“Trout”.*“Walleye”/,
    );
    await expectNames(stack, names);
    await buttonIn(barOf(page), 'Publish the menu').tap();
    await expect(page.getByRole('dialog')).toContainText('also what waits for that time');
    await buttonIn(page.getByRole('dialog'), 'Publish now').tap();
    await expectNames(stack, [first, second, 'Trout', ...others, 'Walleye']);
  });

  test('four presses state the allergens of a dish, and one confirms them for new words', async ({
    page,
    editableStack: stack,
  }) => {
    const [name = '', next = ''] = await readNames(stack);
    const panel = panelOf(page, name);
    const readStated = async () => (await readEntrees(stack))[0]?.dietaryStatement;
    const press = (label: string, words: string) => choiceOf(panel, label, words).locator('..').tap();
    await openMenu(page, stack);
    await openItem(page, name);
    await openerOf(page, name).tap();
    expect(await listMisfits(page, true)).toEqual([]);
    expect(await listAxeViolations(page)).toEqual([]);

    // The line with what is stated appears above the buttons, and must not move them under the finger.
    const readTop = async () =>
      ((await panel.boundingBox())?.y ?? 0) - ((await rowOf(page, name).boundingBox())?.y ?? 0);
    const top = await readTop();
    await press('Milk', 'Contains');
    await expect(noticeOf(page)).toContainText('is saved');
    expect(await readTop()).toBeCloseTo(top, 0);
    await press('Wheat', 'Contains');
    await expect(choiceOf(panel, 'Gluten', 'Contains')).toBeChecked();
    await buttonIn(panel, 'Free of all the others').tap();
    await buttonIn(panel, 'Next dish').tap();
    await expect(panelOf(page, next)).toBeFocused();
    await expect(panel).toBeHidden();
    await buttonIn(panelOf(page, next), 'Done').tap();
    await expect(openerOf(page, next)).toBeFocused();
    await openItem(page, name);
    await expect(rowOf(page, name)).toContainText('Contains milk, wheat, and gluten. Free of eggs,');
    await expect(rowOf(page, name)).toContainText('the changes of “Allergens and diet”');
    expect(await readStated()).toBeNull();
    await publish(page);
    const stated = { diet: null, answers: { milk: 'contains', wheat: 'contains', eggs: 'free' } };
    expect(await readStated()).toMatchObject(stated);

    // The press is for the words that are typed, and the site shows both together.
    await fieldOf(page, 'Description', name).fill('With aioli.');
    await expect(rowOf(page, name)).toContainText('The words have changed since: is this still right?');
    await control(page, 'Still right', name).tap();
    await expect(openerOf(page, name)).toBeFocused();
    await expect(noticeOf(page)).toHaveText(
      /is saved\. Not on the site until you press “Publish the menu”\.$/,
    );
    await publish(page);
    expect((await readEntrees(stack))[0]?.description).toBe('With aioli.');
    expect(await readStated()).toMatchObject(stated);
  });
});

/** Whether nothing covers the middle of the control that has the focus. */
const isFocusUncovered = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const { x, y, width, height } = activeElement?.getBoundingClientRect() ?? new DOMRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return activeElement?.contains(top) || top?.closest('label')?.contains(activeElement);
  });

test('with the keyboard only, the owner changes the menu, and the focus stays where she works', async ({
  page,
  editableStack: stack,
}) => {
  const names = await readNames(stack);
  const [first = '', second = '', third = '', ...others] = names;
  const dialog = page.getByRole('dialog');
  await openMenu(page, stack);

  await openItem(page, first);
  await placeOf(page, first).press('ArrowDown');
  await expect(noticeOf(page)).toHaveText(`“${first}” is now number 2 of ${names.length}, after ${second}.`);
  await expectNames(stack, [second, first, third, ...others]);
  await placeOf(page, first).press('ArrowUp');
  await expectNames(stack, names);
  await expect(placeOf(page, first)).toBeFocused();

  await control(page, 'Delete', first).press('Enter');
  await expect(undoOf(page)).toBeFocused();
  await expectNames(stack, [second, third, ...others]);
  await page.keyboard.press('Enter');
  await expectNames(stack, names);

  await openItem(page, second);
  await fieldOf(page, 'Name', second).fill('Trout');
  await fieldOf(page, 'Name', second).press('Enter');
  await expect(rowOf(page, 'Trout')).toContainText(`the site shows “${second}`);
  const add = buttonIn(sectionOf(page), 'Add a dish');
  await add.press('Enter');
  await expect(newNameOf(page)).toBeFocused();
  await page.keyboard.type('Walleye');
  await page.getByRole('combobox', { name: 'Place of the new dish' }).selectOption('3. After Trout');
  await buttonIn(sectionOf(page), 'Add').press('Enter');
  await expect(rowOf(page, 'Walleye')).toContainText(/new: not on the site/i);
  await expect(add).toBeFocused();
  const { sections }: MenuAnswer = await (await stack.asAdmin('GET', '/menu')).json();
  const entrees = sections.find(({ id }) => id === 'menu-entrees')?.lists[0]?.items ?? [];
  expect(entrees.slice(0, 4).map(({ name }) => name)).toEqual([first, 'Trout', 'Walleye', third]);

  await switchOf(page, first).press('Space');
  const untilDay = control(page, 'Until a day…', first);
  await untilDay.press('Enter');
  await expect(dialog.getByLabel('Day', { exact: true })).toBeFocused();
  expect(await listAxeViolations(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Choose a day.');
  await page.keyboard.press('Escape');
  await expect(untilDay).toBeFocused();

  const panel = panelOf(page, third);
  await openItem(page, third);
  await openerOf(page, third).press('Enter');
  await expect(openerOf(page, third)).toBeFocused();
  const reached: string[] = [];
  for (let controls = 0; controls < 14; controls += 1) {
    await page.keyboard.press('Tab');
    const { activeElement } = await page.evaluate(() => ({
      activeElement:
        document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    }));
    reached.push(activeElement ?? '');
    expect(await isFocusUncovered(page), reached.at(-1)).toBe(true);
  }
  expect(reached.slice(0, 3)).toEqual(['Diet: None stated', 'Milk: Ask us', 'Eggs: Ask us']);
  expect(reached.slice(-3)).toEqual(['Free of all the others', 'Next dish', 'Done']);
  await choiceOf(panel, 'Milk', 'Ask us').focus();
  await page.keyboard.press('ArrowRight');
  await expect(choiceOf(panel, 'Milk', 'Contains')).toBeChecked();
  await choiceOf(panel, 'Diet', 'Vegan').press('Space');
  await expect(barOf(page).getByRole('alert')).toHaveText('A vegan dish can’t contain milk.');
  await expect(choiceOf(panel, 'Diet', 'None stated')).toBeChecked();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listAxeViolations(page)).toEqual([]);
  }
  await buttonIn(panel, 'Done').press('Enter');
  await expect(openerOf(page, third)).toBeFocused();

  await control(page, 'Delete', third).press('Enter');
  await expect(rowOf(page, third)).toHaveCount(0);
  await page.getByRole('link', { name: 'Earlier versions' }).press('Enter');
  const deletion = page
    .getByRole('list', { name: 'Earlier versions' })
    .getByRole('listitem')
    .filter({ hasText: `Entrees: “${third}” deleted` });
  await buttonIn(deletion, 'Bring back').press('Enter');
  await expect(buttonIn(deletion, 'Undo')).toBeFocused();
  await expectNames(stack, [second, third, ...others]);
});

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the owner drags a dish, and what she types stays through an undo, or is in a message', async ({
    page,
    editableStack: stack,
  }) => {
    const [first = '', second = '', ...others] = await readNames(stack);
    const moved = [second, first, ...others];
    await openMenu(page, stack);
    expect(await listMisfits(page, false)).toEqual([]);
    await dragDown(page, [first, second], false);
    await expectNames(stack, moved);

    // “Undo” is about the deletion, and not about the words that the press would otherwise save.
    const description = fieldOf(page, 'Description', second);
    await openItem(page, first);
    await control(page, 'Delete', first).click();
    await expectNames(stack, [second, ...others]);
    await openItem(page, second);
    await description.fill('With butter.');
    await undoOf(page).click();
    await expectNames(stack, moved);
    await expect(description).toHaveValue('With butter.');
    await publish(page);
    expect((await readEntrees(stack))[0]?.description).toBe('With butter.');

    // Words that can't be saved while the screen is left are in the message about it.
    const rejection = createGate();
    const error = { status: 400, name: 'ValidationError', message: 'Not now.' };
    await page.route('**/items/*', (route) =>
      rejection.opened.then(() => route.fulfill({ status: 400, json: { data: null, error } })),
    );
    await fieldOf(page, 'Name', second).fill('Sturgeon');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
    rejection.open();
    await expect(page.getByText(/could not be saved: “Sturgeon/)).toBeVisible();
    const menu: MenuAnswer = await (await stack.asAdmin('GET', '/menu')).json();
    expect(menu.unpublished).toBe(0);
  });
});
