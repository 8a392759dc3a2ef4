import { errors } from '@strapi/utils';
import { listChangedFields } from '../content/compareContent';
import type { Content } from '../content/entryContent';
import { DELETED } from '../publishing/lockEntries';
import type { DeletedDrink } from '../shared/requests/changeCommands';
import { requireName } from '../validation/requireName';
import { matchPublishedDrinks } from './matchPublishedDrinks';

/** A drink of one version of its list. */
export interface Drink {
  /** Its row in this version; `undefined` for one that is added. */
  id?: number | undefined;
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
  const matches = matchPublishedDrinks(draft, published);
  const pairs = draft.map((drink, index) => {
    const publishedIndex = matches[index] ?? -1;
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
 * Finds a drink by the id of its row in the draft.
 * @throws NotFoundError with a sentence for the owner
 */
export function findDrink(versions: DrinkVersions, id: string): DrinkPair {
  const pair = pairDrinks(versions).find(({ drink }) => String(drink.id) === id);
  if (!pair) throw new errors.NotFoundError(DELETED);
  return pair;
}

/** Moves the drinks in both versions; one that the draft lacks stays behind the drink before it. */
export function orderDrinks(versions: DrinkVersions, ids: string[]): DrinkVersions {
  const pairs = pairDrinks(versions);
  const placeOf = (drink: Drink | undefined) => (drink ? ids.indexOf(String(drink.id)) : undefined);
  return {
    draft: sortByPlace(versions.draft, placeOf),
    published: sortByPlace(versions.published, (_, index) =>
      placeOf(pairs.find(({ publishedIndex }) => publishedIndex === index)?.drink),
    ),
  };
}

/** Takes a drink off the site, or puts it back; one that was never published comes with the name of its draft. */
export function switchDrink(versions: DrinkVersions, id: string, isShown: boolean): DrinkVersions {
  const { drink, index, published, publishedIndex } = findDrink(versions, id);
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
  const added = { name: drink.name, isOff, otherFields: drink.otherFields };
  return { draft, published: versions.published.toSpliced((previous?.publishedIndex ?? -1) + 1, 0, added) };
}

/** Adds a drink at the end of the draft. */
export const addDrink = ({ draft, published }: DrinkVersions, name: string): DrinkVersions => ({
  draft: [...draft, { name, isOff: false }],
  published,
});

/** Changes the name of a drink in the draft. */
export function renameDrink(versions: DrinkVersions, id: string, name: string): DrinkVersions {
  const { drink, index } = findDrink(versions, id);
  return { ...versions, draft: versions.draft.with(index, { ...drink, name }) };
}

/** Removes a drink from both versions. */
export function removeDrink(versions: DrinkVersions, id: string): DrinkVersions {
  const { index, published, publishedIndex } = findDrink(versions, id);
  return {
    draft: versions.draft.toSpliced(index, 1),
    published: published ? versions.published.toSpliced(publishedIndex, 1) : versions.published,
  };
}

/**
 * Describes a drink so that `restoreDrink` can undo its deletion.
 * @param after the list without it
 */
export function describeDrink(versions: DrinkVersions, id: string, after: DrinkVersions): DeletedDrink {
  const { drink, index, published, publishedIndex } = findDrink(versions, id);
  return {
    id,
    rest: after.draft.map((other) => String(other.id)),
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

/** Finds the drink of the name of a deleted one that came after the deletion. */
export const findRestored = ({ draft }: DrinkVersions, { name, rest }: DeletedDrink): Drink | undefined =>
  draft.find((drink) => drink.name === name && !rest.includes(String(drink.id)));

/** Puts a deleted drink back in its place in both versions, unless it is back already. */
export function restoreDrink(versions: DrinkVersions, deleted: DeletedDrink): DrinkVersions {
  if (findRestored(versions, deleted)) return versions;
  const { name, isOff, otherFields, index } = deleted;
  const draft = versions.draft.toSpliced(index, 0, { name, isOff, otherFields });
  if (!deleted.published) return { draft, published: versions.published };
  const { index: publishedIndex, ...published } = deleted.published;
  return { draft, published: versions.published.toSpliced(publishedIndex, 0, published) };
}
