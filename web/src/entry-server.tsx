import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { App } from './App.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import type { PageContent } from './content/queries.ts';
import { Document } from './Document.tsx';
import { pageCard } from './pageCard.ts';
import { Failed } from './pages/Failed.tsx';
import { notFoundRoute, type SiteRoute } from './routes.ts';
import { structuredData } from './structuredData.ts';

/** JSON that can't end the data block it is in. */
const dataBlock = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The parts of the built application that a page's document contains. */
export interface PageAssets {
  /** The style sheet's text. */
  styles: string;
  /** The URL path of the script that loads the application. */
  script: string;
}

const html = (document: ReactElement) => `<!doctype html>${renderToString(document)}`;

/**
 * The whole document of a page.
 * @param words the words of the page's reads
 * @param site where browsers reach the site
 * @throws Error when the page can't be rendered with these words
 */
export async function renderDocument(
  route: SiteRoute,
  words: PageContent,
  site: URL,
  { styles, script }: PageAssets,
): Promise<string> {
  const restaurant = route === notFoundRoute ? undefined : structuredData(words, site);
  await route.fetchScript?.();
  return html(
    <Document
      styles={styles}
      site={site.href}
      application={{ script, words: dataBlock(words) }}
      card={pageCard(route, words, site)}
      structuredData={restaurant && dataBlock(restaurant)}
    >
      <SWRConfig value={{ fallback: words }}>
        <StaticRouter location={route.path}>
          <App site={site.href} />
        </StaticRouter>
      </SWRConfig>
    </Document>,
  );
}

/**
 * The whole document in place of a page that can't be rendered; it brings no application, which would fail as well.
 * @param words the words of the frame
 */
export function renderFailure({ siteName, tabs, contact }: PageContent, site: URL, styles: string): string {
  return html(
    <Document styles={styles} site={site.href}>
      <SWRConfig value={{ fallback: { siteName, tabs, contact } }}>
        <StaticRouter location="/">
          <SiteFrame siteName={siteName} tabs={tabs} contact={contact} path="">
            <Failed />
          </SiteFrame>
        </StaticRouter>
      </SWRConfig>
    </Document>,
  );
}
