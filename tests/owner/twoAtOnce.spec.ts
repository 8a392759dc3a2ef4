import { listAxeViolations } from '../support/listAxeViolations.ts';
import { clickPublish, openAdmin, publishEntry } from '../support/openAdmin.ts';
import { listMisfits, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

type Content = Record<string, unknown>;

const STEAK = '/content-manager/collection-types/api::menu-entree.menu-entree/ribeye-steak';
const DRINKS = '/content-manager/single-types/api::menu-soft-drinks.menu-soft-drinks';
const STEAK_PAGE = `/admin${STEAK}`;

/** The day is another one when midnight passes between the change and the question. */
const DAY = 'today|on \\w+, \\w+ \\d+(, \\d+)?';
const YOU_CHANGED_THIS = new RegExp(
  `^You changed this (${DAY}) at .+ in another window, after you opened it here\\.$`,
);
const SOMEBODY_CHANGED_THIS = new RegExp(`^\\w+ .*changed this (${DAY}) at .+, after you opened it\\.$`);

const readEntry = async (stack: Stack, path: string): Promise<Content> =>
  (await (await stack.asAdmin('GET', path)).json()).data;

const readPublished = (stack: Stack, path: string) => readEntry(stack, `${path}?status=published`);

/** Reads an entry as a form that is opened, and returns functions that save and publish it with changes. */
async function openForm(stack: Stack, path: string) {
  const opened = await readEntry(stack, path);
  const { entreeName, description, position, subHeading, drinks } = opened;
  const fields = { entreeName, description, position, subHeading, drinks };
  // A field of another type, or an empty one, is `undefined`: the request does not have it.
  const body = (changes: Content) => ({ ...fields, ...changes, _openedContent: opened });
  return {
    opened,
    save: (changes: Content) => stack.asAdmin('PUT', path, body(changes)),
    publish: (changes: Content) => stack.asAdmin('POST', `${path}/actions/publish`, body(changes)),
  };
}

/** Reverses the order of the entrees on the menu, and returns the new position of the steak. */
async function moveSteak(stack: Stack): Promise<unknown> {
  const dishes: Content[] = (await (await stack.asAdmin('GET', '/menu')).json()).sections[1].lists[0].items;
  const seen = dishes.map(({ id }) => id);
  const answer = await stack.asAdmin('PUT', '/menu/menu-entree/order', { ids: seen.toReversed(), seen });
  expect(answer.status).toBe(200);
  return (await readPublished(stack, STEAK)).position;
}

test('of two forms that are published at the same moment one is published, and the other gets 409 @both', async ({
  editableStack: stack,
}) => {
  for (const [path, name, values] of [
    [STEAK, 'description', ['With chimichurri.', 'With pepper sauce.', 'With butter.']],
    [DRINKS, 'subHeading', ['Fizzy', 'Sparkling', 'Cold']],
  ] as const) {
    const forms = await Promise.all(values.map(() => openForm(stack, path)));
    const answers = await Promise.all(
      forms.map(({ publish, save }, index) => (index === 1 ? save : publish)({ [name]: values[index] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const saved = values[answers.findIndex(({ status }) => status === 200)];
    expect((await readEntry(stack, path))[name]).toBe(saved);
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 200) continue;
      const { error } = await answer.json();
      expect(error.details.fields).toMatchObject([{ name, choice: { yours: values[index], theirs: saved } }]);
    }
  }
});

test('a form takes nothing back that was changed since it was opened, and asks only about what both have changed @both', async ({
  editableStack: stack,
}) => {
  const expectConflict = async (answer: Response, fields: object[]) => {
    expect(answer.status).toBe(409);
    const { error } = await answer.json();
    expect(error.details.fields).toMatchObject(fields);
    expect(error.details.fields).toHaveLength(fields.length);
    return error.details;
  };

  await test.step('another field, the same field, and the same change again', async () => {
    const form = await openForm(stack, STEAK);
    const other = await openForm(stack, STEAK);
    expect((await other.publish({ description: 'With butter.' })).status).toBe(200);
    const before = await readEntry(stack, STEAK);
    const change = expect.stringMatching(/ → “With butter\.”$/);
    await expectConflict(await form.publish({ entreeName: 'Ribeye' }), [
      { name: 'description', label: 'Description', change },
    ]);
    const { explanation } = await expectConflict(await form.save({ description: 'With salt.' }), [
      { change, choice: { yours: 'With salt.', theirs: 'With butter.' } },
    ]);
    expect(explanation).toMatch(YOU_CHANGED_THIS);
    expect(await readEntry(stack, STEAK)).toEqual(before);
    // As after a response that was lost.
    expect((await other.publish({ description: 'With butter.' })).status).toBe(200);
  });

  await test.step('a dish that is moved keeps its place and is no conflict', async () => {
    const form = await openForm(stack, STEAK);
    const position = await moveSteak(stack);
    expect(position).not.toBe(form.opened.position);
    expect((await form.publish({ description: 'With pepper.' })).status).toBe(200);
    expect(await readPublished(stack, STEAK)).toMatchObject({ description: 'With pepper.', position });
  });

  await test.step('lists in which both have changed other rows are merged', async () => {
    const form = await openForm(stack, DRINKS);
    const [first, ...others] = Array.isArray(form.opened.drinks) ? form.opened.drinks : [];
    await (await openForm(stack, DRINKS)).publish({
      drinks: [first, ...others, { drinkName: 'Sarsaparilla' }],
    });
    const answer = await form.publish({ drinks: [...others, { drinkName: 'Birch Beer' }] });
    const { fields } = await expectConflict(answer, [{ label: 'Drinks', change: '“Sarsaparilla” added' }]);
    expect(fields[0].merged.map(({ drinkName }: Content) => drinkName)).toEqual([
      ...others.map(({ drinkName }) => drinkName),
      'Sarsaparilla',
      'Birch Beer',
    ]);
  });

  await test.step('a dish that was taken off the site is not put back without a question, and a deleted one is a sentence', async () => {
    const form = await openForm(stack, STEAK);
    await stack.asAdmin('POST', `${STEAK}/actions/unpublish`, {});
    expect((await form.save({ description: 'With salt.' })).status).toBe(200);
    const again = await openForm(stack, STEAK);
    expect(await expectConflict(await form.publish({ description: 'With salt.' }), [])).toMatchObject({
      explanation: 'It was taken off the site after you opened it: publishing puts it back.',
    });
    expect((await again.publish({ description: 'With salt.' })).status).toBe(200);
    await stack.asAdmin('DELETE', STEAK);
    const answer = await again.publish({ description: 'With pepper.' });
    expect(answer.status).toBe(404);
    expect((await answer.json()).error.message).toMatch(/^Somebody has deleted this in the meantime, /);
  });
});

/** Opens the form of the steak and waits until its fields are there. */
async function openSteak(page: Page, stack: Stack): Promise<void> {
  await page.goto(`${stack.cms}${STEAK_PAGE}`);
  await expect(page.getByLabel('Description')).toBeVisible();
}

test('of two windows the second to publish is told what the first has changed, both changes stay, and later presses do not ask', async ({
  page,
  context,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  const second = await context.newPage();
  await Promise.all([openSteak(page, stack), openSteak(second, stack)]);
  // Behind the other, a window gets idle time only every ten seconds, and Strapi updates its buttons in it.
  await page.bringToFront();
  await page.getByLabel('Description').fill('Hand-cut, with chimichurri.');
  await publishEntry(page);
  await page.getByLabel('Description').fill('Hand-cut, with green chimichurri.');
  await publishEntry(page);

  await second.bringToFront();
  await second.getByLabel('Name').fill('Ribeye, 12 oz');
  await second.keyboard.press('Control+Shift+Enter');
  const dialog = second.getByRole('dialog', { name: 'This was changed in the meantime' });
  await expect(dialog.getByText(YOU_CHANGED_THIS)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(/^Description: .+ → “.*with green chimichurri\.”$/);
  expect(await listAxeViolations(second, 'dialog')).toEqual([]);
  await second.keyboard.press('Escape');
  await expect(second.getByLabel('Name')).toBeFocused();
  await second.keyboard.press('Control+Shift+Enter');
  await publishEntry(second, () => dialog.getByRole('button', { name: 'Publish' }).press('Enter'));
  await expect(second.getByLabel('Name')).toBeFocused();
  await expect(second.getByLabel('Description')).toHaveValue('Hand-cut, with green chimichurri.');
  expect(await readPublished(stack, STEAK)).toMatchObject({
    entreeName: 'Ribeye, 12 oz',
    description: 'Hand-cut, with green chimichurri.',
  });

  await second.getByLabel('Name').fill('Ribeye, 14 oz');
  await second.keyboard.press('Control+Enter');
  await expect(second.getByText('Saved: press Publish to show it on the site')).toBeVisible();
  await clickPublish(second);
  await expect.poll(async () => (await readPublished(stack, STEAK)).entreeName).toBe('Ribeye, 14 oz');
  await expect(dialog).toBeHidden();
});

test.describe('on a phone with its keyboard up', () => {
  test.use({ viewport: PHONE_WITH_KEYBOARD, hasTouch: true, colorScheme: 'dark' });

  test('the owner chooses between her words and those of somebody else, and Cancel and Back keep what she typed', async ({
    page,
    editableStack: stack,
  }) => {
    await openAdmin(page, stack);
    await page.getByRole('link', { name: 'Entrees' }).tap();
    await page.getByText('Ribeye Steak').tap();
    await expect(page.getByLabel('Description')).toBeVisible();
    const position = await moveSteak(stack);
    const theirs = 'With butter.';
    await stack.asAdmin('POST', `${STEAK}/actions/publish`, { description: theirs });
    const description = page.getByLabel('Description');
    const dialog = page.getByRole('dialog');
    const tapPublish = () => page.getByRole('button', { name: 'Publish', exact: true }).tap();

    await description.fill('With salt.\n\nAnd pepper.');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await expect(dialog.getByText(SOMEBODY_CHANGED_THIS)).toBeVisible();
    expect(await listAxeViolations(page, 'dialog')).toEqual([]);
    expect(await listMisfits(page, true)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible();
    await expect(description).toHaveValue('With salt.\n\nAnd pepper.');
    expect((await readEntry(stack, STEAK)).description).toBe(theirs);

    await tapPublish();
    await expect(dialog.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio').last()).toBeChecked();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(description).toHaveValue('With salt.\n\nAnd pepper.');

    await tapPublish();
    // The choice that was cancelled is not there any more.
    await dialog.getByRole('button', { name: 'Publish' }).tap();
    await expect(dialog.getByRole('alert')).toHaveText('Description: choose which one stays.');
    await dialog.getByText('With salt.').tap();
    await dialog.getByRole('button', { name: 'Publish' }).tap();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => readPublished(stack, STEAK))
      .toMatchObject({ description: 'With salt.\n\nAnd pepper.', position });
  });
});
