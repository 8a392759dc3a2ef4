import type { ReactNode } from 'react';
import type { Block } from '../content/content.ts';
import styles from './Page.module.css';

/** The fields of a page's record that title, heading and description need. */
type PageRecord = Pick<Block, 'mainHeading' | 'description'>;

interface PageProps {
  /** While it is `undefined`, the page is hidden, so that loading content causes no layout shift. */
  pageRecord: PageRecord | undefined;
  siteName: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Returns the page's heading, or the site's name when the heading is empty. */
export const getPageHeading = (pageRecord: PageRecord | undefined, siteName: string | undefined) =>
  pageRecord && (pageRecord.mainHeading || siteName);

/** Returns the page's title for browser tabs and search engines. */
export const getPageTitle = (pageRecord: PageRecord | undefined, siteName: string | undefined) =>
  [...new Set([getPageHeading(pageRecord, siteName), siteName])].filter(Boolean).join(' · ');

/** A page with its title and its description for search engines. */
export function Page({ pageRecord, siteName, className = '', children }: PageProps) {
  const state = pageRecord ? '' : styles.pending;
  return (
    <div className={`${className} ${state}`.trim()} aria-busy={!pageRecord}>
      <title>{getPageTitle(pageRecord, siteName)}</title>
      {pageRecord?.description && <meta name="description" content={pageRecord.description} />}
      {children}
    </div>
  );
}
