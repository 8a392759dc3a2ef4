import { accounts } from '../support/seededCopy.ts';
import { seedRecord } from '../support/seedRecords.ts';
import type { Stack } from '../support/stack.ts';
import type { BrowserPage, Point } from './browserPage.ts';
import { expect, test } from './test.ts';

const STORY = seedRecord('homepage', 'home-story-1').description ?? '';
const DRAFT = 'a table that is not ready yet';
const FRAME = 'iframe';

/** Returns an XPath for an element with a text. */
const withText = (element: string, text: string) => `//${element}[contains(normalize-space(), "${text}")]`;

const expectText = (page: BrowserPage, text: string) =>
  expect.poll(() => page.evaluate(() => document.body.innerText), { timeout: 30_000 }).toContain(text);

/** Waits until a text in the frame can be pressed, scrolls to it and returns its middle. */
async function findPressable(page: BrowserPage, beginning: string): Promise<Point> {
  const findMiddle = () =>
    page.evaluateInFrame(
      FRAME,
      (wanted) => {
        const texts = document.querySelectorAll('p[tabindex="0"]');
        const text = [...texts].find(({ textContent }) => textContent?.startsWith(wanted));
        if (!text) return null;
        text.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = text.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      },
      beginning,
    );
  await expect.poll(findMiddle, { timeout: 30_000 }).not.toBeNull();
  const middle = (await findMiddle()) ?? { x: 0, y: 0 };
  const frame = await page.evaluate((selector) => {
    const { x = 0, y = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
    return { x, y };
  }, FRAME);
  return { x: frame.x + middle.x, y: frame.y + middle.y };
}

const fetchHome = (stack: Stack) => fetch(`${stack.site}/`).then((response) => response.text());

test('the owner signs in, presses a sentence on her site, sees her words there before visitors do, and publishes them', async ({
  launchBrowser,
  visitor,
  editableStack: stack,
}) => {
  const owner = await launchBrowser();
  await owner.resize({ width: 1440, height: 900 });
  // The site may be framed only by the admin's address, which is on localhost.
  await owner.open(`${stack.cms.replace('127.0.0.1', 'localhost')}/admin`);
  await owner.click('input[name="email"]');
  await owner.type(accounts.OWNER_EMAIL);
  await owner.click('input[name="password"]');
  await owner.type(accounts.OWNER_PASSWORD);
  await owner.press('Enter');
  await expectText(owner, 'Everything is published.');

  await owner.clickAt(await findPressable(owner, STORY.slice(0, 30)));
  await expect
    .poll(() => owner.evaluateInFrame(FRAME, () => document.activeElement?.tagName))
    .toBe('TEXTAREA');
  await owner.press('ControlOrMeta+a');
  await owner.type(DRAFT);
  await owner.press('Tab');
  await expectText(owner, 'is not on the site yet: Home: first story block (Text)');
  await expect.poll(() => owner.evaluateInFrame(FRAME, () => document.body.innerText)).toContain(DRAFT);
  const home = await fetchHome(stack);
  expect(home).toContain(STORY.slice(0, 30));
  expect(home).not.toContain(DRAFT);

  await owner.click(withText('button', 'Publish'));
  await expectText(owner, 'Everything is published.');
  await expect.poll(() => fetchHome(stack)).toContain(DRAFT);
  await visitor.open(stack.site);
  await expectText(visitor, DRAFT);
});
