import { randomUUID } from 'node:crypto';
import type { Core, Modules } from '@strapi/strapi';
import { uidOf } from '../shared/content/contentTypes';
import {
  type DrinkListType,
  drinkListTypes,
  findDrinkListType,
  nameFieldOf,
} from '../shared/content/menuTypes';
import { isRecord } from '../shared/isRecord';
import { updateRows } from '../strapi/rows';
import { drinkComponentOf } from './drinkComponentOf';
import { type KeyedDrink, matchDrinks } from './matchDrinks';

/**
 * The key of a drink is the same in its draft and on the site, and stays the same for ever, unlike the ids of their rows. Only the
 * server knows it: the public API, the admin's forms and the permissions don't have it.
 */
export const createDrinkKey = (): string => randomUUID();

export const isDrinkKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,64}$/.test(value);

/** A drink as it is saved or stored. */
interface DrinkRow extends KeyedDrink {
  id: string | undefined;
}

/**
 * Returns the key of each drink of a list, each once: that of its stored row, else its own, else that of the stored drink that it
 * is, else a new one.
 * @param stored the lists with the drinks that it may be; a drink of the first one is preferred
 */
export function chooseKeys(drinks: DrinkRow[], stored: DrinkRow[][]): string[] {
  const keys: (string | undefined)[] = drinks.map(() => undefined);
  const claim = (index: number, key: string | undefined) => {
    if (keys[index] === undefined && isDrinkKey(key) && !keys.includes(key)) keys[index] = key;
  };
  const rows = stored.flat();
  for (const [index, { id }] of drinks.entries())
    if (id !== undefined) claim(index, rows.find((row) => row.id === id)?.key);
  for (const [index, { key }] of drinks.entries()) claim(index, key);
  for (const list of stored) {
    const keyed = drinks.map(({ name }, index) => ({ name, key: keys[index] }));
    for (const [index, match] of matchDrinks(keyed, list).entries())
      if (match !== undefined) claim(index, list[match]?.key);
  }
  return keys.map((key) => key ?? createDrinkKey());
}

const toDrinkRow = (type: DrinkListType, row: Record<string, unknown>): DrinkRow => ({
  id: row.id === undefined ? undefined : String(row.id),
  name: String(row[nameFieldOf(type)] ?? ''),
  key: isDrinkKey(row.key) ? row.key : undefined,
});

/** A version of a list of drinks, or while a change is published beside the draft also the draft. */
interface StoredList {
  documentId: string;
  isDraft: boolean;
  drinks: DrinkRow[];
}

async function readLists(strapi: Core.Strapi, type: DrinkListType): Promise<StoredList[]> {
  const versions: Record<string, unknown>[] = await strapi.db
    .query(uidOf(type))
    .findMany({ populate: ['drinks'] });
  return versions.map(({ documentId, publishedAt, drinks }) => ({
    documentId: String(documentId),
    isDraft: !publishedAt,
    drinks: (Array.isArray(drinks) ? drinks : []).filter(isRecord).map((row) => toDrinkRow(type, row)),
  }));
}

/**
 * Gives each drink of a list its key when the list is saved. A drink that Strapi's form or an earlier version has without a key
 * gets that of the stored drink that it is.
 */
export function keepDrinkKeys(strapi: Core.Strapi): Modules.Documents.Middleware.Middleware {
  return async (context, next) => {
    const { uid, action, params } = context;
    const type = findDrinkListType(uid);
    const data: unknown = 'data' in params ? params.data : undefined;
    if (!type || (action !== 'create' && action !== 'update') || !isRecord(data)) return next();
    const { drinks } = data;
    if (!Array.isArray(drinks) || !drinks.every(isRecord)) return next();
    const documentId = 'documentId' in params ? params.documentId : undefined;
    const isSaved = (list: StoredList) => list.isDraft && list.documentId === documentId;
    const lists = (await readLists(strapi, type)).sort((a, b) => Number(isSaved(b)) - Number(isSaved(a)));
    const keys = chooseKeys(
      drinks.map((row) => toDrinkRow(type, row)),
      lists.map((list) => list.drinks),
    );
    data.drinks = drinks.map((row, index) => ({ ...row, key: keys[index] }));
    return next();
  };
}

/**
 * Gives the drinks of a site from before the keys their keys, in both versions. It publishes nothing, and entries keep the time of
 * their last edit.
 */
export async function addDrinkKeys(strapi: Core.Strapi): Promise<void> {
  for (const type of drinkListTypes) {
    const lists = await readLists(strapi, type);
    const done: DrinkRow[][] = [];
    for (const { drinks } of lists.sort((a, b) => Number(a.isDraft) - Number(b.isDraft))) {
      const keys = chooseKeys(drinks, done);
      for (const [index, { id }] of drinks.entries())
        await updateRows(strapi, drinkComponentOf(strapi, type), { id }, { key: keys[index] });
      done.push(drinks.map((drink, index) => ({ ...drink, key: keys[index] })));
    }
  }
}
