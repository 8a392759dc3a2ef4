// A page that stays open. web/src/openingInstants.test.tsx has what pages show at each instant, useNow.test.tsx and hydration.test.tsx
// when they follow.
import type { Page } from '@playwright/test';
import { homePage } from '../../web/src/content/pages.ts';
import { queries } from '../../web/src/content/queries.ts';
import { LONGEST_LINE, LONGEST_SENTENCE, NOTICE, test } from '../support/fullSite.ts';
import { waitForHydration } from '../support/hydration.ts';
import { waitForPaint, watchLayoutShifts } from '../support/layoutShifts.ts';
import { expect } from '../support/stack.ts';
import { preserveBrowserPerformance } from '../support/testClock.ts';

/** When the notice and the special day are shown; the notice ends when the restaurant closes on the next day. */
const THANKSGIVING = '2026-11-26T12:00:00-05:00';
const FRIDAY_OPENING = '2026-11-27T16:30:00-05:00';
const FRIDAY_CLOSING = '2026-11-27T22:30:00-05:00';

test.use({ timezoneId: 'Asia/Tokyo' });

const line = (page: Page) => page.getByRole('navigation', { name: 'Quick links' }).getByRole('link').first();

/** Opens the home page in a browser whose clock stands still at Thanksgiving, and waits until its content is revalidated. */
async function openOnThanksgiving(page: Page, address: string): Promise<void> {
  await page.clock.setFixedTime(THANKSGIVING);
  const responses = homePage.queries.map((name) => page.waitForResponse(address + queries[name].path));
  await page.goto(address);
  await waitForHydration(page);
  await Promise.all(responses);
  await expect(line(page)).toHaveText(LONGEST_LINE);
}

test('a page that is left open follows each boundary and asks then for its content, and one that slept does so without a shift', async ({
  page,
  sharedFullSite: { address },
}) => {
  await preserveBrowserPerformance(page.context());
  const layoutShift = await watchLayoutShifts(page);
  const notice = page.getByText(NOTICE);

  for (const width of [360, 1440])
    await test.step(`a page that slept, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await openOnThanksgiving(page, address);
      await page.evaluate(() => document.fonts.ready);
      await waitForPaint(page);
      const before = await layoutShift();
      // Changes the time and runs no timer, as while a phone sleeps.
      await page.clock.setFixedTime(FRIDAY_OPENING);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(line(page)).toHaveText('Open until 10:30 pm');
      await waitForPaint(page);
      expect(await layoutShift()).toBe(before);
    });

  await test.step('a page that is left open', async () => {
    await openOnThanksgiving(page, address);
    // Stops the timers: from now on, `pauseAt` changes the time and runs the timers that are due.
    await page.clock.pauseAt(THANKSGIVING);
    await page.clock.setSystemTime(THANKSGIVING);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(address)) requests.push(request.url());
    });
    for (const [instant, text, notices, days] of [
      ['2026-11-26T23:59:59-05:00', LONGEST_LINE, 1, 1],
      ['2026-11-27T00:00:00-05:00', 'Closed, opens at 4:30 pm', 1, 0],
      [FRIDAY_OPENING, 'Open until 10:30 pm', 1, 0],
      [FRIDAY_CLOSING, 'Closed, opens Saturday at 4:30 pm', 0, 0],
    ] as const) {
      await page.clock.pauseAt(instant);
      await expect(line(page), instant).toHaveText(text);
      await expect(notice, instant).toHaveCount(notices);
      await expect(page.getByText(LONGEST_SENTENCE), instant).toHaveCount(days);
      await expect(page.locator('#hours').getByText('Thursday, November 26'), instant).toHaveCount(days);
    }
    const contentOfPage = homePage.queries.map((name) => address + queries[name].path);
    expect(new Set(requests)).toEqual(new Set(contentOfPage));
  });
});
