import type { Core } from '@strapi/strapi';
import { errorMessage } from '../shared/errorMessage';
import { readContentProgress, writeContentProgress } from './contentProgress';
import { makeDrinkEntries } from './drinksAsEntries';

/** A change of the content of existing sites. */
interface ContentStep {
  /** A number and a name, such as `002-drinks-as-entries`. The database stores it, so it never changes. */
  name: string;
  /** Changes the content; runs in a transaction, after Strapi has changed the columns. */
  run(strapi: Core.Strapi): Promise<unknown>;
}

/**
 * All content steps, in order. Each runs once per site. A first start runs none, because its seed already has the
 * newest content. Versions 1.11 to 1.13 had `001-drink-keys`.
 */
export const contentSteps: ContentStep[] = [{ name: '002-drinks-as-entries', run: makeDrinkEntries }];

/**
 * Applies the content steps that the site lacks. Each is stored as applied in the transaction that applies it.
 * @throws Error that names the step that failed
 */
export async function applyContentSteps(strapi: Core.Strapi, steps = contentSteps): Promise<void> {
  const progress = await readContentProgress(strapi);
  for (const { name, run } of steps) {
    if (progress.steps.includes(name)) continue;
    const applied = [...progress.steps, name];
    try {
      await strapi.db.transaction(async () => {
        await run(strapi);
        await writeContentProgress(strapi, { ...progress, steps: applied });
      });
    } catch (error) {
      throw new Error(`the content step "${name}" failed and changed nothing (${errorMessage(error)}).`);
    }
    progress.steps = applied;
  }
}
