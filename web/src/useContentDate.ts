import { useSyncExternalStore } from 'react';
import { formatDate, toLocalTime } from '../../cms/src/shared/hours/zonedTime.ts';
import { findConfirmedTime, onConfirmation } from './content/confirmedContent.ts';
import type { PageTime } from './content/content.ts';

/** Returns the date of the content, which may be older than the page: what is printed is kept and read later. */
export function useContentDate({ now, timeZone }: PageTime): string {
  const toDate = (time: number) => toLocalTime(time, timeZone).date;
  const date = useSyncExternalStore(
    onConfirmation,
    () => toDate(Math.min(now, findConfirmedTime() ?? now)),
    () => toDate(now),
  );
  return formatDate(date, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
}
