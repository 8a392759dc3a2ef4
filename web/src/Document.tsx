import type { ReactNode } from 'react';

interface DocumentProps {
  /** The style sheet's text: a request of its own would hold up the first paint. */
  styles: string;
  /** Address of the script that loads the application. */
  script: string;
  /** The page's words for the browser, as JSON without a `<`. */
  words: string;
  children: ReactNode;
}

/** The whole document of a page. */
export function Document({ styles, script, words, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6efe1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#142120" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{styles}</style>
      </head>
      <body>
        <div id="root">{children}</div>
        <script type="application/json" id="words">
          {words}
        </script>
        <script type="module" src={script} />
      </body>
    </html>
  );
}
