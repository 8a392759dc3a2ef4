import { memo, Suspense, use, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageErrorBoundary } from './components/PageErrorBoundary.tsx';
import { PrintedLine } from './components/PrintedLine.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import type { PageTime } from './content/content.ts';
import { keepContentCurrent, refreshContent, useContent } from './content/useContent.ts';
import { Failed } from './pages/ErrorPages.tsx';
import { getPendingPrefetch, startPrefetching } from './prefetch.ts';
import { findRoute, notFoundRoute, type SiteRoute } from './routes.ts';
import { useContentDate } from './useContentDate.ts';
import { useNow } from './useNow.ts';

/** Suspends after client navigation until the page is prefetched; meanwhile the previous page stays visible. */
const RoutePage = memo(function RoutePage({ route, ...time }: { route: SiteRoute } & PageTime) {
  const pending = getPendingPrefetch(route);
  if (pending) use(pending);
  return (
    <PageErrorBoundary fallback={<Failed />}>
      <route.Page {...time} />
    </PageErrorBoundary>
  );
});

/** Marks when the first page is hydrated; tests and benchmarks wait for it. */
function InteractiveMark() {
  useEffect(() => void performance.mark('interactive'), []);
  return null;
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
  const date = useContentDate({ now, timeZone });
  const { Sheet } = route;
  useEffect(startPrefetching, []);
  useEffect(keepContentCurrent, []);
  // At each boundary, the owner may have planned a change.
  const hasMoved = now !== renderedFor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each boundary
  useEffect(() => void (hasMoved && refreshContent()), [now]);
  return (
    <SiteFrame
      siteName={siteName}
      tabs={useContent('tabs')}
      contact={contact}
      path={route.path}
      sheet={
        <>
          {Sheet && (
            <PageErrorBoundary fallback={null}>
              <Sheet now={now} timeZone={timeZone} />
            </PageErrorBoundary>
          )}
          <PrintedLine site={site} date={date} />
        </>
      }
      now={now}
      timeZone={timeZone}
    >
      {route === notFoundRoute ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={new URL(route.canonical ?? route.path, site).href} />
      )}
      <Suspense>
        <InteractiveMark />
        {/* `/` and `/home` have the same key: going from one to the other keeps the page. */}
        <RoutePage key={route.canonical ?? route.path} route={route} now={now} timeZone={timeZone} />
      </Suspense>
    </SiteFrame>
  );
}
