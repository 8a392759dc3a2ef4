import { Route, Routes, useLocation } from 'react-router-dom';
import { PageErrorBoundary } from './components/PageErrorBoundary.tsx';
import { SiteFrame } from './components/SiteFrame.tsx';
import { useWords } from './content/useWords.ts';
import { Contact } from './pages/Contact.tsx';
import { Home } from './pages/Home.tsx';
import { Menu } from './pages/Menu.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Services } from './pages/Services.tsx';

/** The whole site: the frame that every page shares, and the page that the address names. */
export function App() {
  const path = useLocation().pathname.replace(/(.)\/$/, '$1');
  return (
    <SiteFrame siteName={useWords('siteName')} tabs={useWords('tabs')} path={path}>
      <PageErrorBoundary key={path}>
        <Routes>
          <Route caseSensitive path="/" element={<Home />} />
          <Route caseSensitive path="/home" element={<Home />} />
          <Route caseSensitive path="/menu" element={<Menu />} />
          <Route caseSensitive path="/services" element={<Services />} />
          <Route caseSensitive path="/contact" element={<Contact />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </PageErrorBoundary>
    </SiteFrame>
  );
}
