import type { Locator, Route } from '@playwright/test';
import type { MenuAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const ENTREES = '/content-manager/collection-types/api::menu-entree.menu-entree';
const SECRET = 'Not for guests yet';

/** Presses what a person would, with a mouse or a finger, and counts the presses. */
class Hand {
  presses = 0;

  constructor(private readonly usesTouch: boolean) {}

  async press(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    expect(box?.height, String(target)).toBeGreaterThanOrEqual(44);
    expect(box?.width, String(target)).toBeGreaterThanOrEqual(44);
    await (this.usesTouch ? target.tap() : target.click());
    this.presses += 1;
  }

  /** Runs a task on the menu screen, which takes one press to open; returns the presses from the first screen. */
  async count(task: () => Promise<unknown>): Promise<number> {
    this.presses = 1;
    await task();
    return this.presses;
  }

  /** Drags an item by its handle to the place of the next one. */
  async dragDown(page: Page, name: string, next: string): Promise<void> {
    // Near an edge, the page would scroll while the item is dragged.
    await rowOf(page, name).evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const handles = [name, next].map((item) => control(page, 'Drag', item));
    for (const handle of handles) await handle.click({ trial: true });
    const [start, end] = await Promise.all(handles.map((handle) => handle.boundingBox()));
    if (!start || !end) throw new Error('a handle is not visible');
    const points = [0, 0.3, 0.6, 1].map((part) => ({
      x: start.x + start.width / 2,
      y: start.y + start.height / 2 + (end.y - start.y) * part,
    }));
    const [first = { x: 0, y: 0 }, ...rest] = points;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof points) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    if (this.usesTouch) await touch('touchStart', [first]);
    else {
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
    }
    for (const point of rest)
      await (this.usesTouch ? touch('touchMove', [point]) : page.mouse.move(point.x, point.y));
    await expect(liveRegionOf(page, name)).toContainText(`, after ${next}.`);
    await (this.usesTouch ? touch('touchEnd', []) : page.mouse.up());
  }
}

interface Dish {
  entreeName: string;
  documentId: string;
  description: string;
  position: number;
}

/** The entrees that the CMS gives to the site, in the order in which the site shows them. */
async function readEntrees(stack: Stack): Promise<Dish[]> {
  const { data }: { data: Dish[] } = JSON.parse(await stack.readContent('menu-entree'));
  return data.sort((a, b) => a.position - b.position || a.entreeName.localeCompare(b.entreeName, 'en'));
}

const readNames = async (stack: Stack) => (await readEntrees(stack)).map(({ entreeName }) => entreeName);

const expectNames = (stack: Stack, names: string[]) => expect.poll(() => readNames(stack)).toEqual(names);

async function openMenu(page: Page, stack: Stack, hand?: Hand): Promise<void> {
  await openAdmin(page, stack);
  const link = page.getByRole('main').getByRole('link', { name: /^Menu/ });
  await (hand ? hand.press(link) : link.click());
  await waitForMenu(page);
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Entrees' });
const rowsOf = (page: Page) => sectionOf(page).getByRole('listitem');
const waitForMenu = (page: Page) => expect(rowsOf(page).first()).toBeVisible();
/** What a screen reader says while an item is dragged. */
const liveRegionOf = (page: Page, name: string) =>
  page.locator('[id^="DndLiveRegion"]').filter({ hasText: name });

const rowOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const control = (page: Page, action: string, name: string) =>
  page.getByRole('button', { name: `${action}: ${name}`, exact: true });
const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `On the menu: ${name}`, exact: true });
const nameOf = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Name of ${name}`, exact: true });
const newNameIn = (part: Page | Locator) => part.getByRole('textbox', { name: 'Name', exact: true });
const undoOf = (part: Page | Locator) => part.getByRole('button', { name: 'Undo' });
const barOf = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const noticeOf = (page: Page) => barOf(page).getByRole('status');
const problemOf = (page: Page) => barOf(page).getByRole('alert');
const publishOf = (page: Page) => page.getByRole('button', { name: 'Publish the menu' });

/** The place of a dish, as the screen describes it. */
function describePlace(names: string[], index: number): string {
  const place = `number ${index + 1} of ${names.length}`;
  return index === 0 ? place : `${place}, after ${names[index - 1]}`;
}

/** Expects the row of an item to say that the site still shows another name. */
const expectShownName = (page: Page, name: string, shown: string) =>
  expect(rowOf(page, name)).toContainText(new RegExp(`the site shows “${shown}”`));

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the owner drags a dish, and undoes a deletion while she types', async ({
    page,
    editableStack: stack,
  }) => {
    const entrees = await readEntrees(stack);
    const [first = '', second = '', ...others] = entrees.map(({ entreeName }) => entreeName);
    await openMenu(page, stack);
    expect(await listMisfits(page, false)).toEqual([]);

    await test.step('a dish that is dragged by its handle takes the place of the next one', async () => {
      await new Hand(false).dragDown(page, first, second);
      await expectNames(stack, [second, first, ...others]);
    });

    await test.step('“Undo” brings back the dish that the bar names, and keeps the words in the field', async () => {
      const field = page.getByRole('textbox', { name: `Description of ${second}`, exact: true });
      await control(page, 'Delete', first).click();
      await expect(noticeOf(page)).toHaveText(new RegExp(`^“${first}” is deleted`));
      await expectNames(stack, [second, ...others]);
      await field.fill('With butter.');
      await undoOf(page).click();
      await expect(noticeOf(page)).toHaveText(/^Undone/);
      await expectNames(stack, [second, first, ...others]);
      expect((await readEntrees(stack))[0]?.description).toBe(entrees[1]?.description);
      await expect(field).toHaveValue('With butter.');
    });

    await test.step('“Publish the menu” publishes these words', async () => {
      await publishOf(page).click();
      await expect(noticeOf(page)).toHaveText(/^Published/);
      expect((await readEntrees(stack))[0]?.description).toBe('With butter.');
    });
  });
});

/** Adds entrees that the site has never shown. */
const addDrafts = (stack: Stack, count: number) =>
  stack.runStatement(`
    INSERT INTO menu_entrees (document_id, entree_name, position, created_at, updated_at)
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION SELECT number + 1 FROM numbers WHERE number < ${count})
    SELECT 'draft-' || number, 'Draft ' || number, 1000 + number, 0, 0 FROM numbers`);

test.describe('with a finger on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the owner changes the menu with few presses', async ({ page, editableStack: stack }) => {
    const hand = new Hand(true);
    const entrees = await readEntrees(stack);
    const names = entrees.map(({ entreeName }) => entreeName);
    const [first = '', second = '', third = '', ...others] = names;
    const moved = [second, first, third, ...others];
    const draft = `${ENTREES}/${entrees[1]?.documentId}`;
    await stack.asAdmin('PUT', draft, { description: SECRET });

    await test.step('one press opens the menu, which fits on the screen', async () => {
      await openMenu(page, stack, hand);
      expect(hand.presses).toBe(1);
      expect(await listMisfits(page, true)).toEqual([]);
    });

    await test.step('two presses take a dish off the menu, and two put it back', async () => {
      expect(await hand.count(() => hand.press(switchOf(page, second)))).toBe(2);
      await expectNames(stack, [first, third, ...others]);
      await expect(noticeOf(page)).toHaveText(new RegExp(`^“${second}” is off the menu`));
      expect(await hand.count(() => hand.press(switchOf(page, second)))).toBe(2);
      await expectNames(stack, names);
    });

    await test.step('two presses move a dish', async () => {
      expect(await hand.count(() => hand.press(control(page, 'Move up', second)))).toBe(2);
      await expectNames(stack, moved);
      await expect(noticeOf(page)).toHaveText(`“${second}” is now ${describePlace(moved, 0)}.`);
    });

    await test.step('a dish that is dragged by its handle takes the place of the next one, until “Undo”', async () => {
      await hand.dragDown(page, second, first);
      await expectNames(stack, names);
      await hand.press(undoOf(page));
      await expectNames(stack, moved);
    });

    await test.step('two presses delete a dish, and a third one brings it back', async () => {
      expect(await hand.count(() => hand.press(control(page, 'Delete', first)))).toBe(2);
      await expectNames(stack, [second, third, ...others]);
      await expect(noticeOf(page)).toHaveText(new RegExp(`^“${first}” is deleted`));
      await hand.press(undoOf(page));
      expect(hand.presses).toBe(3);
      await expectNames(stack, moved);
      await expect(rowOf(page, first)).toBeVisible();
    });

    await test.step('none of this publishes an open draft', async () => {
      expect(JSON.stringify(await readEntrees(stack))).not.toContain(SECRET);
      const { data } = await (await stack.asAdmin('GET', draft)).json();
      expect(data).toMatchObject({ description: SECRET, status: 'modified' });
    });

    await page.setViewportSize(PHONE_WITH_KEYBOARD);

    await test.step('the field with the focus stays above the keyboard', async () => {
      await hand.press(nameOf(page, third));
      await nameOf(page, third).fill('Trout');
      await expect(nameOf(page, third)).toBeInViewport({ ratio: 1 });
    });

    await test.step('three presses add a dish and publish it with the words that were changed', async () => {
      const addDish = async () => {
        await hand.press(sectionOf(page).getByRole('button', { name: 'Add a dish' }));
        await expect(newNameIn(sectionOf(page))).toBeFocused();
        await page.keyboard.type('Walleye');
        expect(await readNames(stack)).not.toContain('Walleye');
        await hand.press(publishOf(page));
      };
      expect(await hand.count(addDish)).toBe(3);
      await expectNames(stack, [second, first, 'Trout', ...others, 'Walleye']);
      await expect(barOf(page).getByText(/^Nothing waits/)).toBeVisible();
    });

    await test.step('three presses add a drink and publish it', async () => {
      const addDrink = async () => {
        await hand.press(page.getByRole('button', { name: 'Add a drink' }).first());
        await expect(newNameIn(page)).toBeFocused();
        await page.keyboard.type('Birch beer');
        await hand.press(publishOf(page));
      };
      expect(await hand.count(addDrink)).toBe(3);
      await expect.poll(() => stack.readContent('menu-soft-drinks')).toContain('Birch beer');
    });

    await test.step('two presses delete a drink', async () => {
      const drinks = page.getByRole('list', { name: 'Soft drinks' }).getByRole('listitem');
      const drink = (await drinks.first().getAttribute('aria-label')) ?? '';
      expect(await hand.count(() => hand.press(control(page, 'Delete', drink)))).toBe(2);
      await expect.poll(() => stack.readContent('menu-soft-drinks')).not.toContain(`"${drink}"`);
      expect(await listMisfits(page, true)).toEqual([]);
    });

    await page.setViewportSize(PHONE);

    await test.step('a dish with the longest name is moved among sixty', async () => {
      const longest = 'W'.repeat(80);
      const published = await readNames(stack);
      await addDrafts(stack, 58 - published.length);
      for (const entreeName of [longest, 'Zander']) await stack.addEntry('menu-entree', { entreeName });
      await page.reload();
      await expect(rowsOf(page)).toHaveCount(60);
      expect(await listMisfits(page, true)).toEqual([]);
      await hand.press(control(page, 'Move down', longest));
      await expectNames(stack, [...published, 'Zander', longest]);
      await hand.dragDown(page, 'Zander', longest);
      await expectNames(stack, [...published, longest, 'Zander']);
    });
  });
});

test('with the keyboard only, the owner changes the menu and hears where a dish is', async ({
  page,
  editableStack: stack,
}) => {
  const names = await readNames(stack);
  const [first = '', second = '', third = '', ...others] = names;
  const moved = [second, first, third, ...others];
  const add = sectionOf(page).getByRole('button', { name: 'Add a dish' });
  await openMenu(page, stack);
  expect(await listAxeViolations(page)).toEqual([]);

  await test.step('each place is announced while a dish is dragged with the arrow keys', async () => {
    const heard = liveRegionOf(page, first);
    await control(page, 'Drag', first).focus();
    await page.keyboard.press('Space');
    await expect(heard).toHaveText(`“${first}”: now ${describePlace(names, 0)}.`);
    await page.keyboard.press('ArrowDown');
    await expect(heard).toHaveText(`“${first}”: now ${describePlace(moved, 1)}.`);
    await page.keyboard.press('Space');
    await expectNames(stack, moved);
    await expect(noticeOf(page)).toHaveText(`“${first}” is now ${describePlace(moved, 1)}.`);
  });

  await test.step('a button that moves a dish keeps the focus', async () => {
    await control(page, 'Move up', first).press('Enter');
    await expectNames(stack, names);
    await expect(control(page, 'Move up', first)).toBeFocused();
  });

  await test.step('after a deletion, “Undo” has the focus', async () => {
    await control(page, 'Delete', first).press('Enter');
    await expect(undoOf(page)).toBeFocused();
    await expectNames(stack, [second, third, ...others]);
    await page.keyboard.press('Enter');
    await expectNames(stack, names);
  });

  await test.step('Enter saves a name, which waits for “Publish the menu”', async () => {
    await nameOf(page, second).fill('Trout');
    await nameOf(page, second).press('Enter');
    await expectShownName(page, 'Trout', second);
    await expect(barOf(page).getByText(/^1 change is not on the site/)).toBeVisible();
  });

  await test.step('“Add a dish” gets the focus back when its form is sent or cancelled', async () => {
    await add.press('Enter');
    await expect(newNameIn(sectionOf(page))).toBeFocused();
    await page.keyboard.type('Walleye');
    await sectionOf(page).getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect(rowOf(page, 'Walleye')).toContainText(/new: not on the site/i);
    await expect(add).toBeFocused();
    await page.keyboard.press('Enter');
    await sectionOf(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(add).toBeFocused();
  });

  await test.step('the switch takes a dish off the menu', async () => {
    await switchOf(page, first).press('Space');
    await expectNames(stack, [second, third, ...others]);
  });

  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await listAxeViolations(page)).toEqual([]);

  await test.step('a deleted dish comes back from the earlier versions of the menu, until “Undo”', async () => {
    await control(page, 'Delete', third).press('Enter');
    await expectNames(stack, [second, ...others]);
    await page.getByRole('link', { name: 'Earlier versions' }).press('Enter');
    const versions = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
    await expect(versions.filter({ hasText: 'Entrees: Several dishes moved' })).toHaveCount(1);
    const deletion = versions.filter({ hasText: `Entrees: “${third}” deleted` });
    await deletion.getByRole('button', { name: 'Bring back' }).press('Enter');
    await expect(deletion.getByRole('status')).toHaveText(/it is back/);
    await expect(undoOf(deletion)).toBeFocused();
    await expectNames(stack, [second, third, ...others]);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/the site is as it was before/)).toBeVisible();
    await expectNames(stack, [second, ...others]);
  });
});

/** Loads the menu again as when the owner returns to the window. */
const refresh = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

const answerMenu = (page: Page, stack: Stack, answer: Parameters<Route['fulfill']>[0]) =>
  page.route(`${stack.cms}/menu`, (route) => route.fulfill(answer));

/** The entrees as the menu screen gets them. */
async function readItems(stack: Stack): Promise<{ menu: MenuAnswer; items: MenuItem[] }> {
  const menu: MenuAnswer = await (await stack.asAdmin('GET', '/menu')).json();
  return { menu, items: menu.sections[1]?.lists[0]?.items ?? [] };
}

test('the screen shows what the site has, and keeps what the owner types', async ({
  page,
  editableStack: stack,
}) => {
  const names = await readNames(stack);
  const [first = '', second = '', ...others] = names;
  const shownNames = () =>
    rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  await openMenu(page, stack);

  await test.step('without a connection, a move is taken back', async () => {
    await page.context().setOffline(true);
    await control(page, 'Move down', first).click();
    await expect(problemOf(page)).toHaveText(/no connection right now/);
    expect(await shownNames()).toEqual(names);
    await page.context().setOffline(false);
    await expect(problemOf(page)).toHaveText(/connection was lost for a moment/);
    expect(await readNames(stack)).toEqual(names);
  });

  await test.step('a move whose response is lost is shown', async () => {
    const reloaded = page.waitForResponse(`${stack.cms}/menu`);
    await page.route('**/order', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await control(page, 'Move down', first).click();
    await expect.poll(() => readNames(stack)).toEqual([second, first, ...others]);
    // Otherwise the screen could load what somebody else does next.
    await reloaded;
    await expect.poll(shownNames).toEqual([second, first, ...others]);
  });

  await test.step('a move after somebody else’s is rejected, and the screen shows that one', async () => {
    const seen = (await readItems(stack)).items.map(({ id }) => id);
    await stack.asAdmin('PUT', '/menu/menu-entree/order', { ids: seen.toReversed(), seen });
    await control(page, 'Move down', second).click();
    await expect(problemOf(page)).toHaveText(/^Somebody else has changed this part of the menu/);
    await expect.poll(shownNames).toEqual(await readNames(stack));
  });

  await test.step('after ten quick presses, the switch is as the site', async () => {
    await switchOf(page, first).evaluate(async (element: HTMLElement) => {
      for (let press = 0; press < 10; press += 1) {
        element.click();
        await new Promise(requestAnimationFrame);
      }
    });
    // It is empty while a change is being sent.
    await expect(noticeOf(page)).toHaveText(new RegExp(`^“${first}” is on the menu`));
    await expect(switchOf(page, first)).toBeChecked();
    expect(await readNames(stack)).toContain(first);
  });

  await test.step('typed words stay when the menu is loaded again', async () => {
    await nameOf(page, first).fill('Trout');
    const refreshed = page.waitForResponse((response) => response.url() === `${stack.cms}/menu`);
    await refresh(page);
    await refreshed;
    await expect(nameOf(page, first)).toHaveValue('Trout');
  });

  await test.step('typed words stay without a connection, and are saved when it is back', async () => {
    await page.context().setOffline(true);
    await nameOf(page, first).blur();
    await expect(rowOf(page, first)).toContainText(/Not saved yet: .*no connection/);
    await expect(nameOf(page, first)).toHaveValue('Trout');
    await page.context().setOffline(false);
    await expectShownName(page, 'Trout', first);
  });

  await test.step('words that somebody else has changed as well wait for the owner’s decision', async () => {
    const { id, description } = (await readItems(stack)).items.find(({ name }) => name === second) ?? {};
    await nameOf(page, second).fill('Pike');
    await stack.asAdmin('PUT', `/menu/menu-entree/items/${id}`, {
      name: 'Perch',
      description,
      seen: { name: second, description },
    });
    await nameOf(page, second).blur();
    await expect(rowOf(page, 'Perch')).toContainText('Now it is “Perch');
    await expect(nameOf(page, 'Perch')).toHaveValue('Pike');
    await publishOf(page).click();
    await expect(problemOf(page)).toHaveText(/^Nothing was published: choose “Keep mine”/);
    await rowOf(page, 'Perch').getByRole('button', { name: 'Take these' }).click();
    await expect(nameOf(page, 'Perch')).toHaveValue('Perch');
    await expect(nameOf(page, 'Perch')).toBeFocused();
  });

  await test.step('words that can’t be saved while the screen is left are in the message about it', async () => {
    let abort = () => {};
    const aborted = new Promise<void>((resolve) => {
      abort = resolve;
    });
    await page.route('**/items/*', (route) => aborted.then(() => route.abort()), { times: 1 });
    await nameOf(page, 'Perch').fill('Sturgeon');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
    abort();
    await expect(page.getByText(/could not be saved: “Sturgeon/)).toBeVisible();
    await page.goForward();
    await waitForMenu(page);
    await expect(rowOf(page, 'Perch')).toBeVisible();
  });

  await test.step('a row names the changes that the screen does not show', async () => {
    const { menu, items } = await readItems(stack);
    for (const item of items) if (item.name === 'Perch') item.otherChanges = ['Spice', 'Note'];
    await answerMenu(page, stack, { json: menu });
    await refresh(page);
    await expect(rowOf(page, 'Perch')).toContainText(/the changes of “Spice” and “Note”/);
  });

  await test.step('an account that may not read the menu is told so', async () => {
    await answerMenu(page, stack, { status: 403, json: { error: { status: 403, message: 'Forbidden' } } });
    await page.reload();
    await expect(page.getByText(/account may not do this/)).toBeVisible();
  });
});
