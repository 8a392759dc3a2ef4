import { getPageTitle } from './components/Page.tsx';
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
  { path, canonical, findRecord }: SiteRoute,
  content: PageContent,
  site: URL,
): PageCard | undefined {
  const record = findRecord?.(content);
  const siteName = content.siteName?.name;
  if (!record || !siteName) return undefined;
  return {
    siteName,
    title: getPageTitle(record, siteName),
    description: record.description,
    url: new URL(canonical ?? path, site).href,
    image: new URL('/social-card.png', site).href,
  };
}
