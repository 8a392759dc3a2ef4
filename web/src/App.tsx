import { type ReactNode, Suspense, use, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageErrorBoundary } from './components/PageErrorBoundary.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import { useContent } from './content/useContent.ts';
import { Failed } from './pages/Failed.tsx';
import { getPendingPrefetch, usePrefetchOnIntent } from './prefetch.ts';
import { findRoute, notFoundRoute, type SiteRoute } from './routes.ts';
import { useNow } from './useNow.ts';

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
  /** The restaurant's time zone. */
  timeZone: string;
  /** The instant for which the server rendered the page, in milliseconds since 1970. */
  renderedFor: number;
}

/** The site: the frame that all pages share, and the page of the current path. */
export function App({ site, timeZone, renderedFor }: AppProps) {
  const route = findRoute(useLocation().pathname);
  const siteName = useContent('siteName');
  const contact = useContent('contact');
  const now = useNow(renderedFor, timeZone, siteName, contact);
  usePrefetchOnIntent();
  return (
    <SiteFrame
      siteName={siteName}
      tabs={useContent('tabs')}
      contact={contact}
      path={route.path}
      now={now}
      timeZone={timeZone}
    >
      {route === notFoundRoute ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={new URL(route.canonical ?? route.path, site).href} />
      )}
      <Suspense>
        <PendingPage route={route}>
          <PageErrorBoundary key={route.path} fallback={<Failed />}>
            <route.Page now={now} timeZone={timeZone} />
          </PageErrorBoundary>
        </PendingPage>
      </Suspense>
    </SiteFrame>
  );
}
