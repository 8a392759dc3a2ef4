import { chromium } from '@playwright/test';
import { openAdmin } from '../support/openAdmin.ts';
import { test, expect } from '../support/stack.ts';

test('scratch', async ({ page, editableStack: stack }) => {
  page.on('console', (m) => console.log(m.type(), m.text().slice(0, 300)));
  await page.setViewportSize({ width: 390, height: 844 });
  await openAdmin(page, stack);
  await page.goto(`${stack.cms}/admin/content-manager/collection-types/api::contactpage.contactpage/contact-phone`);
  await expect(page.getByRole('button', { name: 'Publish at…' })).toBeVisible();
  await page.screenshot({ path: '/tmp/form-shots/1-390.png' });
  await page.getByLabel('Heading').fill('Call us');
  await page.getByRole('button', { name: 'Publish at…' }).click();
  await page.getByLabel('Day and time').fill('2026-12-24T17:00');
  await page.screenshot({ path: '/tmp/form-shots/2-dialog.png' });
  await page.getByRole('button', { name: 'Publish then' }).click();
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/form-shots/3-planned.png' });
  for (const w of [768, 1440]) {
    await page.setViewportSize({ width: w, height: 900 });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/form-shots/3-planned-${w}.png` });
  }
  await page.goto(`${stack.cms}/admin/`);
  await page.waitForTimeout(3000);
  for (const w of [390, 768, 1440]) {
    await page.setViewportSize({ width: w, height: 900 });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/form-shots/4-home-${w}.png`, fullPage: true });
  }
});
