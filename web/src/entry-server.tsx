import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { listOffsets } from '../../cms/src/shared/hours/zonedTime.ts';
import { App } from './App.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import type { PageTime } from './content/content.ts';
import type { PageContent } from './content/queries.ts';
import { Document } from './Document.tsx';
import { createPageCard } from './pageCard.ts';
import { Failed } from './pages/ErrorPages.tsx';
import { notFoundRoute, type SiteRoute } from './routes.ts';
import { createStructuredData } from './structuredData.ts';

/** Serializes data as JSON without a `<`, so that it can't close the script element it is in. */
const toJson = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The parts of the built application that a page's document contains. */
export interface PageAssets {
  /** The style sheet's text. */
  styles: string;
  /** The URL path of the script that loads the application. */
  script: string;
}

const renderHtml = (document: ReactElement) => `<!doctype html>${renderToString(document)}`;

/**
 * Renders the complete document of a page.
 * @param content the content of the page's queries
 * @param site the site's canonical URL
 * @throws Error when the page can't be rendered with this content
 */
export async function renderDocument(
  route: SiteRoute,
  content: PageContent,
  site: URL,
  { styles, script }: PageAssets,
  time: PageTime,
): Promise<string> {
  const restaurant = route === notFoundRoute ? undefined : createStructuredData(content, site, time);
  await route.fetchScript?.();
  return renderHtml(
    <Document
      styles={styles}
      site={site.href}
      application={{
        script,
        content: toJson(content),
        offsets: listOffsets(time.now, time.timeZone),
        ...time,
      }}
      card={createPageCard(route, content, site)}
      structuredData={restaurant && toJson(restaurant)}
    >
      <SWRConfig value={{ fallback: content }}>
        <StaticRouter location={route.path}>
          <App site={site.href} timeZone={time.timeZone} renderedFor={time.now} />
        </StaticRouter>
      </SWRConfig>
    </Document>,
  );
}

/** Renders the error page with the frame's content; without the application, because it would fail to render as well. */
export function renderFailure(
  { siteName, tabs, contact }: PageContent,
  site: URL,
  styles: string,
  time: PageTime,
): string {
  return renderHtml(
    <Document styles={styles} site={site.href}>
      <SWRConfig value={{ fallback: { siteName, tabs, contact } }}>
        <StaticRouter location="/">
          <SiteFrame siteName={siteName} tabs={tabs} contact={contact} path="" {...time}>
            <Failed />
          </SiteFrame>
        </StaticRouter>
      </SWRConfig>
    </Document>,
  );
}
