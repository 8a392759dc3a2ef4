import { type Content, type QueryName, queries } from '../../web/src/content/queries.ts';

export type SiteWords = { [Name in QueryName]: Content<Name> };

/** Every word of a running site, as its own pages get them. */
export async function readWords(site: string): Promise<SiteWords> {
  const words = Object.entries(queries).map(async ([name, { path, parse }]) => {
    const answer = await fetch(site + path);
    return [name, parse(await answer.json())];
  });
  return Object.fromEntries(await Promise.all(words)) as SiteWords;
}
