import { addLines } from '../support/auditLog.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

const AUDIT_LOG = '/settings/audit-log';

const openAsAdministrator = (page: Page, stack: Stack) =>
  openAdmin(page, stack, accounts.ADMIN_EMAIL, accounts.ADMIN_PASSWORD);

const linesOf = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');

test('an administrator reads in the settings who did what, also on a phone and by keyboard', async ({
  page,
  editableStack: stack,
}) => {
  await stack.publish('homepage', 'home-main', { mainHeading: 'Published heading' });
  addLines(stack, 1, 150, Date.now() - 60_000);
  expect((await stack.asAdmin('PUT', '/admin/roles/2', { name: 'Owner', description: '' })).status).toBe(200);
  await openAsAdministrator(page, stack);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/Audit log/);

  await test.step('the newest line is the first, with its time and author', async () => {
    await expect(linesOf(page)).toHaveCount(100);
    await expect(linesOf(page).first()).toHaveText(/^Today at .*admin@.*Signed in \(.*\)$/);
    await expect(linesOf(page).nth(1)).toHaveText(/^Today at .*admin@.*Changed the role “Owner”$/);
    await expect(page.getByRole('status').filter({ hasText: /^100 of \d+ lines\.$/ })).toBeVisible();
  });

  await test.step('the button loads older lines until there are none, and has the focus then', async () => {
    const button = page.getByRole('button', { name: 'Show older lines' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^(\d+) of \1 lines\.$/)).toBeVisible();
    await expect(button).toBeFocused();
    await expect(button).toBeDisabled();
    await expect(linesOf(page).filter({ hasText: '→ “Published heading”' })).toHaveCount(1);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`axe finds nothing in ${colorScheme} colors`, async () => {
      await page.emulateMedia({ colorScheme });
      expect(await listAxeViolations(page)).toEqual([]);
    });

  await test.step('all of it fits on a phone', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`${stack.cms}/admin${AUDIT_LOG}`);
    await expect(linesOf(page)).toHaveCount(100);
    expect(await listMisfits(page, false)).toEqual([]);
    expect(await listAxeViolations(page)).toEqual([]);
  });
});

test('the audit log says when lines don’t arrive, and when there are none', async ({ page, stack }) => {
  await page.route(/\/audit-log$/, (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  );
  await openAsAdministrator(page, stack);
  await page.goto(`${stack.cms}/admin${AUDIT_LOG}`);
  await expect(page.getByRole('alert').filter({ hasText: 'did not arrive' })).toBeVisible();
  await page.unroute(/\/audit-log$/);
  await page.route(/\/audit-log$/, (route) => route.fulfill({ json: { lines: [], older: 0 } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Nothing yet.' })).toBeVisible();
  await expect(page.getByText('did not arrive')).toBeHidden();
});

test('the owner gets no audit log', async ({ page, stack }) => {
  await page.goto(`${stack.cms}/admin${AUDIT_LOG}`);
  await submitSignInForm(page);
  await expect(page.getByText(/don't have the permissions/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});
