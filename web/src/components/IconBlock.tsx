import type { ReactNode } from 'react';
import type { IconProps } from './FontAwesome.tsx';
import { Heading } from './Heading.tsx';
import { Icon } from './Icon.tsx';
import styles from './IconBlock.module.css';
import { Paragraphs } from './Paragraphs.tsx';

interface IconBlockProps {
  /** Of the record that is shown: where a link or a preview finds it. */
  id: string;
  icon: IconProps['name'];
  heading: string | undefined;
  text: string | undefined;
  /** Shows the text in another way than as prose. */
  children?: ReactNode;
}

/** An icon with a heading and what it stands for; nothing when the owner has left both empty. */
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
      <div className={styles.words}>
        <Heading level={2} text={heading} />
        {children}
      </div>
    </section>
  );
}
