import { errors } from '@strapi/utils';
import { listChangedFields } from '../content/compareContent';
import type { Content } from '../content/entryContent';
import { createDrinkKey } from '../drinks/drinkKeys';
import { DELETED } from '../publishing/lockEntries';
import type { DeletedDrink } from '../shared/requests/changeCommands';
import { requireName } from '../validation/requireName';

/** A drink of one version of its list. */
export interface Drink {
  /** Its row in this version; `undefined` for one that is added. */
  id?: number | undefined;
  /** The same in both versions. */
  key: string;
  name: string;
  isOff: boolean;
  /** The fields that the menu screen does not show; `undefined` for one that is added there. */
  otherFields?: Content | undefined;
}

/** The draft and the published version of a list of drinks. */
export interface DrinkVersions {
  draft: Drink[];
  published: Drink[];
}

/** A drink of the draft, and the one that the site has for it. */
export interface DrinkPair {
  drink: Drink;
  /** Its index in the draft. */
  index: number;
  /** `undefined` for a drink that was never published. */
  published: Drink | undefined;
  /** Its index in the published version; -1 for a drink that was never published. */
  publishedIndex: number;
}

/** Sorts items by their places; an item without one stays behind the item before it. */
function sortByPlace<Item>(
  items: Item[],
  placeOf: (item: Item, index: number) => number | undefined,
): Item[] {
  let last = -1;
  return items
    .map((item, index) => {
      last = placeOf(item, index) ?? last;
      return { item, place: last };
    })
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Pairs the drinks of the draft with those of the site, in the order in which the site shows them. */
export function pairDrinks({ draft, published }: DrinkVersions): DrinkPair[] {
  const pairs = draft.map((drink, index) => {
    const publishedIndex = published.findIndex(({ key }) => key === drink.key);
    return { drink, index, published: published[publishedIndex], publishedIndex };
  });
  return sortByPlace(pairs, ({ publishedIndex }) => (publishedIndex === -1 ? undefined : publishedIndex));
}

/** Lists the fields that the menu screen does not show and that the site shows in another way than the draft. */
export const listOtherChanges = ({ drink, published }: DrinkPair): string[] =>
  published && !published.isOff
    ? listChangedFields(drink.otherFields ?? {}, published.otherFields ?? {})
    : [];

/** Whether the draft has a change that the site would show; a drink that stays off the menu has none. */
function isChanged(pair: DrinkPair): boolean {
  const { drink, published } = pair;
  if (!published) return !drink.isOff;
  if (drink.isOff || published.isOff) return drink.isOff !== published.isOff;
  return drink.name !== published.name || listOtherChanges(pair).length > 0;
}

/** Counts the drinks that publishing the draft would change on the site; 1 when only their order differs. */
export function countChanges(versions: DrinkVersions): number {
  const pairs = pairDrinks(versions);
  const paired = new Set(pairs.map(({ publishedIndex }) => publishedIndex));
  const removed = versions.published.filter(({ isOff }, index) => !isOff && !paired.has(index));
  const count = pairs.filter(isChanged).length + removed.length;
  const isMoved = pairs.some(({ index }, place) => index !== place);
  return count || Number(isMoved);
}

/**
 * Finds a drink of the draft.
 * @throws NotFoundError with a sentence for the owner
 */
export function findDrink(versions: DrinkVersions, key: string): DrinkPair {
  const pair = pairDrinks(versions).find(({ drink }) => drink.key === key);
  if (!pair) throw new errors.NotFoundError(DELETED);
  return pair;
}

/** Moves the drinks in both versions; one that the draft lacks stays behind the drink before it. */
export function orderDrinks({ draft, published }: DrinkVersions, keys: string[]): DrinkVersions {
  const placeOf = ({ key }: Drink) => (keys.includes(key) ? keys.indexOf(key) : undefined);
  return { draft: sortByPlace(draft, placeOf), published: sortByPlace(published, placeOf) };
}

/** Takes a drink off the site, or puts it back; one that was never published comes with the name of its draft. */
export function switchDrink(versions: DrinkVersions, key: string, isShown: boolean): DrinkVersions {
  const { drink, index, published, publishedIndex } = findDrink(versions, key);
  const isOff = !isShown;
  if (!published && isOff) return versions;
  if (drink.isOff === isOff && published?.isOff === isOff) return versions;
  const draft = versions.draft.with(index, { ...drink, isOff });
  if (published)
    return {
      draft,
      published: versions.published.with(publishedIndex, { ...published, isOff }),
    };
  requireName(drink.name);
  const pairs = pairDrinks(versions);
  const place = pairs.findIndex((pair) => pair.drink === drink);
  const previous = pairs.slice(0, place).findLast((pair) => pair.published);
  const added = { key, name: drink.name, isOff, otherFields: drink.otherFields };
  return { draft, published: versions.published.toSpliced((previous?.publishedIndex ?? -1) + 1, 0, added) };
}

/** Adds a drink at the end of the draft. */
export const addDrink = ({ draft, published }: DrinkVersions, name: string): DrinkVersions => ({
  draft: [...draft, { key: createDrinkKey(), name, isOff: false }],
  published,
});

/** Changes the name of a drink in the draft. */
export function renameDrink(versions: DrinkVersions, key: string, name: string): DrinkVersions {
  const { drink, index } = findDrink(versions, key);
  return { ...versions, draft: versions.draft.with(index, { ...drink, name }) };
}

/** Removes a drink from both versions. */
export function removeDrink(versions: DrinkVersions, key: string): DrinkVersions {
  const { index, published, publishedIndex } = findDrink(versions, key);
  return {
    draft: versions.draft.toSpliced(index, 1),
    published: published ? versions.published.toSpliced(publishedIndex, 1) : versions.published,
  };
}

/** Describes a drink so that `restoreDrink` can undo its deletion. */
export function describeDrink(versions: DrinkVersions, key: string): DeletedDrink {
  const { drink, index, published, publishedIndex } = findDrink(versions, key);
  return {
    id: key,
    name: drink.name,
    isOff: drink.isOff,
    otherFields: drink.otherFields,
    index,
    published: published
      ? {
          name: published.name,
          isOff: published.isOff,
          otherFields: published.otherFields,
          index: publishedIndex,
        }
      : null,
  };
}

/** Puts a deleted drink back in its place in each version that had it, unless it is back there already. */
export function restoreDrink({ draft, published }: DrinkVersions, deleted: DeletedDrink): DrinkVersions {
  const { id: key, index, name, isOff, otherFields } = deleted;
  const putBack = (drinks: Drink[], place: number, drink: Drink) =>
    drinks.some((other) => other.key === key) ? drinks : drinks.toSpliced(place, 0, drink);
  const restored = { draft: putBack(draft, index, { key, name, isOff, otherFields }), published };
  if (!deleted.published) return restored;
  const { index: publishedIndex, ...fields } = deleted.published;
  return { ...restored, published: putBack(published, publishedIndex, { key, ...fields }) };
}
