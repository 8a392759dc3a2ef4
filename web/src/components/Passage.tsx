import { Heading } from './Heading.tsx';
import styles from './Passage.module.css';
import { Prose } from './Prose.tsx';

interface PassageProps {
  /** Of the record that is shown: where a link or a preview finds it. */
  id?: string;
  level: 2 | 3;
  heading: string | undefined;
  text?: string | undefined;
  className?: string | undefined;
}

/** A heading with its text; nothing when the owner has left both empty. */
export function Passage({ id, level, heading, text, className = '' }: PassageProps) {
  if (!heading && !text) return null;
  return (
    <div id={id} className={`${styles.passage} ${className}`}>
      <Heading level={level} text={heading} />
      <Prose text={text} />
    </div>
  );
}
