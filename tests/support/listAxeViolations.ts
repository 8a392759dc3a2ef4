import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Waits until another theme or a dialog is shown completely: in the middle of a transition, texts have too little contrast. */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    // The page hears of another theme in the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Lists the accessibility violations that axe finds in a part of the page, with the elements that have them. */
export async function listAxeViolations(page: Page, part = 'main'): Promise<string[]> {
  await waitForAnimations(page);
  // The legacy mode leaves out frames, which the admin does not have here, and takes half the time.
  const { violations } = await new AxeBuilder({ page }).include(part).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
