import { type ContactKind, getContactHref } from './contactHref.ts';
import styles from './Paragraphs.module.css';
import { Paragraphs } from './Paragraphs.tsx';

interface ContactLinkProps {
  kind: ContactKind;
  text: string | undefined;
}

/** A phone number, an e-mail address or a street address as a link; text that can't be parsed as one is shown as text. */
export function ContactLink({ kind, text }: ContactLinkProps) {
  const href = getContactHref(kind, text);
  if (!href) return <Paragraphs text={text} />;
  return (
    <p className={styles.paragraphs}>
      <a href={href}>{text}</a>
    </p>
  );
}
