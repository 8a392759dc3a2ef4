import { type ContactKind, contactHref } from './contactHref.ts';
import styles from './Paragraphs.module.css';
import { Paragraphs } from './Paragraphs.tsx';

interface ContactLinkProps {
  kind: ContactKind;
  text: string | undefined;
}

/** A phone number, an e-mail address or a street address as a link; any other text the owner puts there stays text. */
export function ContactLink({ kind, text }: ContactLinkProps) {
  const href = contactHref(kind, text);
  if (!href) return <Paragraphs text={text} />;
  return (
    <p className={styles.prose}>
      <a href={href}>{text}</a>
    </p>
  );
}
