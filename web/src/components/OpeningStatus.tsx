import { describeDate } from '../../../cms/src/shared/hours/describeHours.ts';
import { describeOpeningStatus } from '../../../cms/src/shared/hours/openingStatus.ts';
import type { Schedule } from '../../../cms/src/shared/hours/serviceDays.ts';
import { toLocalTime } from '../../../cms/src/shared/hours/zonedTime.ts';
import type { PageTime } from '../content/content.ts';
import styles from './OpeningStatus.module.css';
import { useHydrated } from './useHydrated.ts';

interface OpeningStatusProps extends PageTime {
  schedule: Schedule | undefined;
  className?: string | undefined;
}

/** The line about now, such as "Open until 9:30 pm"; nothing where the hours aren't understood. */
export function OpeningStatus({ schedule, now, timeZone, className = '' }: OpeningStatusProps) {
  const isHydrated = useHydrated();
  const status = schedule && describeOpeningStatus(schedule, now, timeZone);
  if (!status) return null;
  const { date } = toLocalTime(now, timeZone);
  return (
    // A new element for each status: a centered text that changes would count as a layout shift.
    <p key={status} className={`${styles.status} ${className}`}>
      {status}
      {/* Until the application corrects the line, an old copy or a page that was left open needs its date. */}
      {!isHydrated && <span className={styles.date}>{` (${describeDate(date, date)})`}</span>}
    </p>
  );
}
