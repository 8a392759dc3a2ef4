import { describeDate, describeHours } from '../../../cms/src/shared/hours/describeHours.ts';
import type { HoursTable } from '../../../cms/src/shared/hours/hoursTable.ts';
import { listUpcomingDays } from '../../../cms/src/shared/hours/openingStatus.ts';
import type { Schedule } from '../../../cms/src/shared/hours/serviceDays.ts';
import type { SpecialDay } from '../../../cms/src/shared/hours/specialDays.ts';
import { toLocalTime } from '../../../cms/src/shared/hours/zonedTime.ts';
import type { PageTime } from '../content/content.ts';
import styles from './Hours.module.css';
import { Phrase } from './Phrase.tsx';

/** The weekly hours as a list of days, and as text what has no days and times. */
const WeeklyHours = ({ table }: { table: HoursTable }) =>
  table.map((part) =>
    typeof part === 'string' ? (
      <p key={part} className={styles.lines}>
        {part}
      </p>
    ) : (
      <dl key={part[0]?.days} className={styles.hours}>
        {part.map(({ days, times }) => (
          <div key={`${days}: ${times}`}>
            <dt>{days}</dt>
            <dd>
              <Phrase text={times} />
            </dd>
          </div>
        ))}
      </dl>
    ),
  );

/** The first and the last date of a special day, or its only one. */
function Dates({ day: { from, until }, today }: { day: SpecialDay; today: string }) {
  const toElement = (date: string) => <time dateTime={date}>{describeDate(date, today)}</time>;
  return from === until ? (
    toElement(from)
  ) : (
    <>
      {toElement(from)}
      <span> – </span>
      {toElement(until)}
    </>
  );
}

interface HoursProps extends PageTime {
  table: HoursTable | undefined;
  schedule: Schedule | undefined;
}

/** The weekly hours and, from three weeks before until they are over, the special days. */
export function Hours({ table = [], schedule, now, timeZone }: HoursProps) {
  const specialDays = schedule ? listUpcomingDays(schedule, now, timeZone) : [];
  const today = toLocalTime(now, timeZone).date;
  return (
    <>
      <WeeklyHours table={table} />
      {specialDays.length > 0 && (
        <figure>
          <figcaption className={styles.caption}>Special hours</figcaption>
          <dl className={`${styles.hours} ${styles.specialDays}`}>
            {specialDays.map((day) => (
              <div key={day.from}>
                <dt>
                  <Dates day={day} today={today} />
                </dt>
                <dd>
                  <Phrase text={day.hours ? describeHours(day.hours) : (day.hoursText ?? '')} />
                </dd>
                {day.reason && <dd>{day.reason}</dd>}
              </div>
            ))}
          </dl>
        </figure>
      )}
    </>
  );
}
