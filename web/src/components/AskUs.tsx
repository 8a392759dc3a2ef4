import { getContactHref } from './contactHref.ts';

interface AskUsProps {
  /** `''` without one. */
  phone: string;
}

/** A request to ask, with the phone number if there is one. */
export function AskUs({ phone }: AskUsProps) {
  if (!phone) return <p>Please ask us.</p>;
  const href = getContactHref('phone', phone);
  return (
    <p>
      <span>Ask us: </span>
      {href ? <a href={href}>{phone}</a> : <span>{phone}</span>}
    </p>
  );
}
