import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigationType } from 'react-router-dom';
import type { Blocks, SiteName, TabNames } from '../content/content.ts';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';
import { Print } from './Print.tsx';
import { QuickLinks } from './QuickLinks.tsx';
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

  // A page that was followed to starts at its top, and a screen reader starts there too; going back stays with the browser.
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
    if (navigationType !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [path, navigationType]);

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <Link className={styles.brand} to="/">
          <span className={styles.logo}>
            {siteName?.logo && <Print picture={{ ...siteName.logo, alt: '' }} sizes="3.5rem" />}
          </span>
          <span className={styles.name}>{siteName?.name}</span>
        </Link>
        <QuickLinks tabs={tabs} contact={contact} />
        <Navigation tabs={tabs} path={path} />
      </header>
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer siteName={siteName} tabs={tabs} contact={contact} />
    </>
  );
}
