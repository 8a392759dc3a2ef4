import { keepTogether } from './keepTogether.tsx';
import styles from './Paragraphs.module.css';

interface ParagraphsProps {
  text: string | undefined;
}

/** A text from the CMS with its line breaks; never HTML. */
export function Paragraphs({ text }: ParagraphsProps) {
  return text ? (
    <p key={text} className={styles.paragraphs}>
      {keepTogether(text)}
    </p>
  ) : null;
}
