interface Named {
  name: string;
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
 * Finds the published version of each drink of the draft, because Strapi gives the two no common id: the one of the same name,
 * else the one of the most similar name, else the one at the same place between the drinks that are found already.
 * @returns for each drink of the draft the index in the published list; `undefined` for a drink that is not published
 */
export function matchPublishedDrinks(draft: Named[], published: Named[]): (number | undefined)[] {
  const matches: (number | undefined)[] = draft.map(() => undefined);
  const isFree = (index: number) => !matches.includes(index);

  for (const [index, { name }] of draft.entries()) {
    const match = published.findIndex((other, at) => other.name === name && isFree(at));
    if (match !== -1) matches[index] = match;
  }

  const candidates = draft.flatMap(({ name }, index) =>
    matches[index] === undefined
      ? published.map((other, at) => ({ index, at, similarity: compareNames(name, other.name) }))
      : [],
  );
  for (const { index, at, similarity } of candidates.sort((a, b) => b.similarity - a.similarity))
    if (similarity >= MIN_SIMILARITY && matches[index] === undefined && isFree(at)) matches[index] = at;

  for (let index = 0; index < draft.length; index += 1) {
    if (matches[index] !== undefined) continue;
    const at = index === 0 ? 0 : (matches[index - 1] ?? published.length) + 1;
    const next = draft.findIndex((_, other) => other > index && matches[other] !== undefined);
    const gapEnd = next === -1 ? published.length : (matches[next] ?? 0);
    const gapLength = (next === -1 ? draft.length : next) - index;
    // A gap with as many drinks in both versions: their names were replaced. In all others, drinks were added or removed.
    if (gapEnd - at !== gapLength) continue;
    const places = Array.from({ length: gapLength }, (_, offset) => at + offset);
    if (places.every(isFree)) for (const [offset, place] of places.entries()) matches[index + offset] = place;
  }
  return matches;
}
