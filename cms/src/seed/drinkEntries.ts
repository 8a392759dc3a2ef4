import { randomUUID } from 'node:crypto';
import { quote } from '../shared/shortenTexts';
import { isSame } from '../site/entryContent';

/** A drink of a list, as versions before 1.14 stored it and the migration `001-drinks-as-entries` has copied it. */
export interface OldDrink {
  name: string;
  isOff: boolean;
  /** `null` in versions before 1.11. */
  key: string | null;
}

export interface KeyedDrink extends OldDrink {
  key: string;
}

/** The drinks of a draft and of the site. */
export interface OldList<Drink = OldDrink> {
  draft: Drink[];
  published: Drink[];
}

/** The entry that a drink becomes. */
export interface DrinkEntry {
  documentId: string;
  position: number;
  draftName: string;
  /** The name that the site shows, or showed last; `undefined` when only the draft of the list has the drink. */
  siteName: string | undefined;
  isShown: boolean;
  /** Whether *Publish the menu* publishes it for the first time. */
  isNew: boolean;
}

const GAP = 10;

export const isKey = (key: unknown): key is string => typeof key === 'string' && /^[\w-]{1,64}$/.test(key);

type FindKey = (drink: OldDrink, index: number, used: (string | undefined)[]) => string | null | undefined;

/** Gives each drink the first key that a function finds and no other drink has, or a new one. */
function chooseKeys(drinks: OldDrink[], finders: FindKey[]): KeyedDrink[] {
  const keys: (string | undefined)[] = drinks.map(() => undefined);
  for (const find of finders)
    for (const [index, drink] of drinks.entries()) {
      const key = keys[index] ?? find(drink, index, keys);
      if (isKey(key) && !keys.includes(key)) keys[index] = key;
    }
  return drinks.map((drink, index) => ({ ...drink, key: keys[index] ?? randomUUID() }));
}

/** Gives keys to the drinks that have none: a drink of the draft is that of the site with the same name, else in the same place. */
export function addKeys({ draft, published }: OldList): OldList<KeyedDrink> {
  const ownKey: FindKey = ({ key }) => key;
  const site = chooseKeys(published, [ownKey]);
  const sameName: FindKey = ({ name }, _, used) =>
    site.find((drink) => drink.name === name && !used.includes(drink.key))?.key;
  const samePlace: FindKey = (_, index) => (draft.length === site.length ? site[index]?.key : undefined);
  return { draft: chooseKeys(draft, [ownKey, sameName, samePlace]), published: site };
}

const findDrink = (drinks: KeyedDrink[], { key }: { key: string }) =>
  drinks.find((drink) => drink.key === key);

/** Describes what a list changes that publishing its drinks one by one does not: what is removed, switched or moved. */
export function describeLost(before: KeyedDrink[], after: KeyedDrink[], listName: string): string[] {
  const inBoth = (drinks: KeyedDrink[], others: KeyedDrink[]) =>
    drinks.filter((drink) => findDrink(others, drink));
  const keysOf = (drinks: KeyedDrink[]) => drinks.map(({ key }) => key);
  const changes = before.flatMap((drink) => {
    const next = findDrink(after, drink);
    if (!next) return `${quote(drink.name)} removed`;
    return next.isOff === drink.isOff ? [] : `${quote(drink.name)} ${next.isOff ? 'off' : 'on'} the menu`;
  });
  const isMoved = !isSame(keysOf(inBoth(before, after)), keysOf(inBoth(after, before)));
  return isMoved ? [...changes, `${quote(listName)} in another order`] : changes;
}

/** Returns the entries that the drinks of a list become, in the order of the site; those that only the draft has stay behind the one before. */
export function planEntries({ draft, published }: OldList<KeyedDrink>): DrinkEntry[] {
  const drinks = [...published];
  for (const [index, drink] of draft.entries()) {
    if (findDrink(drinks, drink)) continue;
    const previous = draft[index - 1];
    const place = previous ? drinks.findIndex(({ key }) => key === previous.key) + 1 : 0;
    drinks.splice(place, 0, drink);
  }
  return drinks.map((drink, index) => {
    const onSite = findDrink(published, drink);
    const draftName = (findDrink(draft, drink) ?? drink).name;
    return {
      documentId: drink.key,
      position: (index + 1) * GAP,
      // A draft without a name could not be brought back after a deletion.
      draftName: draftName.trim() ? draftName : drink.name,
      siteName: onSite?.name,
      isShown: onSite?.isOff === false,
      isNew: !onSite && !drink.isOff,
    };
  });
}
