import type { Locator } from '@playwright/test';
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

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Entrees' }).getByRole('listitem');
const waitForMenu = (page: Page) => expect(rowsOf(page).first()).toBeVisible();
/** What a screen reader says while an item is dragged. */
const liveRegionOf = (page: Page, name: string) =>
  page.locator('[id^="DndLiveRegion"]').filter({ hasText: name });

const rowOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const control = (page: Page, action: string, name: string) =>
  page.getByRole('button', { name: `${action}: ${name}`, exact: true });
const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `On the menu: ${name}`, exact: true });
const barOf = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const noticeOf = (page: Page) => barOf(page).getByRole('status');
const publishOf = (page: Page) => page.getByRole('button', { name: 'Publish the menu' });

for (const { tool, ...device } of [
  { tool: 'mouse', viewport: { width: 1440, height: 900 }, hasTouch: false },
  { tool: 'finger', viewport: PHONE, hasTouch: true },
])
  test.describe(() => {
    test.use(device);

    test(`with a ${tool}, the owner changes the menu with few presses, and nothing of an open draft is published`, async ({
      page,
      editableStack: stack,
    }) => {
      const hand = new Hand(device.hasTouch);
      const entrees = await readEntrees(stack);
      const names = entrees.map(({ entreeName }) => entreeName);
      const [first = '', second = '', third = '', ...others] = names;
      const draft = `${ENTREES}/${entrees[1]?.documentId}`;
      await stack.asAdmin('PUT', draft, { description: SECRET });
      await openMenu(page, stack, hand);
      expect(hand.presses).toBe(1);
      expect(await listMisfits(page, device.hasTouch)).toEqual([]);

      await test.step('take a dish off and put it back', async () => {
        expect(await hand.count(() => hand.press(switchOf(page, second)))).toBe(2);
        await expectNames(stack, [first, third, ...others]);
        await expect(noticeOf(page)).toHaveText(`“${second}” is off the menu of the site.`);
        expect(await hand.count(() => hand.press(switchOf(page, second)))).toBe(2);
        await expectNames(stack, names);
      });

      await test.step('move a dish with a button and with its handle', async () => {
        expect(await hand.count(() => hand.press(control(page, 'Move up', second)))).toBe(2);
        await expectNames(stack, [second, first, third, ...others]);
        await expect(noticeOf(page)).toHaveText(new RegExp(`^“${second}” is now number 1 of `));
        await hand.dragDown(page, second, first);
        await expectNames(stack, names);
        await hand.press(page.getByRole('button', { name: 'Undo' }));
        await expectNames(stack, [second, first, third, ...others]);
        expect(JSON.stringify(await readEntrees(stack))).not.toContain(SECRET);
      });

      await test.step('delete a dish and undo it', async () => {
        expect(await hand.count(() => hand.press(control(page, 'Delete', first)))).toBe(2);
        await expectNames(stack, [second, third, ...others]);
        await expect(noticeOf(page)).toHaveText(`“${first}” is deleted.`);
        await hand.press(page.getByRole('button', { name: 'Undo' }));
        expect(hand.presses).toBe(3);
        await expectNames(stack, [second, first, third, ...others]);
        await expect(rowOf(page, first)).toBeVisible();
        const response = await stack.asAdmin('GET', draft);
        expect((await response.json()).data).toMatchObject({ description: SECRET, status: 'modified' });
      });

      await test.step('change words, add a dish and a drink, remove a drink, and publish the menu', async () => {
        await page.setViewportSize(device.hasTouch ? PHONE_WITH_KEYBOARD : device.viewport);
        const name = page.getByRole('textbox', { name: `Name of ${third}`, exact: true });
        await hand.press(name);
        await name.fill('Trout');
        await expect(name).toBeInViewport({ ratio: 1 });
        const section = page.getByRole('region', { name: 'Entrees' });
        const addDish = async () => {
          await hand.press(section.getByRole('button', { name: 'Add a dish' }));
          await expect(section.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
          await page.keyboard.type('Walleye');
          expect(await readNames(stack)).not.toContain('Walleye');
          await hand.press(publishOf(page));
        };
        expect(await hand.count(addDish)).toBe(3);
        await expectNames(stack, [second, first, 'Trout', ...others, 'Walleye']);
        await expect(barOf(page)).toContainText('Nothing waits to be published.');

        const drinks = page.getByRole('list', { name: 'Soft drinks' });
        const [drink = ''] = await drinks
          .getByRole('listitem')
          .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
        const addDrink = async () => {
          await hand.press(page.getByRole('button', { name: 'Add a drink' }).first());
          await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
          await page.keyboard.type('Birch beer');
          await hand.press(publishOf(page));
        };
        expect(await hand.count(addDrink)).toBe(3);
        await expect.poll(() => stack.readContent('menu-soft-drinks')).toContain('Birch beer');
        expect(await hand.count(() => hand.press(control(page, 'Delete', drink)))).toBe(2);
        await expect.poll(() => stack.readContent('menu-soft-drinks')).not.toContain(`"${drink}"`);
        expect(await listMisfits(page, device.hasTouch)).toEqual([]);
      });

      if (device.hasTouch)
        await test.step('move a dish with the longest name among sixty', async () => {
          await page.setViewportSize(device.viewport);
          const longest = 'W'.repeat(80);
          const published = await readNames(stack);
          const drafts = Array.from({ length: 58 - published.length }, (_, index) => `Draft ${index}`);
          await Promise.all(drafts.map((entreeName) => stack.asAdmin('POST', ENTREES, { entreeName })));
          await stack.addEntry('menu-entree', { entreeName: longest });
          await stack.addEntry('menu-entree', { entreeName: 'Zander' });
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

test('with the keyboard only, the owner moves, deletes and restores dishes, also in the earlier versions, and hears where they are; light and dark have no accessibility violations', async ({
  page,
  editableStack: stack,
}) => {
  const names = await readNames(stack);
  const [first = '', second = '', ...others] = names;
  await openMenu(page, stack);
  expect(await listAxeViolations(page)).toEqual([]);

  const heard = liveRegionOf(page, first);
  await control(page, 'Drag', first).focus();
  await page.keyboard.press('Space');
  await expect(heard).toHaveText(new RegExp(`^“${first}”: now number 1 of \\d+\\.$`));
  await page.keyboard.press('ArrowDown');
  await expect(heard).toHaveText(new RegExp(`^“${first}”: now number 2 of \\d+, after ${second}\\.$`));
  await page.keyboard.press('Space');
  await expectNames(stack, [second, first, ...others]);
  await expect(noticeOf(page)).toHaveText(
    new RegExp(`^“${first}” is now number 2 of \\d+, after ${second}\\.$`),
  );

  await control(page, 'Move up', first).press('Enter');
  await expectNames(stack, names);
  await expect(control(page, 'Move up', first)).toBeFocused();

  await control(page, 'Delete', first).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expectNames(stack, [second, ...others]);
  await page.keyboard.press('Enter');
  await expectNames(stack, names);

  await switchOf(page, first).press('Space');
  const name = page.getByRole('textbox', { name: `Name of ${second}`, exact: true });
  await name.fill('Trout');
  await name.press('Enter');
  await expect(rowOf(page, 'Trout')).toContainText(`Not on the site yet: the site shows “${second}”.`);
  await expect(barOf(page)).toContainText('1 change is not on the site yet');

  const section = page.getByRole('region', { name: 'Entrees' });
  const add = section.getByRole('button', { name: 'Add a dish' });
  await add.press('Enter');
  await expect(section.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Walleye');
  await section.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(rowOf(page, 'Walleye')).toContainText('New: not on the site yet');
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await section.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(add).toBeFocused();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await listAxeViolations(page)).toEqual([]);

  await test.step('bring a deleted dish back in the earlier versions of the menu, and undo that', async () => {
    const [third = '', ...last] = others;
    await expectNames(stack, [second, ...others]);
    await control(page, 'Delete', third).press('Enter');
    await expectNames(stack, [second, ...last]);
    await page.getByRole('link', { name: 'Earlier versions' }).press('Enter');
    const versions = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem');
    const deletion = versions.filter({ hasText: `Entrees: “${third}” deleted` });
    await expect(deletion).toHaveCount(1);
    await expect(versions.filter({ hasText: 'Entrees: Several dishes moved' })).toHaveCount(1);
    await deletion.getByRole('button', { name: 'Bring back' }).press('Enter');
    await expect(deletion.getByRole('status')).toHaveText('Done: it is back.');
    await expect(deletion.getByRole('button', { name: 'Undo' })).toBeFocused();
    await expectNames(stack, [second, third, ...last]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await listAxeViolations(page), colorScheme).toEqual([]);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByText('Done: the site is as it was before.')).toBeVisible();
    await expectNames(stack, [second, ...last]);
  });
});

test('a lost connection, somebody else’s change and ten quick presses leave the screen as the site is, and typed words stay', async ({
  page,
  editableStack: stack,
}) => {
  const names = await readNames(stack);
  const [first = '', second = '', ...others] = names;
  const problem = barOf(page).getByRole('alert');
  const shownNames = () =>
    rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  await openMenu(page, stack);

  await test.step('a move whose request does not arrive', async () => {
    await page.context().setOffline(true);
    await control(page, 'Move down', first).click();
    await expect(problem).toHaveText(/^There is no connection right now\./);
    expect(await shownNames()).toEqual(names);
    await page.context().setOffline(false);
    await expect(problem).toHaveText(/^The connection was lost for a moment\./);
    expect(await readNames(stack)).toEqual(names);
  });

  await test.step('a move whose response does not arrive', async () => {
    await page.route('**/order', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const loadedAgain = page.waitForResponse(`${stack.cms}/menu`);
    await control(page, 'Move down', first).click();
    await loadedAgain;
    await expect.poll(shownNames).toEqual([second, first, ...others]);
    await expectNames(stack, [second, first, ...others]);
    await page.unroute('**/order');
  });

  await test.step('a move after somebody else’s move', async () => {
    const menu = await (await stack.asAdmin('GET', '/menu')).json();
    const ids: string[] = menu.sections[1].lists[0].items.map(({ id }: { id: string }) => id);
    const moved = [...ids].reverse();
    await stack.asAdmin('PUT', '/menu/menu-entree/order', { ids: moved, seen: ids });
    await control(page, 'Move down', second).click();
    await expect(problem).toHaveText(/^Somebody else has changed this part of the menu/);
    await expect.poll(shownNames).toEqual(await readNames(stack));
  });

  await test.step('ten quick presses', async () => {
    await switchOf(page, first).evaluate(async (element: HTMLElement) => {
      for (let press = 0; press < 10; press += 1) {
        element.click();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    // It is empty while a change is being sent.
    await expect(noticeOf(page)).toHaveText(`“${first}” is on the menu of the site again.`);
    await expect(switchOf(page, first)).toBeChecked();
    expect(await readNames(stack)).toContain(first);
  });

  await test.step('words that are typed while the menu is loaded again, and left without a connection', async () => {
    const name = page.getByRole('textbox', { name: `Name of ${first}`, exact: true });
    await name.fill('Trout');
    const refreshed = page.waitForResponse((response) => response.url() === `${stack.cms}/menu`);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await refreshed;
    await expect(name).toHaveValue('Trout');
    await page.context().setOffline(true);
    await name.blur();
    await expect(rowOf(page, first)).toContainText('Not saved yet: there is no connection.');
    await expect(name).toHaveValue('Trout');
    await page.context().setOffline(false);
    await expect(rowOf(page, 'Trout')).toContainText(`Not on the site yet: the site shows “${first}”.`);
  });

  await test.step('words that somebody else has changed as well', async () => {
    const menu = await (await stack.asAdmin('GET', '/menu')).json();
    const { id, description }: { id: string; description: string } = menu.sections[1].lists[0].items.find(
      ({ name }: { name: string }) => name === second,
    );
    const name = page.getByRole('textbox', { name: `Name of ${second}`, exact: true });
    await name.fill('Pike');
    await stack.asAdmin('PUT', `/menu/menu-entree/items/${id}`, {
      name: 'Perch',
      description,
      seen: { name: second, description },
    });
    await name.blur();
    const row = rowOf(page, 'Perch');
    await expect(row).toContainText('Now it is “Perch');
    await expect(row.getByRole('textbox', { name: 'Name of Perch' })).toHaveValue('Pike');
    await publishOf(page).click();
    await expect(problem).toHaveText(/^Nothing was published: choose “Keep mine”/);
    await row.getByRole('button', { name: 'Take these' }).click();
    await expect(row.getByRole('textbox', { name: 'Name of Perch' })).toHaveValue('Perch');
    await expect(row.getByRole('textbox', { name: 'Name of Perch' })).toBeFocused();
  });

  await test.step('words that can’t be saved while the screen is left', async () => {
    let abort = () => {};
    const aborted = new Promise<void>((resolve) => {
      abort = resolve;
    });
    await page.route('**/items/*', async (route) => {
      await aborted;
      await route.abort();
    });
    await page.getByRole('textbox', { name: 'Name of Perch' }).fill('Sturgeon');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Your website' })).toBeVisible();
    abort();
    await expect(
      page.getByText(/^This was typed on the menu and could not be saved: “Sturgeon/),
    ).toBeVisible();
    await page.unroute('**/items/*');
    await page.goForward();
    await waitForMenu(page);
    await expect(rowOf(page, 'Perch')).toBeVisible();
  });

  await test.step('an account that may not read the menu', async () => {
    await page.route(`${stack.cms}/menu`, (route) =>
      route.fulfill({ status: 403, json: { error: { status: 403, message: 'Forbidden' } } }),
    );
    await page.reload();
    await expect(page.getByText(/^Your account may not do this\./)).toBeVisible();
  });
});
