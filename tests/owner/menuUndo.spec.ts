import { openAdmin } from '../support/openAdmin.ts';
import { expect, type Stack, test } from '../support/stack.ts';

/** The names and descriptions of the sides on the site, sorted by name. */
async function readSides(stack: Stack): Promise<[name: string, description: string][]> {
  const { data }: { data: { sideName: string; description: string }[] } = JSON.parse(
    await stack.readContent('menu-side'),
  );
  return data
    .map(({ sideName, description }): [string, string] => [sideName, description])
    .sort(([a], [b]) => a.localeCompare(b, 'en'));
}

test('Undo brings back the deleted dish that the bar names also while words are typed, and keeps these words', async ({
  page,
  editableStack: stack,
}) => {
  const before = await readSides(stack);
  const [deleted, changed] = before.map(([name]) => name);
  await openAdmin(page, stack);
  await page.getByRole('main').getByRole('link', { name: /^Menu/ }).click();
  await page.getByRole('button', { name: `Delete: ${deleted}`, exact: true }).click();
  const bar = page.getByRole('region', { name: 'Publishing' });
  await expect(bar.getByRole('status')).toHaveText(`“${deleted}” is deleted.`);

  const field = page.getByRole('textbox', { name: `Description of ${changed}`, exact: true });
  await field.fill('With butter.');
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(bar.getByRole('status')).toHaveText('Undone.');
  expect(await readSides(stack)).toEqual(before);

  await expect(field).toHaveValue('With butter.');
  await bar.getByRole('button', { name: 'Publish the menu' }).click();
  await expect(bar.getByRole('status')).toHaveText('Published: the site shows everything in a moment.');
  expect((await readSides(stack))[1]).toEqual([changed, 'With butter.']);
});
