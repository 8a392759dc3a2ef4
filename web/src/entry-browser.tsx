import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { mutate, SWRConfig, type SWRConfiguration } from 'swr';
import { App } from './App.tsx';
import { transport } from './content/fetchQuery.ts';
import { swrConfig } from './content/useContent.ts';
import { routeOf } from './routes.ts';
import './site.css';

interface BrowserAppProps {
  words: Record<string, unknown>;
  site: string;
  /** How a preview reads. */
  preview: SWRConfiguration | undefined;
}

/** The site in the browser, with the words that came with the page. */
const BrowserApp = ({ words, site, preview }: BrowserAppProps) => (
  <StrictMode>
    <SWRConfig value={{ ...swrConfig, ...preview, fallback: words }}>
      <BrowserRouter>
        <App site={site} />
      </BrowserRouter>
    </SWRConfig>
  </StrictMode>
);

/** Takes over the page that the server has sent. */
function show(preview?: SWRConfiguration): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');

  // Vite's development server sends an empty document, the site's own server a whole page.
  const data = document.getElementById('words');
  const site = data?.dataset.site ?? window.location.origin;
  if (data) {
    startTransition(
      () =>
        void hydrateRoot(
          root,
          <BrowserApp words={JSON.parse(data.textContent)} site={site} preview={preview} />,
        ),
    );
  } else {
    createRoot(root).render(<BrowserApp words={{}} site={site} preview={preview} />);
  }
}

/** Makes the page a preview, for Strapi's admin; its script is no visitor's. */
async function showPreview(fragment: string): Promise<void> {
  const { startPreview } = await import('./preview.ts');
  const { queries } = routeOf(window.location.pathname);
  show(startPreview({ fragment, queries, transport, refresh: () => void mutate(() => true) }));
}

// No `await` out here: it would have the build cut the application into more files.
const { hash } = window.location;
if (hash.startsWith('#preview=')) void showPreview(hash.slice(1));
else show();
