import type { AuditLogAnswer } from '../../cms/src/auditLog/auditLog.ts';
import type { MenuAnswer } from '../../cms/src/menu/menuAnswers.ts';
import { runScript } from '../support/backups.ts';
import { listChanges, saveAndSchedule, send } from '../support/entries.ts';
import { openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { expect, test } from '../support/operations.ts';
import { freePort } from '../support/ports.ts';
import { accounts, copySeededData } from '../support/seededCopy.ts';
import { withSqlite } from '../support/sqlite.ts';
import { Stack, signIn } from '../support/stack.ts';
import { extractPictures } from '../support/versionOne.ts';

// restoredSite.test.ts and cms/src/backups/endSignIns.test.ts show each of these things in more cases.

const { ADMIN_EMAIL, ADMIN_PASSWORD, OWNER_EMAIL, OWNER_PASSWORD } = accounts;
/** States that the fries are vegan, as the menu's screen does, and publishes it. */
async function confirmFries(stack: Stack): Promise<void> {
  const { sections, restoreId }: MenuAnswer = await send(stack, 'GET', '/menu');
  const items = sections.flatMap(({ lists }) => lists.flatMap((list) => list.items));
  const { name = '', description = '' } = items.find(({ id }) => id === 'hand-cut-fries') ?? {};
  const statement = { diet: 'vegan', answers: {}, confirmedFor: { name, description, restoreId } };
  await send(stack, 'PUT', '/menu/menu-side/items/hand-cut-fries/statement', { statement, seen: null });
  await send(stack, 'POST', '/menu/publish');
}

test('a restored site has ended every session, states and makes nothing by itself, and keeps its audit log', async ({
  page,
  scratch,
  startCms,
}) => {
  const dataDir = copySeededData(`${scratch}/data`);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '' };
  // The same port at both starts, so that the browser's page stays one of the CMS. No site listens, which the first screen asks for.
  const env = {
    DATABASE_URL: '',
    PORT: await freePort(),
    SITE_URL: `http://127.0.0.1:${await freePort()}`,
  };
  const address = `http://127.0.0.1:${env.PORT}`;
  const backup = `${scratch}/site`;
  const first = await startCms(dataDir, { env });
  await first.waitUntilReady();
  const token = await signIn(address, ADMIN_EMAIL, ADMIN_PASSWORD);
  const readProfile = () =>
    fetch(`${address}/admin/users/me`, { headers: { authorization: `Bearer ${token}` } });
  await openAdmin(page, { cms: address });
  const stack = Stack.at('', address, token);
  await confirmFries(stack);
  expect(await stack.readContent('menu-side')).toContain('"diet":"vegan"');
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const HOME = { uid: 'api::homepage.homepage', documentId: 'home-main' };
  await saveAndSchedule(stack, HOME, { mainHeading: 'Scheduled words' }, `${inTwoDays}T17:00`);
  expect(runScript('backup', settings, [`${backup}.tar.gz`])).toMatchObject({ status: 0, stderr: '' });
  extractPictures(backup, `${backup}.tar.gz`);
  // Its time passes before the restore.
  withSqlite(`${backup}/strapi.db`, (database) =>
    database.exec("UPDATE site_scheduled_changes SET local_time = '2001-01-01T12:00', due_at = 1"),
  );
  await send(stack, 'PUT', '/admin/roles/2', { name: 'Renamed', description: '' });
  expect((await readProfile()).status).toBe(200);
  await first.kill();

  const restored = runScript('restore', settings, [backup, 'replace']);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  for (const line of [
    /^Everyone has to sign in again\b/m,
    /^Scheduled changes whose time has passed: 1\./m,
    /^What is stated about allergens and diets is shown again when the owner has confirmed it\b/m,
  ])
    expect(restored.stdout).toMatch(line);

  const second = await startCms(dataDir, { env });
  await second.waitUntilReady();
  expect((await readProfile()).status).toBe(401);
  // The passwords are those of the backup.
  expect(second.output).not.toContain('First sign-ins');
  await signIn(address, OWNER_EMAIL, OWNER_PASSWORD);
  const administrator = Stack.at('', address);
  expect(await administrator.readContent('menu-side')).not.toContain('"diet":"vegan"');
  expect(await listChanges(administrator)).toMatchObject([{ state: 'asking' }]);
  const { lines }: AuditLogAnswer = await send(administrator, 'GET', '/audit-log');
  const texts = lines.map(({ text }) => text);
  for (const text of ['Made the backup site.tar.gz', 'Changed the role “Owner”', 'Restored site'])
    expect(texts.filter((line) => line === text)).toHaveLength(1);

  await test.step('an admin that was open asks to sign in, and then shows the content of the backup', async () => {
    await page.getByRole('link', { name: 'Words and menu' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await submitSignInForm(page);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
    await page.goto(`${address}/admin/content-manager/collection-types/api::homepage.homepage/home-story-1`);
    await expect(page.getByRole('heading', { name: 'Home: first story block' })).toBeVisible();
  });
});
