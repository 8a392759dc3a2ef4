import type { ReactNode } from 'react';
import styles from './Page.module.css';

interface PageProps {
  /** The page's own heading, or the site's name where the owner has left it empty. */
  heading: string | undefined;
  siteName: string | undefined;
  description?: string | undefined;
  /** Whether the words are here: until then the page keeps its place and shows nothing that could jump. */
  ready: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** One page, and what it says of itself to the browser's tab and to search engines. */
export function Page({ heading, siteName, description, ready, className = '', children }: PageProps) {
  return (
    <div className={ready ? className : `${className} ${styles.waiting}`} aria-busy={!ready}>
      <title>{[...new Set([heading, siteName])].filter(Boolean).join(' · ')}</title>
      {description && <meta name="description" content={description} />}
      {children}
    </div>
  );
}
