import styles from './Paragraphs.module.css';

interface ParagraphsProps {
  text: string | undefined;
}

/** The owner's running text as she typed it: line breaks kept, never HTML. */
export function Paragraphs({ text }: ParagraphsProps) {
  return text ? <p className={styles.prose}>{text}</p> : null;
}
