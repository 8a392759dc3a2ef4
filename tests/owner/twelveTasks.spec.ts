import { writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { expectOnSite } from '../support/expectOnSite.ts';
import { openAdmin } from '../support/openAdmin.ts';
import { isUncovered, listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Page, test } from '../support/stack.ts';

// The tasks with dishes and drinks are in the tests of the menu screen.

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
    // Not by the link, which the sentence of the task before can cover on a phone.
    await this.page.goto(new URL('/admin', this.page.url()).href);
    await expect(this.page.getByRole('heading', { name: 'Your website' })).toBeVisible();
    this.presses = 0;
  }
}

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

    test(`the owner closes for today and changes a sentence, the phone number, the hours and ${isTouch ? 'photographs' : 'a photograph'} with few presses ${tool}`, async ({
      page,
      editableStack: stack,
    }) => {
      // Without a closed day, on which “Closed today” is not offered.
      await stack.publishAll([['contactpage', 'contact-hours', { description: 'Daily: 5 pm – 9 pm' }]]);
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

      for (const [link, field, text] of [
        ['Phone number', 'Phone number', '(614) 555-0123'],
        ['Opening hours, special days', 'Opening hours', 'Monday – Sunday: 5:15 pm – 9:45 pm'],
      ] as const)
        await test.step(field.toLowerCase(), async () => {
          await owner.goHome();
          await owner.press(main.getByRole('link', { name: link }));
          await owner.type(page.getByLabel(field), text);
          await owner.press(publish);
          await expect(published).toBeVisible();
          expect(owner.presses).toBe(2);
          await expectOnSite(stack, '/contact', text);
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
        const question = page.getByRole('dialog', { name: 'What does this picture show?' });
        await owner.type(question.getByLabel('oven.jpg'), 'The oak oven at night');
        await owner.press(question.getByRole('button', { name: 'Add' }));
        await owner.press(dialog.getByRole('button', { name: 'Finish' }));
        await owner.press(publish);
        await expect(published).toBeVisible();
        expect(owner.presses).toBe(8);
        await expectOnSite(stack, '/', 'The oak oven at night');
      });

      // With a mouse, the tests of photographs add several at once.
      if (!isTouch) return;
      await test.step('ten photographs at once', async () => {
        await owner.goHome();
        await owner.press(main.getByRole('link', { name: 'All photographs' }));
        const chooser = page.waitForEvent('filechooser');
        await owner.press(page.getByRole('button', { name: 'New' }));
        await owner.press(page.getByRole('menuitem', { name: 'Add pictures', exact: true }));
        const names = Array.from({ length: 10 }, (_, index) => `dish-${index}.jpg`);
        await (await chooser).setFiles(await Promise.all(names.map(makePicture)));
        const question = page.getByRole('dialog', { name: 'What do these pictures show?' });
        await expect(question.getByRole('textbox')).toHaveCount(10);
        await owner.type(question.getByLabel('dish-9.jpg'), 'A bowl of chili');
        await owner.press(question.getByRole('button', { name: 'Add' }));
        await expect(page.getByText('10 pictures added')).toBeVisible({ timeout: 60_000 });
        expect(owner.presses).toBe(4);
        const library = await stack.asAdmin('GET', '/upload/files?pageSize=100&_q=dish-');
        const { results }: { results: { alternativeText: string | null }[] } = await library.json();
        expect(results.map(({ alternativeText }) => alternativeText || '').sort()).toEqual([
          ...Array(9).fill(''),
          'A bowl of chili',
        ]);
      });
    });
  });
