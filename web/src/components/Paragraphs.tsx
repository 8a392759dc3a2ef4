import styles from './Paragraphs.module.css';

interface ParagraphsProps {
  text: string | undefined;
}

/** A text from the CMS with its line breaks; never HTML. */
export function Paragraphs({ text }: ParagraphsProps) {
  return text ? <p className={styles.paragraphs}>{text}</p> : null;
}
