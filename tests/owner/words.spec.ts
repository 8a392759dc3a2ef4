import type { FrameLocator, Locator } from '@playwright/test';
import { expectOnSite } from '../support/expectOnSite.ts';
import { createGate } from '../support/gate.ts';
import { listAxeViolations } from '../support/listAxeViolations.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits, PHONE } from '../support/phoneScreen.ts';
import { seedRecord } from '../support/seedRecords.ts';
import { expect, type Page, test } from '../support/stack.ts';

// `words.test.ts` has what the CMS does, and `pressWords.spec.ts` what the page does.

const { description: STORY = '' } = seedRecord('homepage', 'home-story-1');
const TUESDAYS = 'Closed on Tuesdays.';

const barOf = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const buttonIn = (part: Locator, name: string) => part.getByRole('button', { name, exact: true });
const openSite = (page: Page): FrameLocator => page.frameLocator('iframe');

for (const viewport of [PHONE, { width: 1440, height: 900 }])
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport });

    test('two presses change a sentence and publish it, and Undo takes it back', async ({
      page,
      editableStack: stack,
    }) => {
      await openAdmin(page, stack);
      const [frame, bar] = [openSite(page), barOf(page)];
      await expect(bar).toContainText('Everything is published.');
      await expect(buttonIn(bar, 'Publish')).toHaveCount(0);
      const text = frame.getByText(STORY.slice(0, 30));
      await expect(text).toHaveAttribute('tabindex', '0');
      expect(await listMisfits(page, viewport === PHONE)).toEqual([]);
      expect(await listAxeViolations(page, 'main')).toEqual([]);

      await text.click();
      await expect(frame.getByRole('textbox', { name: 'Text' })).toBeFocused();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(` ${TUESDAYS}`);
      await buttonIn(bar, 'Publish').click();

      await expect(bar.getByRole('status')).toHaveText(/^Published/);
      await expect(bar).toContainText('Everything is published.');
      await expectOnSite(stack, '/', TUESDAYS);
      await buttonIn(bar, 'Undo').click();
      await expect(bar).toContainText('1 change is not on the site yet: Home: first story block (Text)');
      await expectOnSite(stack, '/', TUESDAYS, false);
      await expect(frame.getByText(TUESDAYS)).toBeVisible();
      await buttonIn(bar, 'Undo').click();
      await expect(bar).toContainText('Everything is published.');
      await expect(frame.getByText(TUESDAYS)).toHaveCount(0);
    });
  });

test('Undo takes back what is being typed, and the text can be typed again', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  const [frame, bar] = [openSite(page), barOf(page)];
  const text = frame.getByText(STORY.slice(0, 30));
  const field = frame.getByRole('textbox', { name: 'Text' });
  const type = async (words: string) => {
    await expect(text).toHaveAttribute('tabindex', '0');
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(words);
    await expect(field).toHaveValue(STORY + words);
  };
  await expect(buttonIn(bar, 'Undo')).toHaveAttribute('aria-disabled', 'true');
  await type(' Typed.');
  await buttonIn(bar, 'Undo').click();
  await expect(bar).toContainText('Everything is published.');
  await expect(field).toHaveCount(0);
  await expect(text).not.toContainText('Typed.');
  await type(` ${TUESDAYS}`);
  await buttonIn(bar, 'Publish').click();
  await expectOnSite(stack, '/', TUESDAYS);
});

test('Undo takes back a text that is rejected, and then something else can be published', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  const [frame, bar] = [openSite(page), barOf(page)];
  const field = frame.getByRole('textbox');
  const name = frame.locator('header > a > span').last();
  await expect(name).toHaveAttribute('tabindex', '0');
  await name.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await buttonIn(bar, 'Publish').click();
  await expect(frame.getByRole('alert')).toHaveText('Name: this can’t be empty.');
  await buttonIn(bar, 'Undo').click();
  await expect(field).toHaveCount(0);
  await frame.getByText(STORY.slice(0, 30)).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(` ${TUESDAYS}`);
  await buttonIn(bar, 'Publish').click();
  await expect(bar.getByRole('status')).toHaveText(/^Published/);
});

test('what is typed when another page is chosen is saved, and does not return once it is undone', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  const [frame, bar] = [openSite(page), barOf(page)];
  const text = frame.getByText(STORY.slice(0, 30));
  const openPage = async (name: string, shown: Locator) => {
    await buttonIn(page.getByRole('group', { name: 'Pages' }), name).click();
    await expect(shown).toHaveAttribute('tabindex', '0');
  };
  await expect(text).toHaveAttribute('tabindex', '0');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(` ${TUESDAYS}`);
  await openPage('Menu', frame.locator('#menu-entrees h3').first());
  await expect(bar).toContainText('1 change is not on the site yet');
  await buttonIn(bar, 'Undo').click();
  await expect(bar).toContainText('Everything is published.');
  await openPage('Home', text);
  await expect(frame.getByRole('textbox')).toHaveCount(0);
  await expect(bar).toContainText('Everything is published.');
});

test('with a mouse, a double press opens a text, and the screen does not move', async ({
  page,
  editableStack: stack,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAdmin(page, stack);
  const frame = openSite(page);
  const heading = frame.getByRole('heading', { level: 1 });
  await expect(heading).toHaveAttribute('tabindex', '0');
  const place = await frame.owner().boundingBox();
  await heading.dblclick();
  const field = frame.getByRole('textbox');
  await expect(field).toBeFocused();
  expect(await frame.owner().boundingBox()).toEqual(place);
  await page.keyboard.type('!');
  await expect(field).toHaveValue(/!/);
  await page.keyboard.press('Escape');
  await expect(barOf(page)).toContainText('Everything is published.');
});

test('what somebody else has changed is asked about before it is published', async ({
  page,
  editableStack: stack,
}) => {
  await openAdmin(page, stack);
  const [frame, bar] = [openSite(page), barOf(page)];
  const text = frame.getByText(STORY.slice(0, 30));
  await expect(text).toHaveAttribute('tabindex', '0');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Mine.');
  const path = '/content-manager/collection-types/api::homepage.homepage/home-story-1';
  await stack.asAdmin('PUT', path, { description: 'Theirs.' });
  await buttonIn(bar, 'Publish').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Somebody else has changed “Text”');
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('alert')).toHaveText(/^Nothing was published/);
  await expect(frame.getByRole('alert')).toContainText('Somebody else has changed “Text”');
  await expectOnSite(stack, '/', 'Theirs.', false);
  await buttonIn(bar, 'Publish').click();
  await dialog.getByText(`${STORY} Mine.`).click();
  await buttonIn(dialog, 'Save').click();
  await expect(bar.getByRole('status')).toHaveText(/^Published/);
  await expectOnSite(stack, '/', ' Mine.');
});

test('a preview whose token has ended gets another one, and the page is not loaded again', async ({
  page,
  stack,
}) => {
  await openAdmin(page, stack);
  await expect(openSite(page).getByText(STORY.slice(0, 30))).toHaveAttribute('tabindex', '0');
  const [, frame] = page.frames();
  const token = await frame?.evaluate(async () => {
    const received = new Promise((resolve) => {
      window.addEventListener('message', ({ data }) => data.type === 'words-token' && resolve(data.token));
    });
    window.parent.postMessage({ type: 'words-ended' }, '*');
    return received;
  });
  expect(token).toMatch(/^\d+/);
  expect(page.frames()).toContain(frame);
});

test('a request for the page that gets lost, as when a phone changes the network, is soon sent again', async ({
  page,
  editableStack: stack,
}) => {
  await page.route('**/words/page?**', (route) => route.abort(), { times: 1 });
  await openAdmin(page, stack);
  await expect(page.getByText(/^The pages of the site can’t be shown here/)).toBeVisible();
  const heading = openSite(page).getByRole('heading', { level: 1 });
  await expect(heading).toHaveAttribute('tabindex', '0', { timeout: 15_000 });
});

test('a page that is not there at first comes as soon as it can', async ({ page, stack }) => {
  let isThere = false;
  await page.route(
    (url) => url.port === new URL(stack.site).port,
    (route) => (isThere ? route.continue() : route.abort()),
  );
  await page.clock.install();
  await openAdmin(page, stack);
  await page.clock.runFor(11_000);
  await expect(page.getByText(/^The pages of the site can’t be shown here/)).toBeVisible();
  isThere = true;
  await page.clock.runFor(20_000);
  await expect(openSite(page).getByText(STORY.slice(0, 30))).toHaveAttribute('tabindex', '0');
  await expect(page.getByText(/^The pages of the site can’t be shown here/)).toHaveCount(0);
});

test('a page that takes minutes on a slow connection is not loaded again', async ({ page, stack }) => {
  const scripts = createGate();
  const isOfSite = (url: URL) => url.port === new URL(stack.site).port;
  let documents = 0;
  page.on('request', (request) => {
    if (isOfSite(new URL(request.url())) && request.isNavigationRequest()) documents += 1;
  });
  await page.route(
    (url) => isOfSite(url) && url.pathname.startsWith('/assets/'),
    (route) => scripts.opened.then(() => route.continue()),
  );
  await page.clock.install();
  await openAdmin(page, stack);
  await expect.poll(() => documents).toBe(1);
  await page.clock.runFor(120_000);
  await expect(page.getByText(/^The pages of the site can’t be shown here/)).toBeVisible();
  scripts.open();
  await expect(openSite(page).getByText(STORY.slice(0, 30))).toHaveAttribute('tabindex', '0');
  expect(documents).toBe(1);
});

test('what has a form opens it at that field, and Back leads to the same place', async ({ page, stack }) => {
  await openAdmin(page, stack);
  const frame = openSite(page);
  const tab = buttonIn(page.getByRole('group', { name: 'Pages' }), 'Contact');
  await tab.click();
  await expect(tab).toHaveAttribute('aria-pressed', 'true');
  const hours = frame.getByText('Tuesday – Thursday').first();
  await expect(frame.locator('[tabindex="0"]').first()).toBeVisible();
  await hours.click();
  await expect(page.getByLabel('Opening hours')).toBeFocused();
  await page.goBack();
  await expect(hours).toBeInViewport();
  await expect(tab).toHaveAttribute('aria-pressed', 'true');

  // A field of Strapi's own.
  await buttonIn(page.getByRole('group', { name: 'Pages' }), 'Home').click();
  await frame.locator('.splide__slide img[tabindex="0"]').first().click();
  await expect(page.getByRole('region', { name: 'Pictures' }).getByRole('button').first()).toBeFocused();
});

test('without the site, a sentence says so, and the rest of the screen works', async ({ page, stack }) => {
  const { port } = new URL(stack.site);
  await page.route(
    (url) => url.port === port,
    (route) => route.abort(),
  );
  await openAdmin(page, stack);
  await expect(page.getByText(/^The pages of the site can’t be shown here/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('button').first()).toBeVisible();
  await page.getByRole('link', { name: 'Services page', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Services page' })).toBeVisible();
});
