import type { Locator } from '@playwright/test';
import type { MenuAnswer, MenuItem } from '../../cms/src/menu/menuAnswers.ts';
import type { DietaryStatement } from '../../cms/src/shared/diet/dietaryStatement.ts';
import { send } from '../support/entries.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const DISHES = ['menu-appetizer', 'menu-entree', 'menu-side'];
const OTHERS = ['eggs', 'fish', 'crustaceans', 'nuts', 'peanuts', 'soy', 'sesame'];
const FREE_OF_OTHERS = Object.fromEntries(OTHERS.map((id) => [id, 'free']));

async function openMenu(page: Page, stack: Stack): Promise<void> {
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: /^Menu/ }).click();
  await expect(page.getByRole('listitem').first()).toBeVisible();
}

/** Lists the dishes in the order of the menu. */
async function listDishes(stack: Stack): Promise<MenuItem[]> {
  const { sections } = await send<MenuAnswer>(stack, 'GET', '/menu');
  return sections
    .flatMap(({ lists }) => lists)
    .flatMap(({ kind, items }) => (kind === 'dishes' ? items : []));
}

/** Reads what the site gets to know about the dishes, by their ids. */
async function readStated(stack: Stack): Promise<Map<string, DietaryStatement | null>> {
  const contents = await Promise.all(DISHES.map((type) => stack.readContent(type)));
  const dishes: { documentId: string; dietaryStatement: DietaryStatement | null }[] = contents.flatMap(
    (content) => JSON.parse(content).data,
  );
  return new Map(dishes.map(({ documentId, dietaryStatement }) => [documentId, dietaryStatement]));
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const openerOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^(State|Change) allergens and diet: ${name}$`) });
const stillRightOf = (page: Page, name: string) => page.getByRole('button', { name: `Still right: ${name}` });
const panelOf = (page: Page, name: string) =>
  page.getByRole('group', { name: `Allergens and diet of ${name}` });
const groupOf = (page: Page, label: string, name: string) =>
  page.getByRole('radiogroup', { name: `${label}: ${name}`, exact: true });
const choiceOf = (part: Locator, label: string, words: string) =>
  part.getByRole('radio', { name: `${label}: ${words}`, exact: true });
const buttonIn = (part: Locator, name: string) => part.getByRole('button', { name, exact: true });
const barOf = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const noticeOf = (page: Page) => barOf(page).getByRole('status');

async function publish(page: Page): Promise<void> {
  await buttonIn(barOf(page), 'Publish the menu').click();
  await expect(noticeOf(page)).toHaveText(/^Published/);
}

/** Whether nothing covers the middle of the control that has the focus. */
const isFocusUncovered = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const { x, y, width, height } = activeElement?.getBoundingClientRect() ?? new DOMRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return activeElement?.contains(top) || top?.closest('label')?.contains(activeElement);
  });

test.describe('with a finger on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the owner states thirty dishes with four presses each, and publishes them', async ({
    page,
    editableStack: stack,
  }, { annotations }) => {
    const dishes = await listDishes(stack);
    expect(dishes).toHaveLength(30);
    const [first, second] = dishes;
    if (!first || !second) throw new Error('there are no dishes');
    let presses = 0;
    const press = async (target: Locator) => {
      await target.tap();
      presses += 1;
    };
    await openMenu(page, stack);

    await test.step('the first one is opened', async () => {
      await press(openerOf(page, first.name));
      await expect(openerOf(page, first.name)).toHaveAttribute('aria-expanded', 'true');
      expect(await listMisfits(page, true)).toEqual([]);
      expect(await listAxeViolations(page)).toEqual([]);
    });

    await test.step('what is stated moves nothing under the finger', async () => {
      const panel = panelOf(page, first.name);
      const readTop = () =>
        panel.evaluate((element) => {
          const rowTop = element.closest('li')?.getBoundingClientRect().top ?? Number.NaN;
          return Math.round(element.getBoundingClientRect().top - rowTop);
        });
      const top = await readTop();
      for (const words of ['Contains', 'Ask us']) {
        await choiceOf(panel, 'Milk', words).locator('..').tap();
        await expect(noticeOf(page)).toContainText(words === 'Contains' ? 'is saved' : 'any more');
        expect(await readTop()).toBe(top);
      }
    });

    const start = Date.now();
    for (const [index, { name }] of dishes.entries()) {
      const panel = panelOf(page, name);
      await press(choiceOf(panel, 'Milk', 'Contains').locator('..'));
      await press(choiceOf(panel, 'Wheat', 'Contains').locator('..'));
      await press(buttonIn(panel, 'Free of all the others'));
      const next = dishes[index + 1];
      await press(buttonIn(panel, next ? 'Next dish' : 'Done'));
      if (next) await expect(panelOf(page, next.name)).toBeFocused();
      await expect(panel).toBeHidden();
    }
    annotations.push({ type: 'presses', description: `${presses} in ${Date.now() - start} ms` });
    expect(presses).toBe(1 + 4 * 30);
    const last = dishes.at(-1)?.name ?? '';
    await expect(openerOf(page, last)).toBeFocused();

    await test.step('nothing is on the site before “Publish the menu”', async () => {
      await expect(noticeOf(page)).toHaveText(
        `What you state about “${last}” is saved. It waits for “Publish the menu”.`,
      );
      await expect(barOf(page)).toContainText('30 changes are not on the site yet');
      await expect(rowOf(page, last)).toContainText('Contains milk, wheat, and gluten. Free of eggs,');
      await expect(rowOf(page, last)).toContainText('the changes of “Allergens and diet”');
      expect([...(await readStated(stack)).values()]).toEqual(dishes.map(() => null));
      expect(await listMisfits(page, true)).toEqual([]);
    });

    await publish(page);
    const answers = { ...FREE_OF_OTHERS, milk: 'contains', wheat: 'contains', gluten: 'contains' };
    expect([...(await readStated(stack)).values()]).toEqual(dishes.map(() => ({ diet: null, answers })));
  });

  test('the owner is asked whether a statement is right for new words, and confirms it with one press', async ({
    page,
    editableStack: stack,
  }) => {
    const [dish] = (await listDishes(stack)).filter(({ id }) => id === 'hand-cut-fries');
    if (!dish) throw new Error('there are no fries');
    const { id, name } = dish;
    const row = rowOf(page, name);
    const stated = async () => (await readStated(stack)).get(id);
    const vegan = { diet: 'vegan', answers: {} };
    await openMenu(page, stack);
    await openerOf(page, name).tap();
    await choiceOf(panelOf(page, name), 'Diet', 'Vegan').locator('..').tap();
    await buttonIn(panelOf(page, name), 'Done').tap();
    await publish(page);
    expect(await stated()).toEqual(vegan);

    await test.step('the press is for the words that are typed, and the site shows both together', async () => {
      const field = page.getByRole('textbox', { name: `Description of ${name}`, exact: true });
      await field.fill('With aioli.');
      await expect(row).toContainText('The words have changed since: is this still right? Vegan.');
      expect(await listAxeViolations(page)).toEqual([]);
      expect(await listMisfits(page, true)).toEqual([]);
      await stillRightOf(page, name).tap();
      await expect(openerOf(page, name)).toBeFocused();
      await expect(row).not.toContainText('still right');
      await expect(noticeOf(page)).toHaveText(/is confirmed\. It waits for “Publish the menu”\.$/);
      expect(await stated()).toEqual(vegan);
      await publish(page);
      expect(await stated()).toEqual(vegan);
    });

    await test.step('words that are published elsewhere make the site ask until it is confirmed and published', async () => {
      await stack.publish('menu-side', id, { description: 'With truffle butter.' });
      expect(await stated()).toBe(null);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(row).toContainText('Until you answer and publish, the site says “Ask us”.');
      await stillRightOf(page, name).tap();
      await expect(noticeOf(page)).toHaveText(/is confirmed.+Until then, the site says “Ask us”\.$/);
      expect(await stated()).toBe(null);
      await publish(page);
      expect(await stated()).toEqual(vegan);
    });
  });
});

test('with the keyboard only, the owner states a dish, is refused a contradiction and undoes an answer', async ({
  page,
  editableStack: stack,
}) => {
  const dishes = await listDishes(stack);
  const [{ name, id } = { name: '', id: '' }, { name: nextName } = { name: '' }] = dishes;
  const panel = panelOf(page, name);
  const milk = groupOf(page, 'Milk', name);
  const stored = async () => (await listDishes(stack))[0]?.statement;
  await openMenu(page, stack);
  await openerOf(page, name).press('Enter');
  await expect(openerOf(page, name)).toBeFocused();

  await test.step('Tab goes from answer to answer, and the bar at the bottom covers none of them', async () => {
    const reached: string[] = [];
    for (let controls = 0; controls < 14; controls += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        ),
      );
      expect(await isFocusUncovered(page), reached.at(-1)).toBe(true);
    }
    expect(reached.slice(0, 3)).toEqual(['Diet: None stated', 'Milk: Ask us', 'Eggs: Ask us']);
    expect(reached.slice(-3)).toEqual(['Free of all the others', 'Next dish', 'Done']);
  });

  await test.step('the arrow keys choose an answer, which is saved at once', async () => {
    await choiceOf(milk, 'Milk', 'Ask us').focus();
    await page.keyboard.press('ArrowRight');
    await expect(choiceOf(milk, 'Milk', 'Contains')).toBeChecked();
    await expect.poll(stored).toMatchObject({ answers: { milk: 'contains' } });
    await expect(openerOf(page, name)).toHaveText('Change');
  });

  await test.step('a contradiction is a sentence beside it, and changes nothing', async () => {
    const diet = groupOf(page, 'Diet', name);
    await choiceOf(diet, 'Diet', 'Vegan').press('Space');
    await expect(diet.getByRole('alert')).toHaveText('A vegan dish can’t contain milk.');
    await expect(choiceOf(diet, 'Diet', 'None stated')).toBeChecked();
    expect(await listAxeViolations(page)).toEqual([]);
    expect(await stored()).toMatchObject({ diet: null });
  });

  await test.step('“Undo” takes the last answer back', async () => {
    await choiceOf(panel, 'Eggs', 'Free').press('Space');
    await expect.poll(stored).toMatchObject({ answers: { milk: 'contains', eggs: 'free' } });
    await buttonIn(barOf(page), 'Undo').press('Enter');
    await expect(choiceOf(panel, 'Eggs', 'Ask us')).toBeChecked();
    expect(await stored()).toMatchObject({ answers: { milk: 'contains' } });
  });

  await test.step('what somebody else has stated in the meantime is shown and stays', async () => {
    const seen = await stored();
    const statement = seen && { ...seen, answers: { fish: 'contains' as const } };
    await send(stack, 'PUT', `/menu/menu-appetizer/items/${id}/statement`, { statement, seen });
    await choiceOf(panel, 'Soy', 'Free').press('Space');
    await expect(barOf(page).getByRole('alert')).toHaveText(
      /^Somebody else has changed what is stated about/,
    );
    await expect(choiceOf(panel, 'Fish', 'Contains')).toBeChecked();
    await expect(choiceOf(panel, 'Milk', 'Ask us')).toBeChecked();
    expect(await stored()).toEqual(statement);
  });

  await test.step('“Next dish” moves the focus to the next one, and “Done” back to its button', async () => {
    await buttonIn(panel, 'Next dish').press('Enter');
    await expect(panelOf(page, nextName)).toBeFocused();
    await expect(panel).toBeHidden();
    await buttonIn(panelOf(page, nextName), 'Done').press('Enter');
    await expect(openerOf(page, nextName)).toBeFocused();
  });
});
