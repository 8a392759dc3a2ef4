import { pageTitle } from './components/Page.tsx';
import type { Block } from './content/content.ts';
import type { PageContent } from './content/queries.ts';
import type { SiteRoute } from './routes.ts';

/** What a page shows where it is shared. */
export interface PageCard {
  siteName: string;
  title: string;
  description: string;
  /** Address of the page, by which all who share it mean the same. */
  url: string;
  /** Address of the picture, 1200 by 630 pixels. */
  image: string;
}

/** The records that head the pages, by the pages' own addresses. */
const HEADED_BY: Record<string, (words: PageContent) => Block | undefined> = {
  '/': ({ home }) => home?.['home-main'],
  '/menu': ({ menuHeadings }) => menuHeadings?.['menu-main'],
  '/services': ({ services }) => services?.['services-main'],
  '/contact': ({ contact }) => contact?.['contact-main'],
};

/** What a page of `site` shows where it is shared; `undefined` for the page of unknown addresses, or without its content. */
export function pageCard(
  { path, canonical }: SiteRoute,
  words: PageContent,
  site: URL,
): PageCard | undefined {
  const address = canonical ?? path;
  const main = HEADED_BY[address]?.(words);
  const siteName = words.siteName?.name;
  if (!main || !siteName) return undefined;
  return {
    siteName,
    title: pageTitle(main, siteName),
    description: main.description,
    url: new URL(address, site).href,
    image: new URL('/social-card.png', site).href,
  };
}
