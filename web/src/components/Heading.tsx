import { keepTogether } from './keepTogether.tsx';

interface HeadingProps {
  level: 1 | 2 | 3;
  text: string | undefined;
}

/** A heading; nothing when its text is empty. */
export function Heading({ level, text }: HeadingProps) {
  const Tag = `h${level}` as const;
  return text ? <Tag key={text}>{keepTogether(text)}</Tag> : null;
}
