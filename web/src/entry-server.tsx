import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { App } from './App.tsx';
import { Document } from './Document.tsx';
import { routeOf } from './routes.ts';

/**
 * The whole document of the page at an address.
 * @param words the words of the page's reads by name, `undefined` for one that is not to be had
 * @throws Error when the page can't be rendered with these words
 */
export async function renderDocument(
  path: string,
  words: Record<string, unknown>,
  assets: { styles: string; script: string },
): Promise<string> {
  await routeOf(path).fetchScript?.();
  const data = JSON.stringify(words).replaceAll('<', '\\u003c');
  const html = renderToString(
    <Document {...assets} words={data}>
      <SWRConfig value={{ fallback: words }}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </SWRConfig>
    </Document>,
  );
  return `<!doctype html>${html}`;
}
