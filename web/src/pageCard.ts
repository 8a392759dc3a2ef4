import { getPageTitle } from './components/Page.tsx';
import { findHeading } from './content/pages.ts';
import type { PageContent } from './content/queries.ts';
import type { SiteRoute } from './routes.ts';

/** The preview of a page where its link is shared (Open Graph). */
export interface PageCard {
  siteName: string;
  title: string;
  description: string;
  /** The page's canonical URL. */
  url: string;
  /** URL of the picture, 1200 by 630 pixels. */
  image: string;
}

/** Returns a page's card; `undefined` for the not-found page, or when the page's content is unavailable. */
export function createPageCard(
  { path, canonical, heading }: SiteRoute,
  content: PageContent,
  site: URL,
): PageCard | undefined {
  const main = heading && findHeading(heading, content);
  const siteName = content.siteName?.name;
  if (!main || !siteName) return undefined;
  return {
    siteName,
    title: getPageTitle(main, siteName),
    description: main.description,
    url: new URL(canonical ?? path, site).href,
    image: new URL('/social-card.png', site).href,
  };
}
