import type { Page } from './stack.ts';

/** Stops the clock of all animations of a page, also of those that start later; returns a function that lets it run fast. */
export async function stopAnimations(page: Page): Promise<() => Promise<unknown>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  const setRate = (playbackRate: number) => devTools.send('Animation.setPlaybackRate', { playbackRate });
  await setRate(0);
  return () => setRate(100);
}
