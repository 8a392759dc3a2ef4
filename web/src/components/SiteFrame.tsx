import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';
import type { Blocks, SiteName, TabNames } from '../content/content.ts';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { ResponsiveImage } from './ResponsiveImage.tsx';
import styles from './SiteFrame.module.css';

interface SiteFrameProps {
  siteName: SiteName | undefined;
  tabs: TabNames | undefined;
  contact: Blocks<'contact'> | undefined;
  path: string;
  children: ReactNode;
}

/** What every page shares: the bar with the logo, the name and the ways through the site, the place for the page itself, and the foot. */
export function SiteFrame({ siteName, tabs, contact, path, children }: SiteFrameProps) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  const navigationType = useNavigationType();
  const { key } = useLocation();

  // A page that was followed to starts at its top, and a screen reader starts there too, also where it is the one that is
  // shown; going back, and jumps within the page, stay with the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of a link has a key of its own
  useEffect(() => {
    if (shown.current === path && navigationType === 'POP') return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
    if (navigationType !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [path, navigationType, key]);

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <Link className={styles.brand} to="/">
          {/* Its place is kept until it is known that there is none. */}
          {(!siteName || siteName.logo) && (
            <span className={styles.logo}>
              {siteName?.logo && <ResponsiveImage picture={{ ...siteName.logo, alt: '' }} sizes="3.5rem" />}
            </span>
          )}
          <span className={styles.name}>{siteName?.name}</span>
        </Link>
        <QuickLinks tabs={tabs} contact={contact} />
        <Navigation tabs={tabs} path={path} />
      </header>
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      {/* Another one for each page: what was jumped to on the last one is not marked on the next. */}
      <Footer key={path} siteName={siteName} tabs={tabs} contact={contact} />
    </>
  );
}
