import type { ReactNode } from 'react';
import type { IconProps } from './FontAwesome.tsx';
import { Heading } from './Heading.tsx';
import { Icon } from './Icon.tsx';
import styles from './IconBlock.module.css';
import { Prose } from './Prose.tsx';

interface IconBlockProps {
  icon: IconProps['name'];
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
        <Icon name={icon} />
      </span>
      <div className={styles.words}>
        <Heading level={2} text={heading} />
        {children}
      </div>
    </section>
  );
}
