import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { mutate, SWRConfig, type SWRConfiguration } from 'swr';
import { App } from './App.tsx';
import { transport } from './content/fetchRead.ts';
import { swrConfig } from './content/useWords.ts';
import { routeOf } from './routes.ts';
import './site.css';

interface BrowserAppProps {
  words: Record<string, unknown>;
  /** How a preview reads. */
  preview: SWRConfiguration | undefined;
}

/** The site in the browser, with the words that came with the page. */
const BrowserApp = ({ words, preview }: BrowserAppProps) => (
  <StrictMode>
    <SWRConfig value={{ ...swrConfig, ...preview, fallback: words }}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </SWRConfig>
  </StrictMode>
);

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');

/** The preview that Strapi's admin has opened, if it has. */
async function openPreview(): Promise<SWRConfiguration | undefined> {
  const { hash, pathname } = window.location;
  if (!hash.startsWith('#preview=')) return undefined;
  const { startPreview } = await import('./preview.ts');
  const refresh = () => void mutate(() => true);
  return startPreview({ fragment: hash.slice(1), reads: routeOf(pathname).reads, transport, refresh });
}

const preview = await openPreview();

// Vite's development server sends an empty document, the site's own server a whole page.
const data = document.getElementById('words')?.textContent;
if (data) {
  startTransition(() => void hydrateRoot(root, <BrowserApp words={JSON.parse(data)} preview={preview} />));
} else {
  createRoot(root).render(<BrowserApp words={{}} preview={preview} />);
}
