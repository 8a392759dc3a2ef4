import styles from './SectionNav.module.css';

interface SectionNavProps {
  /** The parts of the page: the id of each and what heads it. */
  links: { id: string; text: string | undefined }[];
}

/** The parts of a long page, each a jump away; it stays in sight while the page scrolls. */
export function SectionNav({ links }: SectionNavProps) {
  const named = links.filter(({ text }) => text);
  if (named.length < 2) return null;
  return (
    <nav className={styles.contents} aria-label="On this page">
      {named.map(({ id, text }) => (
        <a key={id} href={`#${id}`}>
          {text}
        </a>
      ))}
    </nav>
  );
}
