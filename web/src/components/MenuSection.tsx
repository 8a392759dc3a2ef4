import type { ReactNode } from 'react';
import { Heading } from './Heading.tsx';
import styles from './MenuSection.module.css';

interface MenuSectionProps {
  /** Of the record that heads it: where a link or a preview finds it. */
  id: string;
  heading: string | undefined;
  children: ReactNode;
}

/** A part of the menu: what it is called in the margin, what there is beside it. */
export function MenuSection({ id, heading, children }: MenuSectionProps) {
  return (
    <section id={id} className={styles.section}>
      <div className={styles.margin}>
        <Heading level={2} text={heading} />
      </div>
      {children}
    </section>
  );
}
