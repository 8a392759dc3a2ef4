import { pseudoRandom, shuffle } from './pseudoRandom.ts';

const SEED = 1797;

/**
 * Returns all cases of a long proof in `npm run test:long`, and in `npm test` `count` of them, in their order. The sample has a
 * fixed seed: every run of `npm test` proves the same. A test that uses it has the tag `@sampled`.
 */
export function sampleCases<Case>(cases: readonly Case[], count: number): Case[] {
  if (process.env.TEST_LONG) return [...cases];
  const chosen = shuffle([...cases.keys()], pseudoRandom(SEED)).slice(0, count);
  return cases.filter((_, index) => chosen.includes(index));
}
