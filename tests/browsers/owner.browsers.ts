import { accounts } from '../support/seededCopy.ts';
import { seedRecord } from '../support/seedRecords.ts';
import type { Stack } from '../support/stack.ts';
import type { BrowserPage } from './browserPage.ts';
import { expect, test } from './test.ts';

const DISH = 'hand-cut-fries';
const PUBLISHED = seedRecord('menu-side', DISH).description ?? '';
const DRAFT = 'a soup that is not ready yet';

/** Returns an XPath for an element with a text. */
const withText = (element: string, text: string) => `//${element}[normalize-space()="${text}"]`;

const expectText = (page: BrowserPage, text: string) =>
  expect.poll(() => page.evaluate(() => document.body.innerText), { timeout: 30_000 }).toContain(text);

const fetchMenu = (stack: Stack) => fetch(`${stack.site}/menu`).then((response) => response.text());

test('the owner signs in, sees her saved draft in the preview before visitors do, and publishes it', async ({
  launchBrowser,
  visitor,
  editableStack: stack,
}) => {
  const owner = await launchBrowser();
  await owner.resize({ width: 1440, height: 900 });
  // The site may be framed only by the admin's address, which is on localhost.
  const admin = `${stack.cms.replace('127.0.0.1', 'localhost')}/admin`;
  await owner.open(admin);
  await owner.click('input[name="email"]');
  await owner.type(accounts.OWNER_EMAIL);
  await owner.click('input[name="password"]');
  await owner.type(accounts.OWNER_PASSWORD);
  await owner.press('Enter');
  await expectText(owner, 'Your website');

  const entry = `${admin}/content-manager/collection-types/api::menu-side.menu-side/${DISH}`;
  await owner.open(entry);
  await owner.click('textarea[name="description"]');
  await owner.press('ControlOrMeta+a');
  await owner.type(DRAFT);
  await owner.click(withText('button', 'Save'));
  await expectText(owner, 'Saved: press Publish');
  await owner.click(withText('a', 'Open preview'));
  await expect.poll(() => owner.readFrame('iframe[title="Preview"]'), { timeout: 30_000 }).toContain(DRAFT);
  const menu = await fetchMenu(stack);
  expect(menu).toContain(PUBLISHED);
  expect(menu).not.toContain(DRAFT);

  await owner.open(entry);
  // The click happens in the same task as the check, as in clickPublish of openAdmin.ts.
  const clickPublishIfEnabled = () =>
    owner.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent, disabled }) => textContent === 'Publish' && !disabled,
      );
      button?.click();
      return button !== undefined;
    });
  await expect.poll(clickPublishIfEnabled, { timeout: 30_000 }).toBe(true);
  await expectText(owner, 'Published: the site shows it in a moment');
  await expect.poll(() => fetchMenu(stack)).toContain(DRAFT);
  await visitor.open(`${stack.site}/menu`);
  await expectText(visitor, DRAFT);
});
