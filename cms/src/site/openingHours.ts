import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { uidOf } from '../shared/content/contentTypes';
import { parseOpeningHours } from '../shared/hours/openingHours';
import { findNextOpening } from '../shared/hours/openingStatus';
import { findEnd, findHours, type Schedule, UNTIL_MIDNIGHT } from '../shared/hours/serviceDays';
import { type SpecialDayEntry, selectDays } from '../shared/hours/specialDays';
import { isDate, parseLocalTime, toLocalTime } from '../shared/hours/zonedTime';
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

/** Returns an instant as planned changes have it, or now if it has passed. */
export function toMomentFromNow(instant: number): { dueAt: string; localTime: string } {
  const time = Math.max(instant, Date.now());
  return { dueAt: new Date(time).toISOString(), localTime: toLocalText(time) };
}

/** Reads when the restaurant opens from a time on, 'YYYY-MM-DDTHH:MM', or now if it has opened since; `undefined` when no opening is known. */
export async function readOpening(
  strapi: Core.Strapi,
  from: string,
): Promise<{ dueAt: string; localTime: string } | undefined> {
  const timeZone = readTimeZone();
  const next = findNextOpening(await readSchedule(strapi), parseLocalTime(from, timeZone), timeZone);
  return next === undefined ? undefined : toMomentFromNow(next);
}

/**
 * Reads when something ends that lasts until a time, 'YYYY-MM-DDTHH:MM', or a date, 'YYYY-MM-DD': when the restaurant closes on that
 * day, or in the last minute of a day without a service.
 */
export async function readEnd(
  strapi: Core.Strapi,
  until: string,
): Promise<{ dueAt: string; localTime: string }> {
  const timeZone = readTimeZone();
  const toMoment = (localTime: string) => ({
    dueAt: new Date(parseLocalTime(localTime, timeZone)).toISOString(),
    localTime,
  });
  if (!isDate(until)) return toMoment(until);
  const services = findHours(await readSchedule(strapi), until) ?? [];
  const closing = Math.max(0, ...services.map((service) => findEnd(until, service, timeZone)));
  // Midnight would be said to be the next day.
  const isMidnight = closing === findEnd(until, UNTIL_MIDNIGHT, timeZone);
  return toMoment(closing === 0 || isMidnight ? `${until}T23:59` : toLocalText(closing));
}
