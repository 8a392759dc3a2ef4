import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { App } from './App.tsx';
import type { PageWords } from './content/reads.ts';
import { Document } from './Document.tsx';
import { pageCard } from './pageCard.ts';
import { elsewhere, routeOf } from './routes.ts';
import { structuredData } from './structuredData.ts';

/** JSON that can't end the data block it is in. */
const dataBlock = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * The whole document of the page at an address of the site.
 * @param words the words of the page's reads
 * @param site where browsers reach the site
 * @throws Error when the page can't be rendered with these words
 */
export async function renderDocument(
  path: string,
  words: PageWords,
  site: URL,
  assets: { styles: string; script: string },
): Promise<string> {
  const route = routeOf(path);
  const restaurant = route === elsewhere ? undefined : structuredData(words, site);
  await route.fetchScript?.();
  const html = renderToString(
    <Document
      {...assets}
      site={site.href}
      words={dataBlock(words)}
      card={pageCard(path, words, site)}
      structuredData={restaurant && dataBlock(restaurant)}
    >
      <SWRConfig value={{ fallback: words }}>
        <StaticRouter location={path}>
          <App site={site.href} />
        </StaticRouter>
      </SWRConfig>
    </Document>,
  );
  return `<!doctype html>${html}`;
}
