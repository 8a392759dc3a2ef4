import { type ReactNode, Suspense, use, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageErrorBoundary } from './components/PageErrorBoundary.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import { useContent } from './content/useContent.ts';
import { Failed } from './pages/Failed.tsx';
import { getPendingPrefetch, usePrefetchOnIntent } from './prefetch.ts';
import { findRoute, notFoundRoute, type SiteRoute } from './routes.ts';

/** Suspends after client navigation until the page is prefetched; meanwhile the previous page stays visible. */
function PendingPage({ route, children }: { route: SiteRoute; children: ReactNode }) {
  const pending = getPendingPrefetch(route);
  if (pending) use(pending);
  // Tests and benchmarks wait for this mark.
  useEffect(() => void performance.mark('interactive'), []);
  return children;
}

interface AppProps {
  /** The site's canonical URL. */
  site: string;
}

/** The site: the frame that all pages share, and the page of the current path. */
export function App({ site }: AppProps) {
  const route = findRoute(useLocation().pathname);
  usePrefetchOnIntent();
  return (
    <SiteFrame
      siteName={useContent('siteName')}
      tabs={useContent('tabs')}
      contact={useContent('contact')}
      path={route.path}
    >
      {route === notFoundRoute ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={new URL(route.canonical ?? route.path, site).href} />
      )}
      <Suspense>
        <PendingPage route={route}>
          <PageErrorBoundary key={route.path} fallback={<Failed />}>
            <route.Page />
          </PageErrorBoundary>
        </PendingPage>
      </Suspense>
    </SiteFrame>
  );
}
