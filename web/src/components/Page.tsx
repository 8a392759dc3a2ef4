import type { ReactNode } from 'react';
import type { Block } from '../content/content.ts';
import styles from './Page.module.css';

/** What a page is headed by, and what search engines get to read of it. */
type PageRecord = Pick<Block, 'mainHeading' | 'description'>;

interface PageProps {
  /** The record that heads the page; `undefined` until it is here: the page then keeps its place and shows nothing that could jump. */
  main: PageRecord | undefined;
  siteName: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The page's own heading, or the site's name where the owner has left it empty. */
export const pageHeading = (main: PageRecord | undefined, siteName: string | undefined) =>
  main && (main.mainHeading || siteName);

/** What the browser's tab and search engines call the page. */
export const pageTitle = (main: PageRecord | undefined, siteName: string | undefined) =>
  [...new Set([pageHeading(main, siteName), siteName])].filter(Boolean).join(' · ');

/** One page, and what it says of itself to the browser's tab and to search engines. */
export function Page({ main, siteName, className = '', children }: PageProps) {
  return (
    <div className={main ? className : `${className} ${styles.waiting}`} aria-busy={!main}>
      <title>{pageTitle(main, siteName)}</title>
      {main?.description && <meta name="description" content={main.description} />}
      {children}
    </div>
  );
}
