import styles from './Prose.module.css';

interface ProseProps {
  text: string | undefined;
}

/** The owner's running text as she typed it: line breaks kept, never HTML. */
export function Prose({ text }: ProseProps) {
  return text ? <p className={styles.prose}>{text}</p> : null;
}
