import type { ReactNode } from 'react';
import type { Block } from '../content/content.ts';
import styles from './Page.module.css';

/** The fields of a page's heading record that the page needs. */
type PageRecord = Pick<Block, 'mainHeading' | 'description'>;

interface PageProps {
  /** The page's heading record. While it is `undefined`, the page is hidden, so that loading content causes no layout shift. */
  main: PageRecord | undefined;
  siteName: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Returns the page's heading, or the site's name when the heading is empty. */
export const getPageHeading = (main: PageRecord | undefined, siteName: string | undefined) =>
  main && (main.mainHeading || siteName);

/** Returns the page's title for browser tabs and search engines. */
export const getPageTitle = (main: PageRecord | undefined, siteName: string | undefined) =>
  [...new Set([getPageHeading(main, siteName), siteName])].filter(Boolean).join(' · ');

/** A page with its title and its description for search engines. */
export function Page({ main, siteName, className = '', children }: PageProps) {
  return (
    <div className={main ? className : `${className} ${styles.pending}`} aria-busy={!main}>
      <title>{getPageTitle(main, siteName)}</title>
      {main?.description && <meta name="description" content={main.description} />}
      {children}
    </div>
  );
}
