import type { Browser } from '@playwright/test';
import { test } from './bench.ts';
import { openOnPhone, waitFor } from './pageLoad.ts';
import { createRecord, getRounds, type Interaction, interactions, median } from './results.ts';

/** What is pressed on which page: expressions of the element, and of whether the page has reacted. */
const presses: Record<Interaction, { path: string; element: string; hasReacted: string }> = {
  'Link to the menu': {
    path: '/',
    element: `document.querySelector('header a[href="/menu"]')`,
    hasReacted: `document.querySelector('main [id$="entrees"]')`,
  },
  'Next picture of the carousel': {
    path: '/',
    element: `[...document.querySelectorAll('.splide.is-initialized button')].at(-1)`,
    hasReacted: `document.querySelector('.splide__slide:nth-child(2).is-active')`,
  },
  'Jump to a part of the menu': {
    path: '/menu',
    element: `document.querySelector('main nav a:last-child')`,
    hasReacted: 'location.hash',
  },
};

test('interactions: the time from a press to the next paint', async ({ browser, stack, results }) => {
  const times = createRecord(interactions, () => ({ atOnce: [] as number[], later: [] as number[] }));
  for (let round = 0; round < getRounds(7); round++)
    for (const interaction of interactions) {
      times[interaction].atOnce.push(await press(browser, stack.site, interaction, false));
      times[interaction].later.push(await press(browser, stack.site, interaction, true));
    }
  results.interactions = createRecord(interactions, (interaction) => ({
    atOnce: median(times[interaction].atOnce, (time) => time),
    later: median(times[interaction].later, (time) => time),
  }));
});

/**
 * Presses an element of a new page; returns the milliseconds from the press to the next paint, as in Interaction to Next Paint.
 * @param isCalm whether the application has started; otherwise the press comes as soon as the element is there
 */
async function press(browser: Browser, site: string, interaction: Interaction, isCalm: boolean) {
  const { path, element, hasReacted } = presses[interaction];
  const { context, page, devTools } = await openOnPhone(browser);
  await page.addInitScript(() => {
    // Kept in the session, because a link that is pressed before the application has started loads a new document.
    const readLongest = () => Number(sessionStorage.getItem('longestPress'));
    new PerformanceObserver((list) => {
      // Presses have an ID. TypeScript's DOM library does not have it.
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'interactionId') > 0)
          sessionStorage.setItem('longestPress', String(Math.max(readLongest(), entry.duration)));
    }).observe({ type: 'event', ...{ durationThreshold: 16 } });
  });
  await page.goto(site + path, { waitUntil: 'commit' });
  await waitFor(devTools, `${element} ? 1 : 0`);
  if (isCalm) {
    await waitFor(devTools, "performance.getEntriesByName('interactive').length");
    await page.waitForLoadState('networkidle');
  }
  const position = `(({ x, y, width, height }) => JSON.stringify({ x: x + width / 2, y: y + height / 2 }))(${element}.getBoundingClientRect())`;
  const { x, y } = JSON.parse(
    (await devTools.send('Runtime.evaluate', { expression: position })).result.value,
  );
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await waitFor(devTools, `${hasReacted} ? 1 : 0`);
  await page.waitForLoadState('networkidle');
  // An event that was painted within 16 ms has no entry.
  const time = await page.evaluate(() => Number(sessionStorage.getItem('longestPress')));
  await context.close();
  return time;
}
