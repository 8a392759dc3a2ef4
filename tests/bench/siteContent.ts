import { type Content, type QueryName, queries } from '../../web/src/content/queries.ts';

export type SiteContent = { [Name in QueryName]: Content<Name> };

/** Fetches the content of a running site with the queries of its own pages. */
export async function fetchSiteContent(site: string): Promise<SiteContent> {
  const content = Object.entries(queries).map(async ([name, { path, parse }]) => {
    const response = await fetch(site + path);
    return [name, parse(await response.json())];
  });
  // Object.fromEntries does not keep the relation between each key and the type of its value.
  return Object.fromEntries(await Promise.all(content)) as SiteContent;
}
