import type { Core } from '@strapi/strapi';
import { type Content, isPicture, toContent } from '../content/entryContent';
import { drinkComponentOf } from '../drinks/drinkComponentOf';
import { lockDraft } from '../publishing/lockEntries';
import { updateModifiedState } from '../publishing/modifiedState';
import { publishValuesBesideDraft } from '../publishing/publishBesideDraft';
import { uidOf } from '../shared/content/contentTypes';
import { type DrinkListType, nameFieldOf } from '../shared/content/menuTypes';
import { isRecord } from '../shared/isRecord';
import { buildPopulate } from '../strapi/entries';
import { requireName } from '../validation/requireName';
import type { Drink, DrinkVersions } from './drinkList';

/** A list of drinks, which is the only entry of its type. */
export interface DrinkList extends DrinkVersions {
  documentId: string;
  /** The heading that the site shows. */
  heading: string;
}

/** Returns the values of fields as Strapi's document service accepts them: pictures as their ids. */
const toValues = (fields: Content): Content =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toValue(value)]));

function toValue(value: unknown): unknown {
  if (isPicture(value)) return value.pictureId;
  if (Array.isArray(value)) return value.map(toValue);
  return isRecord(value) ? toValues(value) : value;
}

/** Returns the values of a drink; one that has a row already keeps the other fields of that row. */
const toRow = (
  type: DrinkListType,
  { key, name, isOff, otherFields = {} }: Drink,
  row: object = toValues(otherFields),
) => ({ ...row, key, [nameFieldOf(type)]: name, offMenu: isOff });

/** Reads both versions of a list of drinks. */
export async function readDrinkList(strapi: Core.Strapi, type: DrinkListType): Promise<DrinkList> {
  const uid = uidOf(type);
  const component = drinkComponentOf(strapi, type);
  const populate = await buildPopulate(strapi, uid);
  const versions: Record<string, unknown>[] = await strapi.db.query(uid).findMany({ populate });
  const [draft, published] = [
    versions.find(({ publishedAt }) => !publishedAt),
    versions.find(({ publishedAt }) => publishedAt),
  ];
  const listDrinks = (version: Record<string, unknown> = {}): Drink[] =>
    (Array.isArray(version.drinks) ? version.drinks : []).filter(isRecord).map((row) => {
      const { key, [nameFieldOf(type)]: name, offMenu, ...otherFields } = toContent(strapi, component, row);
      return {
        id: Number(row.id),
        key: String(key ?? ''),
        name: String(name ?? ''),
        isOff: offMenu === true,
        otherFields,
      };
    });
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
  userId: number | null,
  change: (list: DrinkList) => DrinkVersions,
): Promise<{ before: DrinkList; after: DrinkList }> {
  const uid = uidOf(type);
  const toRows = (before: Drink[], after: Drink[], rows: object[]) =>
    after.map((drink) => {
      const index = before.findIndex(({ id }) => id === drink.id && id !== undefined);
      return toRow(type, drink, rows[index]);
    });

  return strapi.db.transaction(async () => {
    const { documentId } = await readDrinkList(strapi, type);
    await lockDraft(strapi, uid, documentId);
    const before = await readDrinkList(strapi, type);
    const { draft, published } = change(before);

    if (published !== before.published)
      await publishValuesBesideDraft<{ drinks: object[] }>(strapi, {
        uid,
        documentId,
        changePublished: (values) => ({
          drinks: toRows(before.published, published, values?.drinks ?? []),
        }),
        changeDraft: ({ drinks }) =>
          draft === before.draft ? {} : { drinks: toRows(before.draft, draft, drinks) },
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
export const publishDrinks = (strapi: Core.Strapi, type: DrinkListType, userId: number): Promise<unknown> =>
  changeDrinks(strapi, type, userId, ({ draft }) => {
    for (const { name } of draft) requireName(name);
    return { draft, published: draft.map(({ id: _, ...drink }) => drink) };
  });
