import { keepTogether } from './keepTogether.tsx';

interface HeadingProps {
  level: 1 | 2 | 3;
  text: string | undefined;
  id?: string;
}

/** A heading; nothing when its text is empty. */
export function Heading({ level, text, id }: HeadingProps) {
  const Tag = `h${level}` as const;
  return text ? (
    <Tag key={text} id={id}>
      {keepTogether(text)}
    </Tag>
  ) : null;
}
