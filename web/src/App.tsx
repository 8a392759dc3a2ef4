import { type ReactNode, Suspense, use, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageErrorBoundary } from './components/PageErrorBoundary.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import { useContent } from './content/useContent.ts';
import { Failed } from './pages/Failed.tsx';
import { pendingPrefetch, usePrefetchOnIntent } from './prefetch.ts';
import { notFoundRoute, routeOf, type SiteRoute } from './routes.ts';

/** A page that is being followed to: until it is here, the last one stays. */
function PendingPage({ route, children }: { route: SiteRoute; children: ReactNode }) {
  const arrival = pendingPrefetch(route);
  if (arrival) use(arrival);
  // For whoever measures: from here on the page answers.
  useEffect(() => void performance.mark('interactive'), []);
  return children;
}

interface AppProps {
  /** The site's canonical address. */
  site: string;
}

/** The whole site: the frame that every page shares, and the page that the address names. */
export function App({ site }: AppProps) {
  const route = routeOf(useLocation().pathname);
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
