import { Heading } from './Heading.tsx';
import styles from './Passage.module.css';
import { Prose } from './Prose.tsx';

interface PassageProps {
  level: 2 | 3;
  heading: string | undefined;
  text?: string | undefined;
  className?: string | undefined;
}

/** A heading with its text; nothing when the owner has left both empty. */
export function Passage({ level, heading, text, className = '' }: PassageProps) {
  if (!heading && !text) return null;
  return (
    <div className={`${styles.passage} ${className}`}>
      <Heading level={level} text={heading} />
      <Prose text={text} />
    </div>
  );
}
