import { writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expectOnSite } from '../support/expectOnSite.ts';
import { openAdmin, PUBLISHED } from '../support/openAdmin.ts';
import { isUncovered, listMisfits, PHONE, PHONE_WITH_KEYBOARD } from '../support/phoneScreen.ts';
import { createPicture } from '../support/pictures.ts';
import { expect, type Page, test } from '../support/stack.ts';

// The tasks with dishes and drinks are in the tests of the menu screen.

/** The owner with a finger: counts what she presses since the first screen, and checks each screen she meets. */
class Owner {
  private presses = 0;

  constructor(readonly page: Page) {}

  /** Presses buttons and links one after the other. */
  async press(...targets: Locator[]): Promise<void> {
    for (const target of targets) {
      await expect(target).toBeEnabled();
      await expect.poll(() => listMisfits(this.page, true)).toEqual([]);
      await target.tap();
      this.presses += 1;
    }
  }

  /** Types into a field above the keyboard, where the field must stay in view. */
  async type(field: Locator, text: string): Promise<void> {
    await this.page.setViewportSize(PHONE_WITH_KEYBOARD);
    // What arrives later, above the field, would move it.
    await this.page.waitForLoadState('networkidle');
    await field.focus();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
    await expect(field).toBeFocused();
    await expect.poll(() => isUncovered(field)).toBe(true);
    await this.page.setViewportSize(PHONE);
  }

  async publish(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'Publish', exact: true }));
    // The sentence of the task before can still be on the screen.
    await expect(this.page.getByText(PUBLISHED).last()).toBeVisible();
  }

  /** Chooses pictures in the browser's dialog, which the last of some presses opens. */
  async choosePictures(names: string[], ...targets: Locator[]): Promise<void> {
    const picture = await createPicture('#a33', 60, 40);
    const paths = names.map((name) => test.info().outputPath(name));
    for (const path of paths) writeFileSync(path, picture);
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(...targets);
    await (await chooser).setFiles(paths);
  }

  /** Does a task from the first screen, which must take this many presses. */
  async expectPresses(expected: number, name: string, task: () => Promise<void>): Promise<void> {
    // The sentence of the task before can cover the link.
    await this.page.goto(new URL('/admin', this.page.url()).href);
    await expect(this.page.getByRole('heading', { name: 'Your website' })).toBeVisible();
    this.presses = 0;
    await task();
    expect(this.presses, name).toBe(expected);
  }
}

test.use({ hasTouch: true, viewport: PHONE });

test('with a finger on a phone, each of the owner’s tasks takes a few presses', async ({
  page,
  editableStack: stack,
}) => {
  // Without a closed day, on which “Closed today” is not offered.
  await stack.publish('contactpage', 'contact-hours', { description: 'Daily: 5 pm – 9 pm' });
  await openAdmin(page, stack);
  const owner = new Owner(page);
  const linkTo = (name: string) => page.getByRole('main').getByRole('link', { name });
  const site = page.frameLocator('iframe');
  /** Returns an element of the page, once it can be pressed. */
  const onPage = async (element: Locator) => {
    await expect(element).toHaveAttribute('tabindex', '0');
    return element;
  };
  const button = (name: string | RegExp, part: Page | Locator = page) => part.getByRole('button', { name });

  await owner.expectPresses(2, 'close the restaurant for today', async () => {
    await owner.press(button('Closed today'), button('Close for today'));
    await expect(page.getByText(/^Done: the site says/)).toBeVisible();
  });
  await owner.expectPresses(2, 'change a sentence of the home page', async () => {
    await owner.press(await onPage(site.getByText('whole birds turn on kitchen twine')));
    await owner.type(site.getByRole('textbox', { name: 'Text' }), 'Half a chicken from the oven.');
    await owner.press(button(/^Publish$/));
    await expect(page.getByText(/^Published: the site shows everything/)).toBeVisible();
  });
  await expectOnSite(stack, '/', 'Half a chicken from the oven.');
  const phone = site.locator('a[href^="tel:"]').last();
  for (const [link, field, text] of [
    [phone, 'Phone number', '(614) 555-0123'],
    [linkTo('Hours, special days'), 'Opening hours', 'Monday – Sunday: 5:15 pm – 9:45 pm'],
  ] as const) {
    await owner.expectPresses(2, `change the ${field}`, async () => {
      await owner.press(link === phone ? await onPage(link) : link);
      await owner.type(page.getByLabel(field), text);
      await owner.publish();
    });
    await expectOnSite(stack, '/contact', text);
  }
  await owner.expectPresses(
    4,
    'replace the first of several pictures, with its alternative text',
    async () => {
      const question = page.getByRole('dialog', { name: /this picture show/ });
      await owner.press(await onPage(site.locator('.splide img').first()));
      await owner.choosePictures(['oven.jpg'], button('Replace picture 1'));
      await owner.type(question.getByLabel('oven.jpg'), 'The oak oven at night');
      await owner.press(button('Add', question));
      await owner.publish();
    },
  );
  await expectOnSite(stack, '/', 'The oak oven at night');

  await owner.expectPresses(4, 'add ten photographs at once', async () => {
    const question = page.getByRole('dialog', { name: /these pictures show/ });
    const names = Array.from({ length: 10 }, (_, index) => `dish-${index}.jpg`);
    await owner.press(linkTo('All pictures'));
    const add = page.getByRole('menuitem', { name: 'Add pictures', exact: true });
    await owner.choosePictures(names, button('New'), add);
    await expect(question.getByRole('textbox')).toHaveCount(10);
    await owner.type(question.getByLabel('dish-9.jpg'), 'A bowl of chili');
    await owner.press(button('Add', question));
    await expect(page.getByText('10 pictures added')).toBeVisible({ timeout: 60_000 });
  });
  const library = await stack.asAdmin('GET', '/upload/files?pageSize=100&_q=dish-');
  const { results }: { results: { alternativeText: string | null }[] } = await library.json();
  const texts = results.map(({ alternativeText }) => alternativeText || '').sort();
  expect(texts).toEqual([...Array(9).fill(''), 'A bowl of chili']);
});
