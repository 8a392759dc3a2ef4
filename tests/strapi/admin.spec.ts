import { writeFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { addDays } from '../../cms/src/shared/hours/zonedTime.ts';
import { send } from '../support/entries.ts';
import { clickPublish, openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { PHONE } from '../support/phoneScreen.ts';
import { createPicture } from '../support/pictures.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

// The contract with Strapi in the real admin: a soft expectation for each function of cms/src/admin/strapi, whose message begins with
// the function's name, so that one run names all that fail. docs/strapi.md tells how to run it alone, and what to do then.

const CONTACT = '/content-manager/collection-types/api::contactpage.contactpage';
const HOME = '/content-manager/collection-types/api::homepage.homepage';

/** The cookies of the signed-in owner, so that no test loads the sign-in page. */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

test.beforeAll(async ({ browser, sharedStack }) => {
  const page = await browser.newPage();
  await openAdmin(page, await sharedStack.get());
  signedIn = await page.context().storageState();
  await page.close();
});

test.use({ storageState: ({}, use) => use(signedIn) });

const open = (page: Page, { cms }: Stack, path: string) => page.goto(`${cms}/admin${path}`);

async function makePicture(): Promise<string> {
  const path = test.info().outputPath('oven.jpg');
  writeFileSync(path, await createPicture('#a33', 60, 40));
  return path;
}

const question = (page: Page) => page.getByRole('dialog', { name: /what does this picture show/i });

test('the screens are ours', async ({ page, stack }) => {
  await open(page, stack, '');
  await expect.soft(page.getByRole('heading', { name: 'Today' }), 'replaceHomePage shows ours').toBeVisible();
  const words = page.getByRole('link', { name: 'Words and menu' });
  await expect.soft(words, 'englishTranslations names the parts in the owner’s words').toBeVisible();
  const role = page.locator('html[data-account="owner"]');
  await expect.soft(role, 'hidePermissions knows who is an administrator').toBeVisible();
  const tools = page.getByRole('link', { name: /Content-Type Builder|Marketplace/ });
  await expect.soft(tools, 'hidePermissions hides the developer tools').toHaveCount(0);
  const settings = page.locator('a[href$="/admin/settings"]');
  await expect.soft(settings, 'addStyles hides the settings from the owner').toBeHidden();

  await open(page, stack, '/versions/menu');
  const versions = page.getByRole('heading', { name: 'Earlier versions' });
  await expect.soft(versions, 'addScreens opens the screen of earlier versions').toBeVisible();

  await open(page, stack, HOME);
  await expect(page.getByRole('link', { name: /first story/i }).first()).toBeVisible();
  const column = page.getByRole('gridcell', { name: 'Words', exact: true });
  await expect.soft(column, 'changeListColumns adds a column for the words of a record').toBeVisible();
  const checkboxes = page.getByRole('checkbox');
  await expect.soft(checkboxes, 'addStyles hides the checkboxes of fixed records').toHaveCount(0);
});

test('the bar of a phone has a link to the menu', async ({ page, stack }) => {
  await page.setViewportSize(PHONE);
  await open(page, stack, '/plugins/upload');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Menu', exact: true });
  await expect.soft(link, 'onNavigation finds the links of the bar').toBeVisible();
});

test('a form has our fields, questions and actions', async ({ page, editableStack: stack }) => {
  await open(page, stack, `${CONTACT}/contact-phone`);
  const phone = page.getByLabel('Phone number');
  await expect.soft(phone, 'changeEditView shows the fields of a record, with its labels').toBeVisible();
  const others = page.getByText(/Special days|Opening hours/);
  await expect.soft(others, 'changeEditView and findOpenEntry tell one record from another').toHaveCount(0);
  const understood = page.getByText(/site understands: Guests call/);
  await expect.soft(understood, 'addInputs shows what the site understands of a field').toBeVisible();

  await page.getByLabel('Heading').fill('Call us');
  await page.getByRole('button', { name: 'Publish at…' }).click();
  const { date } = await send<{ date: string }>(stack, 'GET', '/today');
  await page.getByLabel('Day and time').fill(`${addDays(date, 1)}T17:00`);
  await page.getByRole('button', { name: 'Publish at this time' }).click();
  const planned = page.locator('form').getByRole('list', { name: 'Planned' });
  await expect.soft(planned, 'findEntryHeader says above the form what is planned').toBeVisible();
  await expect
    .soft(planned, 'useEntryForm saves the form that is published at a time')
    .toContainText('“Call us”');

  await open(page, stack, `${CONTACT}/contact-hours`);
  await page.getByLabel('Opening hours').fill('Whenever we like, from 25');
  await clickPublish(page);
  const warning = page.getByRole('dialog', { name: 'Publish anyway?' });
  await expect.soft(warning, 'showOnEveryPage shows a question above the form').toBeVisible();

  await open(page, stack, `${HOME}/home-main`);
  const slides = page.locator('[aria-roledescription="slide"]');
  await expect.soft(slides, 'useMediaInput shows the pictures of a field').toHaveCount(3);
  const link = page.getByRole('link', { name: 'Earlier versions' });
  await expect.soft(link, 'showInEntryHeader links to the earlier versions of an entry').toBeVisible();
  await page.getByLabel('Heading').first().fill('Hello');
  const saved = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('home-main'),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect
    .soft((await saved).postDataJSON(), 'changeSaving sends what the form had when it was opened')
    .toMatchObject({ mainHeading: 'Hello', _openedContent: { documentId: 'home-main' } });
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Discard changes' })).toBeVisible();
  const hidden = page.getByRole('menuitem', { name: /Unpublish|Configure the view|Edit the model/ });
  await expect.soft(hidden, 'changeEntryActions offers neither Unpublish nor the layout').toHaveCount(0);
});

test('an open form shows what an action has changed', async ({ page, editableStack: stack }) => {
  await open(page, stack, `${CONTACT}/contact-hours`);
  const noDay = page.getByRole('button', { name: /^None yet/ });
  await expect(noDay).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByRole('button', { name: 'Different hours today' }).click();
  await page.getByRole('textbox', { name: 'Hours' }).fill('1 am – 6 pm');
  await page.getByRole('button', { name: 'Show these hours' }).click();
  await expect(page.getByText(/^Done: the site says/)).toBeVisible();
  await page.getByRole('link', { name: 'Hours, special days' }).click();
  await expect(page.getByLabel('Opening hours')).toBeVisible();
  await expect.soft(noDay, 'useForgetEntriesMutation loads the entry again').toHaveCount(0);
  await page.getByRole('link', { name: 'Menu', exact: true }).first().click();
  const dish = page.getByRole('switch').first();
  await expect.soft(dish, 'useAdminQuery and useAdminQueryClient load the menu').toBeVisible();
});

test('an upload asks what its pictures show', async ({ page, editableStack: stack }) => {
  await open(page, stack, '/plugins/upload');
  await expect(page.getByRole('button', { name: 'ribeye' }).first()).toBeVisible();
  const banner = page.getByText(/new media library/i);
  await expect.soft(banner, 'dismissBanner shows no announcement').toHaveCount(0);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makePicture());
  await question(page).getByLabel('oven.jpg').fill('The oak oven');
  await question(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 picture added')).toBeVisible();
  const { results } = await (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json();
  expect
    .soft(results, 'changeUpload uploads a picture with its text')
    .toContainEqual(expect.objectContaining({ name: 'oven.jpg', alternativeText: 'The oak oven' }));
});

test('an upload in a form asks what its picture shows', async ({ page, editableStack: stack }) => {
  await open(page, stack, `${HOME}/home-story-1`);
  const add = page.getByRole('button', { name: /add|press to add/i });
  await add.first().click();
  const dialog = page.getByRole('dialog').filter({ has: page.locator('input[type=file]') });
  await page.getByRole('dialog').getByRole('button', { name: 'Add pictures' }).click();
  await dialog.locator('input[type=file]').setInputFiles(await makePicture());
  await expect.soft(question(page), 'onPicturesChosen asks').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect.soft(page.getByRole('dialog'), 'keepDialogEvents leaves the dialog below open').toBeVisible();

  await open(page, stack, `${HOME}/home-story-1`);
  await add.first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add pictures' }).click();
  await dialog.locator('input[type=file]').setInputFiles(await makePicture());
  await question(page).getByLabel('oven.jpg').fill('The oak oven');
  const uploaded = page.waitForResponse(
    (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === '/upload',
  );
  await question(page).getByRole('button', { name: 'Add', exact: true }).click();
  const response = await uploaded.catch(() => undefined);
  expect.soft(response?.status(), 'pressUpload uploads it without another press').toBe(201);
  const [picture] = response ? await response.json() : [];
  expect
    .soft(picture?.alternativeText, 'WaitBeforeEntryUpload uploads it with its text')
    .toBe('The oak oven');
});

test('the profile sends the current password with a new email', async ({ page, stack }) => {
  await open(page, stack, '/me');
  // The other tests are signed in with the old email.
  await page.route('**/admin/users/me', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.locator('input[name="email"]').fill('new-owner@test.example');
  await page.locator('input[name="currentPassword"]').fill(accounts.OWNER_PASSWORD);
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect
    .soft((await saved).postDataJSON(), 'changeProfile sends what readCurrentPassword finds in its field')
    .toMatchObject({ currentPassword: accounts.OWNER_PASSWORD });
});

test.describe(() => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the sign-in shows a page for a code, and sends it', async ({ page, stack }) => {
    await open(page, stack, '');
    await page.route('**/admin/login', async (route) => {
      const { code } = route.request().postDataJSON();
      const error = { name: 'CodeRequiredError', message: 'A code is needed.', details: { isSent: true } };
      await (code ? route.continue() : route.fulfill({ status: 400, json: { data: null, error } }));
    });
    await submitSignInForm(page);
    const code = page.getByRole('textbox', { name: 'Code' });
    await expect.soft(code, 'changeSignIn shows a page for a code').toBeVisible();
    await code.fill('123456');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    const home = page.getByRole('heading', { name: 'Today' });
    await expect.soft(home, 'changeSignIn sends the code with the sign-in').toBeVisible();
  });
});
