import type { ReactNode } from 'react';
import { Heading } from './Heading.tsx';
import styles from './MenuSection.module.css';

interface MenuSectionProps {
  /** The id of the heading's record, which links and previews scroll to. */
  id: string;
  heading: string | undefined;
  children: ReactNode;
}

/** A section of the menu: its heading, and its content below or, on wide screens, beside it. */
export function MenuSection({ id, heading, children }: MenuSectionProps) {
  return (
    <section id={id} className={styles.section}>
      <div className={styles.heading}>
        <Heading level={2} text={heading} />
      </div>
      {children}
    </section>
  );
}
