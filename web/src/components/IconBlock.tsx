import { config, type IconDefinition } from '@fortawesome/fontawesome-svg-core';
import { FontAwesomeIcon } from '@fortawesome/react-fontawesome';
import type { ReactNode } from 'react';
import { Heading } from './Heading.tsx';
import styles from './IconBlock.module.css';
import { Prose } from './Prose.tsx';

// Its style sheet is added by script at run time, which a strict Content-Security-Policy forbids; ours sizes the icons.
config.autoAddCss = false;

interface IconBlockProps {
  icon: IconDefinition;
  heading: string | undefined;
  text: string | undefined;
  /** Shows the text in another way than as prose. */
  children?: ReactNode;
}

/** An icon with a heading and what it stands for; nothing when the owner has left both empty. */
export function IconBlock({ icon, heading, text, children = <Prose text={text} /> }: IconBlockProps) {
  if (!heading && !text) return null;
  return (
    <section className={styles.block}>
      <span className={styles.icon}>
        <FontAwesomeIcon icon={icon} />
      </span>
      <div className={styles.words}>
        <Heading level={2} text={heading} />
        {children}
      </div>
    </section>
  );
}
