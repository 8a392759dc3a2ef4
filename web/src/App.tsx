import { type ReactNode, Suspense, use, useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { arrivalOf, usePrefetchOnIntent } from './arrival.ts';
import { PageErrorBoundary } from './components/PageErrorBoundary.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import { useWords } from './content/useWords.ts';
import { Failed } from './pages/Failed.tsx';
import { elsewhere, routeOf, routes } from './routes.ts';

/** A page that is being followed to: until it is here, the last one stays. */
function Arriving({ pathname, children }: { pathname: string; children: ReactNode }) {
  const arrival = arrivalOf(routeOf(pathname));
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
  const path = useLocation().pathname.replace(/(.)\/$/, '$1');
  const route = routeOf(path);
  usePrefetchOnIntent();
  return (
    <SiteFrame
      siteName={useWords('siteName')}
      tabs={useWords('tabs')}
      contact={useWords('contact')}
      path={path}
    >
      {route === elsewhere ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={new URL(route.canonical ?? path, site).href} />
      )}
      <Suspense>
        <Arriving pathname={path}>
          <PageErrorBoundary key={path} fallback={<Failed />}>
            <Routes>
              {[...routes, elsewhere].map(({ path, Page }) => (
                <Route caseSensitive key={path} path={path} element={<Page />} />
              ))}
            </Routes>
          </PageErrorBoundary>
        </Arriving>
      </Suspense>
    </SiteFrame>
  );
}
