import { Heading } from './Heading.tsx';
import { Paragraphs } from './Paragraphs.tsx';
import styles from './TextBlock.module.css';

interface TextBlockProps {
  /** The record's id, which links and previews scroll to. */
  id?: string;
  level: 2 | 3;
  heading: string | undefined;
  text?: string | undefined;
  className?: string | undefined;
}

/** A heading with a text; nothing when both are empty. */
export function TextBlock({ id, level, heading, text, className = '' }: TextBlockProps) {
  if (!heading && !text) return null;
  return (
    <div id={id} className={`${styles.textBlock} ${className}`}>
      <Heading level={level} text={heading} />
      <Paragraphs text={text} />
    </div>
  );
}
