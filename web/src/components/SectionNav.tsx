import styles from './SectionNav.module.css';

interface SectionNavProps {
  /** The page's sections: the id and the heading of each. */
  links: { id: string; text: string | undefined }[];
}

/** Links to the sections of a long page; sticky while the page scrolls. */
export function SectionNav({ links }: SectionNavProps) {
  const named = links.filter(({ text }) => text);
  if (named.length < 2) return null;
  return (
    <nav className={styles.sectionNav} aria-label="On this page">
      {named.map(({ id, text }) => (
        <a key={id} href={`#${id}`}>
          {text}
        </a>
      ))}
    </nav>
  );
}
