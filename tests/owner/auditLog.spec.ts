import { addLines } from '../support/auditLog.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, test } from '../support/stack.ts';

test('an administrator reads in the settings who did what, also on a phone, by keyboard and after a failed request', async ({
  page,
  editableStack: stack,
}) => {
  await stack.asAdmin(
    'POST',
    '/content-manager/collection-types/api::homepage.homepage/home-main/actions/publish',
    {
      mainHeading: 'Published heading',
    },
  );
  addLines(stack, 1, 150, Date.now() - 60_000);
  expect((await stack.asAdmin('PUT', '/admin/roles/2', { name: 'Owner', description: '' })).status).toBe(200);
  await openAdmin(page, stack, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.route(/\/audit-log$/, (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'did not arrive' })).toBeVisible();
  await page.route(/\/audit-log$/, (route) => route.fulfill({ json: { lines: [], older: 0 } }), { times: 1 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Nothing yet.' })).toBeVisible();
  await expect(page.getByText('did not arrive')).toBeHidden();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Audit log/);
  const lines = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect(lines).toHaveCount(100);
  await expect(lines.first()).toHaveText(/^Today at .*admin@.*Signed in \(.*\)$/);
  await expect(lines.nth(1)).toHaveText(/^Today at .*admin@.*Changed the role “Owner”$/);
  await expect(page.getByRole('status').filter({ hasText: /^100 of \d+ lines\.$/ })).toBeVisible();
  const older = page.getByRole('button', { name: 'Show older lines' });
  await older.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^(\d+) of \1 lines\.$/)).toBeVisible();
  await expect(older).toBeFocused();
  await expect(older).toBeDisabled();
  await expect(lines.filter({ hasText: '→ “Published heading”' })).toHaveCount(1);

  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(lines).toHaveCount(100);
  await expect.poll(() => listMisfits(page, false)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await listAxeViolations(page), colorScheme).toEqual([]);
  }
});
