import styles from './PrintedLine.module.css';

interface PrintedLineProps {
  /** The site's canonical URL. */
  site: string;
  /** The date of the content. */
  date: string;
}

/** The site's address and the date of its content, at the end of each printed sheet of paper. */
export function PrintedLine({ site, date }: PrintedLineProps) {
  return <p className={styles.line}>{`${new URL(site).host} · ${date}`}</p>;
}
