import type { ReactNode } from 'react';
import type { IconProps } from './FontAwesome.tsx';
import { Heading } from './Heading.tsx';
import { Icon } from './Icon.tsx';
import styles from './IconBlock.module.css';
import { Paragraphs } from './Paragraphs.tsx';

interface IconBlockProps {
  /** The record's id, which links and previews scroll to. */
  id: string;
  icon: IconProps['name'];
  heading: string | undefined;
  text: string | undefined;
  /** Replaces the text's default rendering as paragraphs. */
  children?: ReactNode;
}

/** An icon with a heading and a text; nothing when both are empty. */
export function IconBlock({
  id,
  icon,
  heading,
  text,
  children = <Paragraphs text={text} />,
}: IconBlockProps) {
  if (!heading && !text) return null;
  return (
    <section id={id} className={styles.block}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <div className={styles.text}>
        <Heading level={2} text={heading} />
        {children}
      </div>
    </section>
  );
}
