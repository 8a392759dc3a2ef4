import { describeDate } from '../../../cms/src/shared/hours/describeHours.ts';
import type { OpeningStatus as Status } from '../../../cms/src/shared/hours/openingStatus.ts';
import { toLocalTime } from '../../../cms/src/shared/hours/zonedTime.ts';
import type { PageTime } from '../content/content.ts';
import styles from './OpeningStatus.module.css';
import { Phrase } from './Phrase.tsx';
import { useHydrated } from './useHydrated.ts';

interface OpeningStatusProps extends PageTime {
  status: Status;
  /** Whether there is no space in the header for when it opens. */
  isShort: boolean;
}

/** The line about now, such as "Open until 9:30 pm", beside a lantern that is lit, half lit or dark. */
export function OpeningStatus({ status, isShort, now, timeZone }: OpeningStatusProps) {
  const isHydrated = useHydrated();
  const { date } = toLocalTime(now, timeZone);
  return (
    <p className={`${styles.status} ${isShort ? styles.short : ''}`}>
      <svg className={`${styles.lantern} ${styles[status.kind]}`} viewBox="0 0 28 24" aria-hidden="true">
        <path className={styles.light} d="M10 8h8l2 5-2 6h-8l-2-6z" />
        <path d="M11 5.5V3l3-2 3 2v2.5M8.5 7h11M10 8 8 13l2 6M18 8l2 5-2 6M8 20.5h12" />
        {status.kind === 'open' && <path d="M5 8 2 6M4.5 13H1M5 18l-3 2M23 8l3-2M23.5 13H27M23 18l3 2" />}
      </svg>
      <span>
        <Phrase text={status.state} />
      </span>
      {status.opening && (
        <span className={styles.opening}>
          <Phrase text={`, ${status.opening}`} />
        </span>
      )}
      {/* Until the application corrects the line, an old copy or a page that was left open needs its date. */}
      {!isHydrated && <span className={styles.date}>{` (${describeDate(date, date)})`}</span>}
    </p>
  );
}
