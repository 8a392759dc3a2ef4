import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Lists the accessibility violations that axe finds in a part of the page, with the elements that have them. */
export async function listAxeViolations(page: Page, part = 'main'): Promise<string[]> {
  // The legacy mode leaves out frames, which the admin does not have here, and takes half the time.
  const { violations } = await new AxeBuilder({ page }).include(part).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
