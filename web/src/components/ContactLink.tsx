import { Prose } from './Prose.tsx';

interface ContactLinkProps {
  kind: 'phone' | 'email';
  text: string | undefined;
}

/** What to dial or write to, when the text as a whole is one number or one address. */
function target(kind: ContactLinkProps['kind'], text: string): string | undefined {
  if (kind === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? `mailto:${text}` : undefined;
  const digits = text.replace(/[\s().-]/g, '');
  return /^\+?\d{7,15}$/.test(digits) ? `tel:${digits}` : undefined;
}

/** A phone number or e-mail address as a link; any other text the owner puts there stays text. */
export function ContactLink({ kind, text }: ContactLinkProps) {
  const href = text ? target(kind, text) : undefined;
  if (!href) return <Prose text={text} />;
  return (
    <p>
      <a href={href}>{text}</a>
    </p>
  );
}
