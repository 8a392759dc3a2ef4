import type { ReactNode } from 'react';
import type { ZoneOffset } from '../../cms/src/shared/hours/zonedTime.ts';
import type { PageTime } from './content/content.ts';
import type { PageCard } from './pageCard.ts';

/** The background color of every page in light and dark mode; the same as `--paper` in `site.css`. */
const BACKGROUND_COLOR = { light: '#f6efe1', dark: '#142120' };

interface DocumentProps {
  /** The site's canonical URL, independent of the host name of the request. */
  site: string;
  /** The text of the style sheet; it is inline because a request for it would delay the first paint. */
  styles: string;
  /** The path of the script that loads the application, the page's content as JSON without a `<`, and the time zone's offsets. */
  application?: { script: string; content: string; offsets: ZoneOffset[] } & PageTime;
  /** The preview of the page where its link is shared. */
  card?: PageCard | undefined;
  /** The restaurant's structured data for search engines, as JSON without a `<`. */
  structuredData?: string | undefined;
  children: ReactNode;
}

/** The complete HTML document of a page. */
export function Document({ site, styles, application, card, structuredData, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={BACKGROUND_COLOR.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={BACKGROUND_COLOR.dark} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <style>{styles}</style>
        {card && (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={card.siteName} />
            <meta property="og:title" content={card.title} />
            {card.description && <meta property="og:description" content={card.description} />}
            <meta property="og:url" content={card.url} />
            <meta property="og:image" content={card.image} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={card.siteName} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
      </head>
      <body>
        <div id="root">{children}</div>
        {structuredData && <script type="application/ld+json">{structuredData}</script>}
        {application && (
          <>
            <script
              type="application/json"
              id="content"
              data-site={site}
              data-now={application.now}
              data-time-zone={application.timeZone}
              data-offsets={JSON.stringify(application.offsets)}
            >
              {application.content}
            </script>
            <script type="module" src={application.script} />
          </>
        )}
      </body>
    </html>
  );
}
