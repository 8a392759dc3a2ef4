import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { App } from './App.tsx';
import { swrConfig } from './content/useWords.ts';
import { routeOf } from './routes.ts';
import './site.css';

/** The site in the browser, with the words that came with the page. */
function BrowserApp({ words }: { words: Record<string, unknown> }) {
  useEffect(() => void performance.mark('interactive'), []);
  return (
    <StrictMode>
      <SWRConfig value={{ ...swrConfig, fallback: words }}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </SWRConfig>
    </StrictMode>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');

// Vite's development server sends an empty document, the site's own server a whole page.
const data = document.getElementById('words')?.textContent;
if (data) {
  await routeOf(window.location.pathname).fetchScript?.();
  startTransition(() => void hydrateRoot(root, <BrowserApp words={JSON.parse(data)} />));
} else {
  createRoot(root).render(<BrowserApp words={{}} />);
}
