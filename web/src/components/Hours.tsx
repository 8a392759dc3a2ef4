import type { Schedule } from '../../../cms/src/contact/openingStatus.ts';
import type { PageTime } from '../content/content.ts';
import styles from './Hours.module.css';
import { Paragraphs } from './Paragraphs.tsx';

interface HoursProps extends PageTime {
  text: string | undefined;
  schedule: Schedule | undefined;
}

/** The opening hours as a list of days; plain text when one of its lines is not `days: times`. */
export function Hours({ text = '' }: HoursProps) {
  const lines = text.split(/\s*\n\s*/).map((line) => /^([^:]*\D):\s+(.+)$/.exec(line));
  const rows = lines.filter((line) => line !== null);
  if (rows.length === 0 || rows.length < lines.length) return <Paragraphs text={text} />;
  return (
    <dl className={styles.hours}>
      {rows.map(([line, days, times]) => (
        <div key={line}>
          <dt>{days}</dt>
          <dd>{times}</dd>
        </div>
      ))}
    </dl>
  );
}
