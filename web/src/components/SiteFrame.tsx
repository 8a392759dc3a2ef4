import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';
import {
  announceSpecialDays,
  findOpeningStatus,
  listStatusParts,
} from '../../../cms/src/shared/hours/openingStatus.ts';
import type { Blocks, PageTime, SiteName, TabNames } from '../content/content.ts';
import { contactPage, homePage, pages } from '../content/pages.ts';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';
import { NoticeBand } from './NoticeBand.tsx';
import { MAX_NAME_LETTERS, QuickLinks } from './QuickLinks.tsx';
import { ResponsiveImage } from './ResponsiveImage.tsx';
import styles from './SiteFrame.module.css';
import { TodaySign } from './TodaySign.tsx';

interface SiteFrameProps extends PageTime {
  siteName: SiteName | undefined;
  tabs: TabNames | undefined;
  contact: Blocks<'contact'> | undefined;
  /** The path of the current route. */
  path: string;
  /** What is printed after the page. */
  sheet?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: the notice, the header with logo, name and navigation, the main element with the page, and the footer. */
export function SiteFrame({ siteName, tabs, contact, path, now, timeZone, sheet, children }: SiteFrameProps) {
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  const navigationType = useNavigationType();
  const { key, hash } = useLocation();
  const schedule = contact?.['contact-hours'].schedule;
  const status = schedule && findOpeningStatus(schedule, now, timeZone);
  const isLongName = (siteName?.name.length ?? 0) > MAX_NAME_LETTERS;
  const isContactPage = path === contactPage.path;
  // The Contact page has the hours and special days itself, and at an unknown address there is nothing to plan.
  const hasSign = !isContactPage && pages.some((page) => path === page.path || path === page.alias);
  const closed = status?.isClosedToday && hasSign ? listStatusParts(status) : [];
  const announcements = schedule && hasSign ? announceSpecialDays(schedule, now, timeZone) : [];

  // Client navigation, also to the current page, scrolls to the top, or to the element that the address names, and moves the
  // focus there for screen readers. The browser handles back, forward and links within the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every click, also on a link to the current page
  useEffect(() => {
    if (shownPath.current === path && navigationType === 'POP') return;
    shownPath.current = path;
    const linked = hash && navigationType !== 'POP' ? document.getElementById(hash.slice(1)) : null;
    if (linked) linked.tabIndex = -1;
    (linked ?? main.current)?.focus({ preventScroll: true });
    if (linked) linked.scrollIntoView({ behavior: 'instant' });
    else if (navigationType !== 'POP') window.scrollTo({ top: 0, behavior: 'instant' });
  }, [path, navigationType, key]);

  return (
    <div className={styles.frame}>
      <a className={styles.skipLink} href="#main">
        Skip to the page
      </a>
      <NoticeBand notice={siteName?.notice} now={now} timeZone={timeZone} />
      <header className={styles.header}>
        {/* Inert until the name is loaded, because without it the link has no accessible name. */}
        <Link className={styles.brand} to={homePage.path} inert={!siteName?.name}>
          {/* Reserves space for the logo until the content shows that there is none. */}
          {(!siteName || siteName.logo) && (
            <span className={styles.logo}>
              {siteName?.logo && (
                <ResponsiveImage picture={{ ...siteName.logo, alt: '', needsFrame: false }} sizes="3.5rem" />
              )}
            </span>
          )}
          <span className={`${styles.name} ${isLongName ? styles.longName : ''}`}>{siteName?.name}</span>
        </Link>
        <QuickLinks
          siteName={siteName}
          tabs={tabs}
          contact={contact}
          status={status}
          isContactPage={isContactPage}
          now={now}
          timeZone={timeZone}
        />
        <Navigation tabs={tabs} path={path} />
      </header>
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        {/* New elements when the sign changes: what is below it would move, which counts as a layout shift. */}
        <Fragment key={[...closed, ...announcements].join()}>
          <TodaySign closed={closed} announcements={announcements} now={now} timeZone={timeZone} />
          {children}
        </Fragment>
      </main>
      {/* A new key for each page clears the :target highlight on client navigation. */}
      <Footer
        key={path}
        siteName={siteName}
        tabs={tabs}
        contact={isContactPage ? undefined : contact}
        now={now}
        timeZone={timeZone}
      />
      {sheet}
    </div>
  );
}
