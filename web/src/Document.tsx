import type { ReactNode } from 'react';
import type { PageCard } from './pageCard.ts';

/** The page's ground in the light and in the dark, as `site.css` has it. */
export const GROUND = { light: '#f6efe1', dark: '#142120' };

interface DocumentProps {
  /** Where browsers reach the site: its canonical address, whatever name this page was asked for by. */
  site: string;
  /** The style sheet's text: a request of its own would hold up the first paint. */
  styles: string;
  /** The address of the script that loads the application, and the page's words for it, as JSON without a `<`. */
  application?: { script: string; words: string };
  /** What the page shows where it is shared. */
  card?: PageCard | undefined;
  /** What the page tells search engines about the restaurant, as JSON without a `<`. */
  structuredData?: string | undefined;
  children: ReactNode;
}

/** The whole document of a page. */
export function Document({ site, styles, application, card, structuredData, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={GROUND.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={GROUND.dark} />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
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
            <script type="application/json" id="words" data-site={site}>
              {application.words}
            </script>
            <script type="module" src={application.script} />
          </>
        )}
      </body>
    </html>
  );
}
