import type { Core } from '@strapi/strapi';
import { type TypeName, uidOf } from '../shared/content/contentTypes';
import { errorMessage } from '../shared/errorMessage';
import { updateRows } from '../strapi/rows';
import { readContentProgress, writeContentProgress } from './contentProgress';
import { makeDrinkEntries } from './drinksAsEntries';

/** A change of the content of existing sites. */
interface ContentStep {
  /** A number and a name, such as `002-drinks-as-entries`. The database stores it, so it never changes. */
  name: string;
  /** Changes the content; runs in a transaction, after Strapi has changed the columns. */
  run(strapi: Core.Strapi): Promise<void>;
}

/**
 * All content steps, in order. Each runs once per site. A first start runs none, because its seed already has the
 * newest content. Versions 1.11 to 1.13 had `001-drink-keys`.
 */
export const contentSteps: ContentStep[] = [{ name: '002-drinks-as-entries', run: makeDrinkEntries }];

/**
 * Sets a field where it is empty, in the drafts and in the published versions of all entries of a type. It
 * publishes nothing, and entries keep the time of their last edit.
 * @param field a text, number, boolean, enumeration or JSON; no media, component or relation
 * @param valueFor returns the value for an entry, or `undefined` to leave the field empty
 */
export async function fillEmptyField(
  strapi: Core.Strapi,
  type: TypeName,
  field: string,
  valueFor: (documentId: string) => unknown,
): Promise<void> {
  const uid = uidOf(type);
  const where = { [field]: null };
  const entries: { documentId: string }[] = await strapi.db
    .query(uid)
    .findMany({ select: ['documentId'], where });
  for (const documentId of new Set(entries.map((entry) => entry.documentId))) {
    const value = valueFor(documentId);
    if (value === undefined) continue;
    await updateRows(strapi, uid, { documentId, ...where }, { [field]: value });
  }
}

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
