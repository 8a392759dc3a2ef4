import { getContactHref } from './contactHref.ts';

interface AskUsProps {
  className: string | undefined;
  /** `''` without one. */
  phone: string;
}

/** A request to ask, with the phone number if there is one. */
export function AskUs({ className, phone }: AskUsProps) {
  if (!phone) return <p className={className}>Please ask us.</p>;
  const href = getContactHref('phone', phone);
  return (
    <p className={className}>
      <span>Ask us: </span>
      {href ? <a href={href}>{phone}</a> : <span>{phone}</span>}
    </p>
  );
}
