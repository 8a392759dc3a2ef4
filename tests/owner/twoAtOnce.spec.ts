import type { Locator } from '@playwright/test';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { clickPublish, openAdmin, pressShortcut, publishEntry, SAVED } from '../support/openAdmin.ts';
import { listMisfits, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, type Page, type Stack, signIn, test } from '../support/stack.ts';

type Content = Record<string, unknown>;

const STEAK = '/content-manager/collection-types/api::menu-entree.menu-entree/ribeye-steak';
const DRINKS = '/content-manager/single-types/api::menu-soft-drinks.menu-soft-drinks';

/** The day is another one when midnight passes between the change and the question. */
const DAY = 'today|on \\w+, \\w+ \\d+(, \\d+)?';
const YOU_CHANGED_THIS = new RegExp(`^You changed this (${DAY}) at .+ in another window`);
const SOMEBODY_CHANGED_THIS = new RegExp(`^(?!You)\\w+ .*changed this (${DAY}) at `);

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

/** Opens the form of the steak, and publishes another description in a second one. */
async function openOutdatedForm(stack: Stack) {
  const [form, other] = [await openForm(stack, STEAK), await openForm(stack, STEAK)];
  expect((await other.publish({ description: 'With butter.' })).status).toBe(200);
  return { form, other };
}

/** Expects that a form is refused because of these fields, and returns the conflict. */
async function expectConflict(answer: Response, fields: object[]) {
  expect(answer.status).toBe(409);
  const { error } = await answer.json();
  expect(error.details.fields).toMatchObject(fields);
  return error.details;
}

test('of two forms that are published at the same moment one is published, and the other gets 409 @postgres', async ({
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
    expect(answers.map(({ status }) => status).sort(), name).toEqual([200, 409, 409]);
    const saved = values[answers.findIndex(({ status }) => status === 200)];
    expect((await readEntry(stack, path))[name]).toBe(saved);
    for (const [index, answer] of answers.entries())
      if (answer.status !== 200)
        await expectConflict(answer, [{ name, choice: { yours: values[index], theirs: saved } }]);
  }
});

test('a form takes nothing back that was changed since it was opened @both', async ({
  editableStack: stack,
}) => {
  const { form } = await openOutdatedForm(stack);
  const before = await readEntry(stack, STEAK);
  await expectConflict(await form.publish({ entreeName: 'Ribeye' }), [
    { name: 'description', label: 'Description', change: expect.stringMatching(/ → “With butter\.”$/) },
  ]);
  expect(await readEntry(stack, STEAK)).toEqual(before);
});

test('a form with another change of the same field is refused with both @both', async ({
  editableStack: stack,
}) => {
  const { form } = await openOutdatedForm(stack);
  const before = await readEntry(stack, STEAK);
  const { explanation } = await expectConflict(await form.save({ description: 'With salt.' }), [
    {
      change: expect.stringMatching(/ → “With butter\.”$/),
      choice: { yours: 'With salt.', theirs: 'With butter.' },
    },
  ]);
  expect(explanation).toMatch(YOU_CHANGED_THIS);
  expect(await readEntry(stack, STEAK)).toEqual(before);
});

test('a form with the same change is saved, such as after a lost response', async ({
  editableStack: stack,
}) => {
  const { other } = await openOutdatedForm(stack);
  expect((await other.publish({ description: 'With butter.' })).status).toBe(200);
});

test('a dish that was moved since its form was opened keeps its new place, without a conflict', async ({
  editableStack: stack,
}) => {
  const form = await openForm(stack, STEAK);
  const position = await moveSteak(stack);
  expect(position).not.toBe(form.opened.position);
  expect((await form.publish({ description: 'With pepper.' })).status).toBe(200);
  expect(await readPublished(stack, STEAK)).toMatchObject({ description: 'With pepper.', position });
});

test('a form of a list in which another has changed other rows gets a list with the changes of both @both', async ({
  editableStack: stack,
}) => {
  const [form, other] = [await openForm(stack, DRINKS), await openForm(stack, DRINKS)];
  const [first, ...others] = Array.isArray(form.opened.drinks) ? form.opened.drinks : [];
  await other.publish({ drinks: [first, ...others, { drinkName: 'Sarsaparilla' }] });
  const answer = await form.publish({ drinks: [...others, { drinkName: 'Birch Beer' }] });
  const { fields } = await expectConflict(answer, [{ label: 'Drinks', change: '“Sarsaparilla” added' }]);
  expect(fields[0].merged.map(({ drinkName }: Content) => drinkName)).toEqual([
    ...others.map(({ drinkName }) => drinkName),
    'Sarsaparilla',
    'Birch Beer',
  ]);
});

test('a form puts a dish that was taken off the site back only after a question', async ({
  editableStack: stack,
}) => {
  const form = await openForm(stack, STEAK);
  await stack.asAdmin('POST', `${STEAK}/actions/unpublish`, {});
  expect((await form.save({ description: 'With salt.' })).status).toBe(200);
  const formOfDraft = await openForm(stack, STEAK);
  const { explanation } = await expectConflict(await form.publish({ description: 'With salt.' }), []);
  expect(explanation).toMatch(/^It was taken off the site .* publishing puts it back\.$/);
  expect((await formOfDraft.publish({ description: 'With salt.' })).status).toBe(200);
});

test('the form of a deleted dish is refused with one sentence', async ({ editableStack: stack }) => {
  const form = await openForm(stack, STEAK);
  await stack.asAdmin('DELETE', STEAK);
  const answer = await form.publish({ description: 'With pepper.' });
  expect(answer.status).toBe(404);
  expect((await answer.json()).error.message).toMatch(/^Somebody has deleted this/);
});

/** Publishes a change of the steak as the owner's second window does. */
async function publishInOtherWindow(stack: Stack, change: Content): Promise<void> {
  const token = await signIn(stack.cms, accounts.OWNER_EMAIL, accounts.OWNER_PASSWORD);
  const response = await fetch(`${stack.cms}${STEAK}/actions/publish`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(response.status).toBe(200);
}

test('the owner is told what she has changed in another window, and both changes stay', async ({
  page,
  editableStack: stack,
}) => {
  const elsewhere = 'Hand-cut, with green chimichurri.';
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: 'Entrees' }).click();
  await page.getByText('Oak-Grilled Ribeye Steak').click();
  const [name, description] = [page.getByLabel('Name'), page.getByLabel('Description')];
  const dialog = page.getByRole('dialog', { name: /changed in the meantime/ });
  await expect(description).toBeVisible();
  await publishInOtherWindow(stack, { description: elsewhere });
  // As when she comes back to this window.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));

  await test.step('Publish names the change, and Escape publishes nothing', async () => {
    await name.fill('Ribeye, 12 oz');
    await pressShortcut(page, 'Publish');
    await expect(dialog.getByText(YOU_CHANGED_THIS)).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText(/^Description: .+ → “.*with green chimichurri\.”$/);
    expect(await listAxeViolations(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(name).toBeFocused();
    expect((await readPublished(stack, STEAK)).entreeName).toBe('Oak-Grilled Ribeye Steak');
  });

  await test.step('Publish in the dialog publishes both changes, and the form has both', async () => {
    await pressShortcut(page, 'Publish');
    await publishEntry(page, () => dialog.getByRole('button', { name: 'Publish' }).press('Enter'));
    await expect(name).toBeFocused();
    await expect(description).toHaveValue(elsewhere);
    const both = { entreeName: 'Ribeye, 12 oz', description: elsewhere };
    expect(await readPublished(stack, STEAK)).toMatchObject(both);
  });

  await test.step('later presses do not ask again', async () => {
    await name.fill('Ribeye, 14 oz');
    await pressShortcut(page, 'Save');
    await expect(page.getByText(SAVED)).toBeVisible();
    await clickPublish(page);
    await expect.poll(async () => (await readPublished(stack, STEAK)).entreeName).toBe('Ribeye, 14 oz');
    await expect(dialog).toBeHidden();
  });
});

test.describe('on a phone with its keyboard up', () => {
  test.use({ viewport: PHONE_WITH_KEYBOARD, hasTouch: true, colorScheme: 'dark' });

  test('the owner chooses between her words and those of somebody else', async ({
    page,
    editableStack: stack,
  }) => {
    const [mine, theirs] = ['With salt.\n\nAnd pepper.', 'With butter.'];
    const description = page.getByLabel('Description');
    const dialog = page.getByRole('dialog');
    const tapPublish = (part: Page | Locator = page) =>
      part.getByRole('button', { name: 'Publish', exact: true }).tap();
    await openAdmin(page, stack);
    await page.getByRole('link', { name: 'Entrees' }).tap();
    await page.getByText('Ribeye Steak').tap();
    await expect(description).toBeVisible();
    const position = await moveSteak(stack);
    await stack.asAdmin('POST', `${STEAK}/actions/publish`, { description: theirs });

    await test.step('Save names who has changed it, in a dialog that fits', async () => {
      await description.fill(mine);
      await page.getByRole('button', { name: 'Save', exact: true }).tap();
      await expect(dialog.getByText(SOMEBODY_CHANGED_THIS)).toBeVisible();
      expect(await listAxeViolations(page, 'dialog')).toEqual([]);
      expect(await listMisfits(page, true)).toEqual([]);
    });

    await test.step('Cancel saves nothing, and keeps what she typed', async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).tap();
      await expect(page.getByText(/Nothing was saved/)).toBeVisible();
      await expect(description).toHaveValue(mine);
      expect((await readEntry(stack, STEAK)).description).toBe(theirs);
    });

    await test.step('so does Back', async () => {
      await tapPublish();
      await expect(dialog.getByRole('radio').first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(dialog.getByRole('radio').last()).toBeChecked();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(description).toHaveValue(mine);
    });

    await test.step('the dialog asks for a choice, also after one that was cancelled', async () => {
      await tapPublish();
      await tapPublish(dialog);
      await expect(dialog.getByRole('alert')).toHaveText(/^Description: .*which one stays/);
    });

    await test.step('the words that she chooses are published, and the dish keeps its new place', async () => {
      await dialog.getByText('With salt.').tap();
      await tapPublish(dialog);
      await expect(dialog).toBeHidden();
      await expect.poll(() => readPublished(stack, STEAK)).toMatchObject({ description: mine, position });
    });
  });
});
