import { Heading } from './Heading.tsx';
import { Paragraphs } from './Paragraphs.tsx';
import styles from './TextBlock.module.css';

interface TextBlockProps {
  /** Of the record that is shown: where a link or a preview finds it. */
  id?: string;
  level: 2 | 3;
  heading: string | undefined;
  text?: string | undefined;
  className?: string | undefined;
}

/** A heading with its text; nothing when the owner has left both empty. */
export function TextBlock({ id, level, heading, text, className = '' }: TextBlockProps) {
  if (!heading && !text) return null;
  return (
    <div id={id} className={`${styles.passage} ${className}`}>
      <Heading level={level} text={heading} />
      <Paragraphs text={text} />
    </div>
  );
}
