/** Generates pseudo-random numbers from 0 to 1 (mulberry32): the same ones for the same seed. */
export function* pseudoRandom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** Returns the items in a random order. */
export const shuffle = <Item>(items: readonly Item[], random: Generator<number, never>): Item[] =>
  items
    .map((item) => ({ item, rank: random.next().value }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
