import { describeDate, describeHours } from '../../../cms/src/shared/hours/describeHours.ts';
import { splitHoursTable } from '../../../cms/src/shared/hours/hoursTable.ts';
import { listUpcomingDays } from '../../../cms/src/shared/hours/openingStatus.ts';
import type { Schedule } from '../../../cms/src/shared/hours/serviceDays.ts';
import type { SpecialDay } from '../../../cms/src/shared/hours/specialDays.ts';
import { toLocalTime } from '../../../cms/src/shared/hours/zonedTime.ts';
import type { PageTime } from '../content/content.ts';
import styles from './Hours.module.css';
import { Paragraphs } from './Paragraphs.tsx';

/** The weekly hours as a list of days; plain text when one of its lines is not `days: times`. */
function WeeklyHours({ text }: { text: string }) {
  const rows = splitHoursTable(text);
  if (!rows) return <Paragraphs text={text} />;
  return (
    <dl className={styles.hours}>
      {rows.map(({ days, times }) => (
        <div key={`${days}: ${times}`}>
          <dt>{days}</dt>
          <dd>{times}</dd>
        </div>
      ))}
    </dl>
  );
}

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
  text: string | undefined;
  schedule: Schedule | undefined;
}

/** The weekly hours and, from three weeks before until they are over, the special days. */
export function Hours({ text = '', schedule, now, timeZone }: HoursProps) {
  const specialDays = schedule ? listUpcomingDays(schedule, now, timeZone) : [];
  const today = toLocalTime(now, timeZone).date;
  return (
    <>
      <WeeklyHours text={text} />
      {specialDays.length > 0 && (
        <figure>
          <figcaption className={styles.caption}>Special hours</figcaption>
          <dl className={`${styles.hours} ${styles.specialDays}`}>
            {specialDays.map((day) => (
              <div key={day.from}>
                <dt>
                  <Dates day={day} today={today} />
                </dt>
                <dd>{day.hours ? describeHours(day.hours) : day.hoursText}</dd>
                {day.reason && <dd>{day.reason}</dd>}
              </div>
            ))}
          </dl>
        </figure>
      )}
    </>
  );
}
