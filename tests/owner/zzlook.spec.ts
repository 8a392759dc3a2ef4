import { openAdmin } from '../support/openAdmin.ts';
import { test } from '../support/stack.ts';

test('look', async ({ page, editableStack: stack }) => {
  test.setTimeout(120000);
  page.on('pageerror', (e) => console.log('ERR', e.message.slice(0, 500)));
  page.on('console', (m) => m.type() === 'error' && console.log(m.text().slice(0, 300)));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAdmin(page, stack);
  await page.screenshot({ path: '/tmp/m2/home.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '/tmp/m2/home-390.png' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('main').getByRole('link', { name: /^Menu/ }).click();
  await page.getByRole('switch').first().waitFor();
  await page.screenshot({ path: `/tmp/m2/first-1440.png` });
  await page.getByRole('switch').nth(1).click();
  const name = page.getByRole('textbox', { name: /^Name of/ });
  await name.nth(0).fill('W'.repeat(80));
  await name.nth(2).fill('Trout');
  await name.nth(3).focus();
  await page.getByRole('button', { name: 'Add a dish' }).first().click();
  await page.waitForTimeout(700);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [w, h] of [[1440, 900], [768, 1000], [390, 844]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(200);
      await page.screenshot({ path: `/tmp/m2/${colorScheme}-${w}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => document.querySelector('main h1')?.scrollIntoView());
  await page.screenshot({ path: `/tmp/m2/top-390.png` });
  await page.getByRole('button', { name: 'Add a drink' }).first().click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/m2/drinks-390.png` });
});
