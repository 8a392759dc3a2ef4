import { writeFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import type { PartName } from '../../cms/src/admin/strapi/parts.ts';
import { addDays } from '../../cms/src/shared/hours/zonedTime.ts';
import { send } from '../support/entries.ts';
import { clickPublish, openAdmin, submitSignInForm } from '../support/openAdmin.ts';
import { saveAndSchedule } from '../support/schedule.ts';
import { accounts } from '../support/seededCopy.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

// The contract with Strapi in the real admin: a test for each function of cms/src/admin/strapi, whose title begins with the
// function's name. docs/strapi.md tells how to run it alone, and what to do when one fails.

const PHONE_NUMBER = '/content-manager/collection-types/api::contactpage.contactpage/contact-phone';
const PHONE_ENTRY = { uid: 'api::contactpage.contactpage', documentId: 'contact-phone' };
const HOURS = '/content-manager/collection-types/api::contactpage.contactpage/contact-hours';
const MAIN = '/content-manager/collection-types/api::homepage.homepage/home-main';
const STORY = '/content-manager/collection-types/api::homepage.homepage/home-story-1';
const LIBRARY = '/plugins/upload';
const SITE = '/content-manager/single-types/api::website-name.website-name';

/** Returns a time by the clock of the restaurant that is not over yet. */
async function nextEvening(stack: Stack): Promise<string> {
  const { date } = await send<{ date: string }>(stack, 'GET', '/today');
  return `${addDays(date, 1)}T17:00`;
}

/** The cookies of the signed-in owner, so that no test loads the sign-in page. */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

test.beforeAll(async ({ browser, sharedStack }) => {
  const page = await browser.newPage();
  await openAdmin(page, await sharedStack.get());
  signedIn = await page.context().storageState();
  await page.close();
});

test.use({ storageState: ({}, use) => use(signedIn) });

type Check = (page: Page, stack: Stack) => Promise<void>;

const open = (page: Page, { cms }: Stack, path: string) => page.goto(`${cms}/admin${path}`);

/** Tests a function on a page of the admin, where the owner changes no content. */
function onPage(path: string, name: PartName, does: string, check: Check): void {
  test(`${name} ${does}`, async ({ page, stack }) => {
    await open(page, stack, path);
    await check(page, stack);
  });
}

/** Tests a function with a change of content. */
function withChange(name: PartName, does: string, check: Check): void {
  test(`${name} ${does}`, ({ page, editableStack: stack }) => check(page, stack));
}

async function makePicture(name: string): Promise<string> {
  const path = test.info().outputPath(name);
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } });
  writeFileSync(path, await picture.jpeg().toBuffer());
  return path;
}

const question = (page: Page) => page.getByRole('dialog', { name: /what does this picture show/i });

/** Opens the dialog that uploads pictures on the page of an entry, and chooses one. */
async function choosePicture(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /add|press to add/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add pictures' }).click();
  await dialog.locator('input[type=file]').setInputFiles(await makePicture('oven.jpg'));
}

onPage('', 'replaceHomePage', 'shows our first screen', async (page) => {
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
});

onPage('/versions/menu', 'addScreens', 'opens the screen of earlier versions', async (page) => {
  await expect(page.getByRole('heading', { name: 'Earlier versions' })).toBeVisible();
});

onPage(HOURS, 'showOnEveryPage', 'shows a question above the form of an entry', async (page) => {
  await page.getByLabel('Opening hours').fill('Whenever we like, from 25');
  await clickPublish(page);
  await expect(page.getByRole('dialog', { name: 'Publish anyway?' })).toBeVisible();
});

onPage(PHONE_NUMBER, 'addInputs', 'shows what the site understands of a field', async (page) => {
  await expect(page.getByText(/site understands: Guests call/)).toBeVisible();
});

onPage(
  '',
  'hidePermissions',
  'knows who is an administrator, and hides the developer tools',
  async (page) => {
    await expect(page.locator('html')).toHaveAttribute('data-account', 'owner');
    await expect(page.getByRole('link', { name: 'Photographs', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /Content-Type Builder|Marketplace/ })).toHaveCount(0);
  },
);

onPage(PHONE_NUMBER, 'changeEditView', 'shows only the fields of a record, with its labels', async (page) => {
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await expect(page.getByText('Special days')).toHaveCount(0);
});

onPage(HOURS, 'findOpenEntry', 'tells one record from another', async (page) => {
  await expect(page.getByLabel('Opening hours')).toBeVisible();
  await expect(page.getByLabel('Phone number')).toHaveCount(0);
});

withChange(
  'changeEntryActions',
  'offers no Unpublish and no layout for a fixed record',
  async (page, stack) => {
    // An unpublished change gives the menu an item.
    await stack.asAdmin('PUT', MAIN, { description: 'Changed' });
    await open(page, stack, MAIN);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Discard changes' })).toBeVisible();
    await expect(
      page.getByRole('menuitem', { name: /Unpublish|Configure the view|Edit the model/ }),
    ).toHaveCount(0);
  },
);

onPage(MAIN, 'showInEntryHeader', 'links to the earlier versions of an entry', async (page) => {
  await expect(page.getByRole('link', { name: 'Earlier versions' })).toBeVisible();
});

withChange('findEntryHeader', 'says above the form what is planned for its entry', async (page, stack) => {
  await saveAndSchedule(stack, PHONE_ENTRY, { subHeadings: 'Call us' }, await nextEvening(stack));
  await open(page, stack, PHONE_NUMBER);
  await expect(page.locator('form').getByRole('list', { name: 'Planned' })).toContainText('“Call us”');
});

withChange('useEntryForm', 'saves the form that is published at a time', async (page, stack) => {
  await open(page, stack, PHONE_NUMBER);
  await page.getByLabel('Heading').fill('Call us');
  await page.getByRole('button', { name: 'Publish at…' }).click();
  await page.getByLabel('Day and time').fill(await nextEvening(stack));
  await page.getByRole('button', { name: 'Publish then' }).click();
  await expect(page.getByRole('list', { name: 'Planned' })).toContainText('“Call us”');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});

withChange('changeSaving', 'sends what a form had when it was opened', async (page, stack) => {
  await open(page, stack, PHONE_NUMBER);
  await page.getByLabel('Heading').fill('Call us');
  const saved = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('contact-phone'),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).postDataJSON()).toMatchObject({
    subHeadings: 'Call us',
    _openedContent: { documentId: 'contact-phone' },
  });
});

withChange('changeUpload', 'asks what a picture shows that the library uploads', async (page, stack) => {
  await open(page, stack, LIBRARY);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makePicture('oven.jpg'));
  await question(page).getByLabel('oven.jpg').fill('The oak oven');
  await question(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 picture added')).toBeVisible();
  const { results } = await (await stack.asAdmin('GET', '/upload/files?pageSize=100')).json();
  expect(results).toContainEqual(
    expect.objectContaining({ name: 'oven.jpg', alternativeText: 'The oak oven' }),
  );
});

onPage(
  STORY,
  'onPicturesChosen',
  'asks what a picture shows when it is chosen for an entry',
  async (page) => {
    await choosePicture(page);
    await expect(question(page).getByLabel('oven.jpg')).toBeVisible();
  },
);

for (const [name, does] of [
  ['pressUpload', 'uploads it without another press once it has its text'],
  ['WaitBeforeEntryUpload', 'uploads it with its text'],
] as const)
  withChange(name, does, async (page, stack) => {
    await open(page, stack, STORY);
    await choosePicture(page);
    await question(page).getByLabel('oven.jpg').fill('The oak oven');
    const uploaded = page.waitForResponse(
      (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === '/upload',
    );
    await question(page).getByRole('button', { name: 'Add', exact: true }).click();
    const [picture] = await (await uploaded).json();
    if (name === 'WaitBeforeEntryUpload') expect(picture.alternativeText).toBe('The oak oven');
  });

for (const [name, does] of [
  ['readCurrentPassword', 'finds the field of the profile'],
  ['changeProfile', 'sends the current password with a new email'],
] as const)
  onPage('/me', name, does, async (page) => {
    // The other tests are signed in with the old email.
    await page.route('**/admin/users/me', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.locator('input[name="email"]').fill('new-owner@test.example');
    await page.locator('input[name="currentPassword"]').fill(accounts.OWNER_PASSWORD);
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await saved).postDataJSON()).toMatchObject({ currentPassword: accounts.OWNER_PASSWORD });
  });

test.describe(() => {
  test.use({ storageState: { cookies: [], origins: [] } });

  onPage('', 'changeSignIn', 'shows a page for a code, and sends the code with the sign-in', async (page) => {
    await page.route('**/admin/login', async (route) => {
      const { code } = route.request().postDataJSON();
      const error = { name: 'CodeRequiredError', message: 'A code is needed.', details: { isSent: true } };
      await (code ? route.continue() : route.fulfill({ status: 400, json: { data: null, error } }));
    });
    await submitSignInForm(page);
    await page.getByRole('textbox', { name: 'Code' }).fill('123456');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  });
});

withChange(
  'useForgetEntriesMutation',
  'shows in an open form what an action has changed',
  async (page, stack) => {
    await open(page, stack, SITE);
    await expect(page.getByLabel('Name')).toBeVisible();
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.getByRole('button', { name: 'Put up a notice' }).click();
    await page.getByRole('textbox', { name: 'Words' }).fill('Closed for a party');
    await page.getByLabel('Until').fill('2099-01-01T10:00');
    await page.getByRole('button', { name: 'Show the notice' }).click();
    await expect(page.getByText(/the notice is on the site/)).toBeVisible();
    await page.getByRole('link', { name: 'Name, logo, notice, links' }).click();
    await expect(page.getByRole('textbox', { name: 'Words' }).first()).toHaveValue('Closed for a party');
  },
);

onPage(STORY, 'keepDialogEvents', 'closes a question with Escape, and not the dialog below', async (page) => {
  await choosePicture(page);
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
});

onPage(LIBRARY, 'dismissBanner', 'shows no announcement of the new media library', async (page) => {
  await expect(page.getByRole('button', { name: 'ribeye' }).first()).toBeVisible();
  await expect(page.getByText(/new media library/i)).toHaveCount(0);
});

onPage(
  '/content-manager/collection-types/api::homepage.homepage',
  'addStyles',
  'hides the settings from the owner, and the checkboxes of fixed records',
  async (page) => {
    await expect(page.getByRole('link', { name: /first story/i }).first()).toBeVisible();
    await expect(page.locator('a[href$="/admin/settings"]')).toBeHidden();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  },
);

onPage('', 'englishTranslations', 'names the parts of the admin in the owner’s words', async (page) => {
  await expect(page.getByRole('link', { name: 'Words and menu' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Photographs', exact: true })).toBeVisible();
});
