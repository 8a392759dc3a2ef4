import { describeDate, describeTime } from '../../../cms/src/shared/hours/describeHours.ts';
import { toLocalTime } from '../../../cms/src/shared/hours/zonedTime.ts';
import type { Notice, PageTime } from '../content/content.ts';
import styles from './NoticeBand.module.css';
import { TextLink } from './TextLink.tsx';

interface NoticeBandProps extends PageTime {
  notice: Notice | undefined;
}

const isNoticeShown = (notice: Notice | undefined, now: number): notice is Notice =>
  notice !== undefined && notice.from <= now && now < notice.until;

/** Returns when the notice ends, such as 'Tuesday, November 24, 4:30 pm'. */
function describeEnd({ until }: Notice, timeZone: string): string {
  const { date, time } = toLocalTime(until, timeZone);
  return `${describeDate(date, date)}, ${describeTime(time)}`;
}

/**
 * The notice at the top of every page, from its start until its end. It is a landmark, which screen readers list and can skip, and no alert: nothing has
 * happened that would justify an interruption.
 */
export function NoticeBand({ notice, now, timeZone }: NoticeBandProps) {
  if (!isNoticeShown(notice, now)) return null;
  const { text, address } = notice;
  return (
    <section className={styles.notice} aria-label="Notice">
      <p>
        {address.startsWith('/') && <TextLink to={address} text={text} />}
        {address.startsWith('https') && <a href={address}>{text}</a>}
        {!address && <span>{text}</span>}
        {/* Printed pages are read later. */}
        <span className={styles.end}>{` (until ${describeEnd(notice, timeZone)})`}</span>
      </p>
    </section>
  );
}
