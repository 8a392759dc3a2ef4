import { addAccount } from '../support/addAccount.ts';
import { submitSignInForm } from '../support/openAdmin.ts';
import { expect, test } from '../support/stack.ts';

test('the first screen shows an account that may do nothing a message and no card', async ({
  page,
  editableStack: stack,
}) => {
  const role = await stack.asAdmin('POST', '/admin/roles', { name: 'Nobody', description: '' });
  const { data }: { data: { id: number } } = await role.json();
  await addAccount(stack, 'nobody@test.example', data.id);
  await page.goto(`${stack.cms}/admin`);
  await submitSignInForm(page, 'nobody@test.example');
  await expect(page.getByText(/account may not change anything yet/)).toBeVisible();
  for (const name of ['Today', 'Coming up', 'The site', 'Publishing'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Menu/ })).toHaveCount(0);
});
