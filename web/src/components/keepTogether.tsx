import type { ReactNode } from 'react';
import styles from './Paragraphs.module.css';

/** A name with a number, such as I-270, or a time, such as 4:30 pm. */
const UNBREAKABLE = /(\b\p{L}{1,3}-\d\w*|\b\d{1,2}(?::\d\d)? [ap]\.?m\b\.?)/u;

/**
 * Returns a text with elements around the parts that a line break would tear apart: those that match the only group of the pattern.
 * The letters stay, so that search and copies find them. The element with the text needs the text as its key: React could not
 * change loose text of a page that the browser has translated.
 */
export function keepTogether(text: string, pattern = UNBREAKABLE, className = styles.unbreakable): ReactNode {
  const parts = text.split(pattern);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change, because the text is the key of their parent
      <span key={index} className={className}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
