import { writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import sharp from '../../cms/node_modules/sharp/dist/index.mjs';
import { expectOnSite } from '../support/expectOnSite.ts';
import { openAdmin, PUBLISHED } from '../support/openAdmin.ts';
import { isUncovered, listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { expect, type Page, type Stack, test } from '../support/stack.ts';

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
    // What arrives later, above the field, would move it.
    await this.page.waitForLoadState('networkidle');
    await field.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
    await expect(field).toBeFocused();
    await expect.poll(() => isUncovered(field)).toBe(true);
    if (this.isTouch) await this.page.setViewportSize(PHONE);
  }

  /** Presses buttons and links of the page one after the other. */
  async pressAll(...targets: Locator[]): Promise<void> {
    for (const target of targets) await this.press(target);
  }

  async publish(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'Publish', exact: true }));
    // The sentence of the task before can still be on the screen.
    await expect(this.page.getByText(PUBLISHED).last()).toBeVisible();
  }

  async choosePictures(paths: string[], open: () => Promise<void>): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await open();
    await (await chooser).setFiles(paths);
  }

  /** Does a task from the first screen, and returns the presses that it has taken. */
  async count(task: () => Promise<void>): Promise<number> {
    await this.goHome();
    this.presses = 0;
    await task();
    return this.presses;
  }

  private async goHome(): Promise<void> {
    // On a phone, the sentence of the task before can cover the link.
    if (this.isTouch) await this.page.goto(new URL('/admin', this.page.url()).href);
    else await this.page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await expect(this.page.getByRole('heading', { name: 'Your website' })).toBeVisible();
  }
}

async function makePicture(name: string): Promise<string> {
  const path = test.info().outputPath(name);
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } });
  writeFileSync(path, await picture.jpeg().toBuffer());
  return path;
}

/** The alternative texts of the pictures whose names begin with a text. */
async function readAlternativeTexts(stack: Stack, name: string): Promise<string[]> {
  const library = await stack.asAdmin('GET', `/upload/files?pageSize=100&_q=${name}`);
  const { results }: { results: { alternativeText: string | null }[] } = await library.json();
  return results.map(({ alternativeText }) => alternativeText || '').sort();
}

for (const [tool, isTouch, viewport] of [
  ['with a finger on a phone', true, PHONE],
  ['with a mouse', false, DESKTOP],
] as const)
  test.describe(tool, () => {
    test.use({ hasTouch: isTouch, viewport });

    test(`${tool}, each of the owner’s tasks takes a few presses`, async ({ page, editableStack: stack }) => {
      // Without a closed day, on which “Closed today” is not offered.
      await stack.publish('contactpage', 'contact-hours', { description: 'Daily: 5 pm – 9 pm' });
      await openAdmin(page, stack);
      const owner = new Owner(page, isTouch);
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      const linkTo = (name: string) => main.getByRole('link', { name });
      const button = (name: string | RegExp, part: Page | Locator = page) =>
        part.getByRole('button', { name });

      await test.step('two presses close the restaurant for today', async () => {
        const presses = await owner.count(async () => {
          await owner.pressAll(button('Closed today'), button('Close for today'));
          await expect(page.getByText(/^Done: the site says/)).toBeVisible();
        });
        expect(presses).toBe(2);
      });

      await test.step('three presses change a sentence of the home page', async () => {
        const presses = await owner.count(async () => {
          await owner.pressAll(linkTo('Home page'), linkTo('Home: second special under the sign'));
          await owner.type(page.getByLabel('Text'), 'Half a chicken from the oven.');
          await owner.publish();
        });
        expect(presses).toBe(3);
        await expectOnSite(stack, '/', 'Half a chicken from the oven.');
      });

      for (const [link, field, text] of [
        ['Phone number', 'Phone number', '(614) 555-0123'],
        ['Opening hours, special days', 'Opening hours', 'Monday – Sunday: 5:15 pm – 9:45 pm'],
      ] as const)
        await test.step(`two presses change the ${field.toLowerCase()}`, async () => {
          const presses = await owner.count(async () => {
            await owner.press(linkTo(link));
            await owner.type(page.getByLabel(field), text);
            await owner.publish();
          });
          expect(presses).toBe(2);
          await expectOnSite(stack, '/contact', text);
        });

      await test.step('eight presses replace a photograph, with its alternative text', async () => {
        const question = page.getByRole('dialog', { name: /this picture show/ });
        const presses = await owner.count(async () => {
          await owner.pressAll(linkTo('First story'), button('Delete'));
          await owner.press(button(/^Press to add a picture/));
          await owner.press(button('Add pictures', dialog));
          const dropArea = dialog.getByLabel(/^Press to choose pictures/);
          await owner.choosePictures([await makePicture('oven.jpg')], () => owner.press(dropArea));
          await owner.type(question.getByLabel('oven.jpg'), 'The oak oven at night');
          await owner.pressAll(button('Add', question), button('Finish', dialog));
          await owner.publish();
        });
        expect(presses).toBe(8);
        await expectOnSite(stack, '/', 'The oak oven at night');
      });

      // With a mouse, the tests of photographs add several at once.
      if (!isTouch) return;
      await test.step('four presses add ten photographs at once', async () => {
        const question = page.getByRole('dialog', { name: /these pictures show/ });
        const names = Array.from({ length: 10 }, (_, index) => `dish-${index}.jpg`);
        const presses = await owner.count(async () => {
          await owner.press(linkTo('All photographs'));
          await owner.choosePictures(await Promise.all(names.map(makePicture)), () =>
            owner.pressAll(button('New'), page.getByRole('menuitem', { name: 'Add pictures', exact: true })),
          );
          await expect(question.getByRole('textbox')).toHaveCount(10);
          await owner.type(question.getByLabel('dish-9.jpg'), 'A bowl of chili');
          await owner.press(button('Add', question));
          await expect(page.getByText('10 pictures added')).toBeVisible({ timeout: 60_000 });
        });
        expect(presses).toBe(4);
        expect(await readAlternativeTexts(stack, 'dish-')).toEqual([...Array(9).fill(''), 'A bowl of chili']);
      });
    });
  });
