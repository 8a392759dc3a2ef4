import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { uidOf } from '../shared/content/contentTypes';
import { parseOpeningHours } from '../shared/hours/openingHours';
import { findNextOpening } from '../shared/hours/openingStatus';
import type { Schedule } from '../shared/hours/serviceDays';
import { type SpecialDayEntry, selectDays } from '../shared/hours/specialDays';
import { parseLocalTime, toLocalTime } from '../shared/hours/zonedTime';
import { readEntry } from './entry';
import type { Content } from './entryContent';

/** The entry with the opening hours. */
export const HOURS = { uid: uidOf('contactpage'), documentId: 'contact-hours' } as const;

/** Returns when the restaurant is open by a content of the opening hours. */
export const parseHours = (content: Content = {}): Schedule => ({
  weekly: parseOpeningHours(String(content.description ?? '')),
  // Cast: a content has the fields of its type.
  specialDays: selectDays((content.specialDays ?? []) as SpecialDayEntry[]),
});

/** Reads when the restaurant is open, as the site knows it. */
export const readSchedule = async (strapi: Core.Strapi): Promise<Schedule> =>
  parseHours((await readEntry(strapi, HOURS)).published);

/** Returns an instant, in milliseconds since 1970, by the clock of the restaurant: 'YYYY-MM-DDTHH:MM'. */
export function toLocalText(instant: number): string {
  const { date, time } = toLocalTime(instant, readTimeZone());
  return `${date}T${time}`;
}

/** Reads when the restaurant opens from a time on, 'YYYY-MM-DDTHH:MM', or now if it has opened since; `undefined` when no opening is known. */
export async function readOpening(
  strapi: Core.Strapi,
  from: string,
): Promise<{ dueAt: string; localTime: string } | undefined> {
  const timeZone = readTimeZone();
  const next = findNextOpening(await readSchedule(strapi), parseLocalTime(from, timeZone), timeZone);
  if (next === undefined) return undefined;
  const opening = Math.max(next, Date.now());
  return { dueAt: new Date(opening).toISOString(), localTime: toLocalText(opening) };
}
