import { describeDate } from '../../../cms/src/shared/hours/describeHours.ts';
import { toLocalTime } from '../../../cms/src/shared/hours/zonedTime.ts';
import type { PageTime } from '../content/content.ts';
import { Phrase } from './Phrase.tsx';
import styles from './TodaySign.module.css';

interface TodaySignProps extends PageTime {
  /** The parts of the sentence that says that today is closed, the loudest first; empty on another day. */
  closed: string[];
  /** A line about each special day of the next week. */
  announcements: string[];
}

/** The sign above a page: that the restaurant is closed today, and which days of the next week are special; nothing on a usual day. */
export function TodaySign({ closed, announcements, now, timeZone }: TodaySignProps) {
  const { date } = toLocalTime(now, timeZone);
  if (closed.length + announcements.length === 0) return null;
  return (
    <section className={styles.today} aria-label="Today">
      {closed.length > 0 && (
        <div className={styles.sign}>
          {/* For a copy that is older than the day. */}
          <p className={styles.date}>{describeDate(date, date)}</p>
          <p className={styles.sentence}>
            <strong>{closed[0]}</strong>
            <span>
              {closed.slice(1).map((part) => (
                <span key={part}>
                  <Phrase text={` ${part}`} />
                </span>
              ))}
            </span>
          </p>
        </div>
      )}
      {announcements.map((line) => (
        <p key={line} className={styles.announcement}>
          <Phrase text={line} />
        </p>
      ))}
    </section>
  );
}
