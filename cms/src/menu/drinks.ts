import type { Core } from '@strapi/strapi';
import { uidOf } from '../content/contentTypes';
import { lockDraft, publishWithoutDraft, updateModifiedState } from '../content/publishChange';
import { isRecord } from '../shared/isRecord';
import type { Drink, DrinkVersions } from './drinkList';
import { type DrinkListType, nameFieldOf } from './menuTypes';
import { requireName } from './words';

/** A list of drinks, which is the only entry of its type. */
export interface DrinkList extends DrinkVersions {
  documentId: string;
  /** The heading that the site shows. */
  heading: string;
}

/** Reads both versions of a list of drinks. */
export async function readDrinkList(strapi: Core.Strapi, type: DrinkListType): Promise<DrinkList> {
  const versions: Record<string, unknown>[] = await strapi.db
    .query(uidOf(type))
    .findMany({ populate: ['drinks'] });
  const [draft, published] = [
    versions.find(({ publishedAt }) => !publishedAt),
    versions.find(({ publishedAt }) => publishedAt),
  ];
  const listDrinks = (version: Record<string, unknown> = {}): Drink[] =>
    (Array.isArray(version.drinks) ? version.drinks : []).filter(isRecord).map((row) => ({
      id: Number(row.id),
      name: String(row[nameFieldOf(type)] ?? ''),
      isOff: row.offMenu === true,
    }));
  return {
    documentId: String(draft?.documentId),
    heading: String(published?.subHeading ?? ''),
    draft: listDrinks(draft),
    published: listDrinks(published),
  };
}

/**
 * Changes both versions of a list of drinks, and publishes nothing else of its draft. Changes of one list wait for each other.
 * @param change returns the versions after the change; a version that it returns as it is stays as it is
 * @returns the list before and after the change
 * @throws what `change` throws; nothing has changed then
 */
export async function changeDrinks(
  strapi: Core.Strapi,
  type: DrinkListType,
  userId: number,
  change: (list: DrinkList) => DrinkVersions,
): Promise<{ before: DrinkList; after: DrinkList }> {
  const uid = uidOf(type);
  const toRows = (before: Drink[], after: Drink[], rows: object[]) =>
    after.map(({ id, name, isOff }) => {
      // A drink that was there keeps its row, and so the fields that the menu does not know.
      const row = rows[before.findIndex((drink) => drink.id === id && id !== undefined)];
      return { ...row, [nameFieldOf(type)]: name, offMenu: isOff };
    });

  return strapi.db.transaction(async () => {
    const { documentId } = await readDrinkList(strapi, type);
    await lockDraft(strapi, uid, documentId);
    const before = await readDrinkList(strapi, type);
    const { draft, published } = change(before);

    if (published !== before.published)
      await publishWithoutDraft<{ drinks: object[] }>(strapi, {
        uid,
        documentId,
        changePublished: (values) => ({
          drinks: toRows(before.published, published, values?.drinks ?? []),
        }),
        changeDraft: ({ drinks }) => ({ drinks: toRows(before.draft, draft, drinks) }),
        userId,
      });
    else if (draft !== before.draft) {
      const rows = before.draft.map(({ id = 0 }) => ({ id }));
      const data: Record<string, unknown> = {
        drinks: toRows(before.draft, draft, rows),
        updatedBy: userId,
      };
      await strapi.documents(uid).update({ documentId, data });
      await updateModifiedState(strapi, uid, documentId);
    }
    return { before, after: await readDrinkList(strapi, type) };
  });
}

/**
 * Publishes the drinks of the draft, and nothing else of it.
 * @throws ValidationError with a sentence for the owner; nothing has changed then
 */
export async function publishDrinks(strapi: Core.Strapi, type: DrinkListType, userId: number): Promise<void> {
  const uid = uidOf(type);
  const { documentId } = await readDrinkList(strapi, type);
  await strapi.db.transaction(async () => {
    await lockDraft(strapi, uid, documentId);
    for (const { name } of (await readDrinkList(strapi, type)).draft) requireName(name);
    const draft = await strapi.documents(uid).findOne({ documentId, populate: ['drinks'] });
    const rows: unknown[] = draft?.drinks ?? [];
    const drinks = rows.filter(isRecord).map(({ id: _, ...fields }) => fields);
    await publishWithoutDraft<{ drinks: object[] }>(strapi, {
      uid,
      documentId,
      changePublished: () => ({ drinks }),
      changeDraft: () => ({}),
      userId,
    });
  });
}
