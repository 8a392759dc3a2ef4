import { type ReadName, reads, type Words } from '../../web/src/content/reads.ts';

export type SiteWords = { [Name in ReadName]: Words<Name> };

/** Every word of a running site, as its own pages get them. */
export async function readWords(site: string): Promise<SiteWords> {
  const words = Object.entries(reads).map(async ([name, { path, parse }]) => {
    const answer = await fetch(site + path);
    return [name, parse(await answer.json())];
  });
  return Object.fromEntries(await Promise.all(words)) as SiteWords;
}
