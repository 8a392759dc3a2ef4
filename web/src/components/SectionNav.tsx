import styles from './SectionNav.module.css';

interface SectionNavProps {
  /** The page's sections: the id and the heading of each. */
  links: { id: string; text: string | undefined }[];
}

/** Links to the sections of a long page; sticky while the page scrolls. */
export function SectionNav({ links }: SectionNavProps) {
  const linksWithText = links.filter(({ text }) => text);
  if (linksWithText.length < 2) return null;
  return (
    <nav className={styles.sectionNav} aria-label="On this page">
      {linksWithText.map(({ id, text }) => (
        <a key={id} href={`#${id}`}>
          {text}
        </a>
      ))}
    </nav>
  );
}
