import { writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { openAdmin } from '../support/openAdmin.ts';
import { listMisfits } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

// The tasks with dishes and drinks are in the tests of the menu screen.

const PHONE = { width: 390, height: 844 };
/** The visible part of the screen above a phone's keyboard. */
const PHONE_WITH_KEYBOARD = { width: 390, height: 500 };
const DESKTOP = { width: 1440, height: 900 };

/** The owner with a mouse or a finger: counts what she presses since the first screen, and checks each screen she meets. */
class Owner {
  presses = 0;

  constructor(
    readonly page: Page,
    readonly isTouch: boolean,
  ) {}

  async press(target: Locator): Promise<void> {
    await expect(target).toBeEnabled();
    await expect.poll(() => listMisfits(this.page, this.isTouch)).toEqual([]);
    await (this.isTouch ? target.tap() : target.click());
    this.presses += 1;
  }

  /** Types into a field, on a phone above the keyboard, where the field must stay in view. */
  async type(field: Locator, text: string): Promise<void> {
    if (this.isTouch) await this.page.setViewportSize(PHONE_WITH_KEYBOARD);
    await field.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
    await expect(field).toBeFocused();
    await expect.poll(() => isUncovered(field)).toBe(true);
    if (this.isTouch) await this.page.setViewportSize(PHONE);
  }

  async goHome(): Promise<void> {
    await this.page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(this.page.getByRole('heading', { name: 'Your website' })).toBeVisible();
    this.presses = 0;
  }
}

/** Whether the line that is being typed, at the upper edge of a field, is on the screen and nothing covers it. */
const isUncovered = (field: Locator) =>
  field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [y + 4, y + Math.min(height, 44) - 4].every(
      (line) => document.elementFromPoint(x + width / 2, line) === element,
    );
  });

const expectOnSite = (stack: Stack, path: string, text: string) =>
  expect
    .poll(
      async () => (await fetch(`${stack.site}${path}`).then((answer) => answer.text())).includes(text),
      // After one slow response the site backs off before its next request to the CMS.
      { timeout: 40_000, intervals: [100] },
    )
    .toBe(true);

async function makePicture(name: string): Promise<string> {
  const path = test.info().outputPath(name);
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: '#a33' } });
  writeFileSync(path, await picture.jpeg().toBuffer());
  return path;
}

for (const [tool, isTouch, viewport] of [
  ['with a finger on a phone', true, PHONE],
  ['with a mouse', false, DESKTOP],
] as const)
  test.describe(tool, () => {
    test.use({ hasTouch: isTouch, viewport });

    test(`the owner closes for today and changes a sentence${isTouch ? '' : ', a number and a photograph'} with few presses ${tool}`, async ({
      page,
      editableStack: stack,
    }) => {
      await openAdmin(page, stack);
      const owner = new Owner(page, isTouch);
      const main = page.getByRole('main');
      const publish = page.getByRole('button', { name: 'Publish', exact: true });
      // The sentence of the step before can still be on the screen.
      const published = page.getByText('Published: the site shows it in a moment').last();

      await test.step('closed today', async () => {
        await owner.press(page.getByRole('button', { name: 'Closed today' }));
        await owner.press(page.getByRole('button', { name: 'Close for today' }));
        await expect(page.getByText(/^Done: the site says now/)).toBeVisible();
        expect(owner.presses).toBe(2);
      });

      await test.step('a sentence', async () => {
        await owner.goHome();
        await owner.press(main.getByRole('link', { name: 'Home page' }));
        await owner.press(main.getByRole('link', { name: 'Home: second special under the sign' }));
        await owner.type(page.getByLabel('Text'), 'Half a chicken from the oven.');
        await owner.press(publish);
        await expect(published).toBeVisible();
        expect(owner.presses).toBe(3);
        await expectOnSite(stack, '/', 'Half a chicken from the oven.');
      });

      // On a phone, the buttons of an entry still cover the next field while the keyboard is up.
      if (isTouch) return;

      await test.step('the phone number', async () => {
        await owner.goHome();
        await owner.press(main.getByRole('link', { name: 'Phone number' }));
        await owner.type(page.getByLabel('Phone number'), '(614) 555-0123');
        await owner.press(publish);
        await expect(published).toBeVisible();
        expect(owner.presses).toBe(2);
        await expectOnSite(stack, '/contact', '(614) 555-0123');
      });

      await test.step('a photograph, with its alternative text', async () => {
        await owner.goHome();
        const dialog = page.getByRole('dialog');
        await owner.press(main.getByRole('link', { name: 'First story' }));
        await owner.press(page.getByRole('button', { name: 'Delete' }));
        await owner.press(page.getByRole('button', { name: 'Press to add a picture, or drop one here' }));
        await owner.press(dialog.getByRole('button', { name: 'Add pictures' }));
        const chooser = page.waitForEvent('filechooser');
        await owner.press(dialog.getByLabel('Press to choose pictures, or drop them here'));
        await (await chooser).setFiles(await makePicture('oven.jpg'));
        await owner.press(dialog.getByRole('button', { name: 'Upload 1 picture' }));
        const question = page.getByRole('dialog', { name: 'What does this picture show?' });
        await owner.type(question.getByLabel('oven.jpg'), 'The oak oven at night');
        await owner.press(question.getByRole('button', { name: 'Add' }));
        await owner.press(dialog.getByRole('button', { name: 'Finish' }));
        await owner.press(publish);
        await expect(published).toBeVisible();
        expect(owner.presses).toBe(9);
        await expectOnSite(stack, '/', 'The oak oven at night');
      });
    });
  });
