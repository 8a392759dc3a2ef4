/** A drink of a list; one without a key is from before the keys, or new. */
export interface KeyedDrink {
  name: string;
  key: string | undefined;
}

/** Below this, two names have nothing to do with each other. */
const MIN_SIMILARITY = 0.4;

/** Lists the pairs of neighbouring characters of a name. */
function listPairs(name: string): string[] {
  const text = name.toLowerCase();
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}

/** Returns how many pairs of characters two names have in common, from 0 to 1 (the Sørensen–Dice coefficient). */
function compareNames(one: string, other: string): number {
  const [pairs, otherPairs] = [listPairs(one), listPairs(other)];
  const total = pairs.length + otherPairs.length;
  const common = pairs.filter((pair) => {
    const index = otherPairs.indexOf(pair);
    if (index !== -1) otherPairs.splice(index, 1);
    return index !== -1;
  });
  return total === 0 ? 0 : (2 * common.length) / total;
}

/**
 * Finds the stored drink that each drink of a list is: the one of the same key, else the one of the same name, else the one of the
 * most similar name, else the one at the same place between the drinks that are found already. Only drinks from before the keys,
 * and rows that come without an id, such as those of a script, need more than their key.
 * @returns for each drink the index of the stored one; `undefined` for a drink that is new
 */
export function matchDrinks(drinks: KeyedDrink[], stored: KeyedDrink[]): (number | undefined)[] {
  const matches = drinks.map(({ key }) => {
    const index = key === undefined ? -1 : stored.findIndex((other) => other.key === key);
    return index === -1 ? undefined : index;
  });
  const isOpen = (index: number) => matches[index] === undefined && drinks[index]?.key === undefined;
  const isFree = (at: number) => !matches.includes(at);

  for (const [index, { name }] of drinks.entries()) {
    if (!isOpen(index)) continue;
    const match = stored.findIndex((other, at) => other.name === name && isFree(at));
    if (match !== -1) matches[index] = match;
  }

  const candidates = drinks.flatMap(({ name }, index) =>
    isOpen(index)
      ? stored.map((other, at) => ({ index, at, similarity: compareNames(name, other.name) }))
      : [],
  );
  for (const { index, at, similarity } of candidates.sort((a, b) => b.similarity - a.similarity))
    if (similarity >= MIN_SIMILARITY && isOpen(index) && isFree(at)) matches[index] = at;

  for (let index = 0; index < drinks.length; index += 1) {
    if (!isOpen(index)) continue;
    const at = index === 0 ? 0 : (matches[index - 1] ?? stored.length) + 1;
    const next = drinks.findIndex((_, other) => other > index && matches[other] !== undefined);
    const gapEnd = next === -1 ? stored.length : (matches[next] ?? 0);
    const gapLength = (next === -1 ? drinks.length : next) - index;
    // A gap with as many drinks in both lists: their names were replaced. In all others, drinks were added or removed.
    if (gapEnd - at !== gapLength) continue;
    const places = Array.from({ length: gapLength }, (_, offset) => at + offset);
    if (places.every((place, offset) => isOpen(index + offset) && isFree(place)))
      for (const [offset, place] of places.entries()) matches[index + offset] = place;
  }
  return matches;
}
