import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { mutate, SWRConfig, type SWRConfiguration } from 'swr';
import { setOffsets } from '../../cms/src/shared/hours/zonedTime.ts';
import { App } from './App.tsx';
import { SiteErrorBoundary } from './components/SiteErrorBoundary.tsx';
import { transport } from './content/fetchQuery.ts';
import { swrConfig } from './content/useContent.ts';
import { importWithRetry } from './importWithRetry.ts';
import { findRoute } from './routes.ts';
import './site.css';

interface BrowserAppProps {
  content: Record<string, unknown>;
  site: string;
  timeZone: string;
  renderedFor: number;
  /** The SWR configuration of a preview. */
  preview: SWRConfiguration | undefined;
}

/** The site in the browser, with the content that is embedded in the page. */
const BrowserApp = ({ content, preview, ...appProps }: BrowserAppProps) => (
  <StrictMode>
    <SWRConfig value={{ ...swrConfig, ...preview, fallback: content }}>
      <SiteErrorBoundary>
        <BrowserRouter>
          <App {...appProps} />
        </BrowserRouter>
      </SiteErrorBoundary>
    </SWRConfig>
  </StrictMode>
);

/** Hydrates the page that the server has rendered. */
function hydrate(preview?: SWRConfiguration): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');

  // Vite's development server sends an empty document; the site's server sends a rendered page.
  const contentScript = document.getElementById('content');
  const {
    site = window.location.origin,
    timeZone = import.meta.env.TIME_ZONE,
    now,
    offsets,
  } = contentScript?.dataset ?? {};
  if (offsets) setOffsets(timeZone, JSON.parse(offsets));
  const props = { preview, site, timeZone, renderedFor: now ? Number(now) : Date.now() };
  if (contentScript) {
    startTransition(
      () => void hydrateRoot(root, <BrowserApp content={JSON.parse(contentScript.textContent)} {...props} />),
    );
  } else {
    createRoot(root).render(<BrowserApp content={{}} {...props} />);
  }
}

/** Hydrates the page as a preview in Strapi's admin; only previews load its script. */
async function hydratePreview(fragment: string): Promise<void> {
  const { startPreview } = await importWithRetry(() => import('./preview.ts'));
  const { queries } = findRoute(window.location.pathname);
  hydrate(await startPreview({ fragment, queries, transport, refresh: () => mutate(() => true) }));
}

// No top-level `await`: with it, the build splits the application into more files.
const { hash } = window.location;
if (hash.startsWith('#preview=')) void hydratePreview(hash.slice(1));
else hydrate();
