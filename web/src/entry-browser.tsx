import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { App } from './App.tsx';
import { swrConfig } from './content/useWords.ts';
import './site.css';

/** The site in the browser, with the words that came with the page. */
const BrowserApp = ({ words }: { words: Record<string, unknown> }) => (
  <StrictMode>
    <SWRConfig value={{ ...swrConfig, fallback: words }}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </SWRConfig>
  </StrictMode>
);

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');

// Vite's development server sends an empty document, the site's own server a whole page.
const data = document.getElementById('words')?.textContent;
if (data) {
  startTransition(() => void hydrateRoot(root, <BrowserApp words={JSON.parse(data)} />));
} else {
  createRoot(root).render(<BrowserApp words={{}} />);
}
