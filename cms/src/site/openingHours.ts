import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { uidOf } from '../shared/content/contentTypes';
import { parseOpeningHours } from '../shared/hours/openingHours';
import { findNextOpening } from '../shared/hours/openingStatus';
import type { Schedule } from '../shared/hours/serviceDays';
import { type SpecialDayEntry, selectDays } from '../shared/hours/specialDays';
import { parseLocalTime, toLocalTime } from '../shared/hours/zonedTime';

/** The entry with the opening hours. */
export const HOURS = { uid: uidOf('contactpage'), documentId: 'contact-hours' } as const;

/** The fields of the opening hours. */
export interface StoredHours {
  description: string | null;
  specialDays: SpecialDayEntry[];
}

/** Reads the opening hours as they are stored on one side. */
export async function readHours(strapi: Core.Strapi, status: 'draft' | 'published'): Promise<StoredHours> {
  const { uid, documentId } = HOURS;
  const entry = await strapi.documents(uid).findOne({ documentId, status, populate: '*' });
  // Cast: Strapi has no types for the fields of a content type here.
  return (entry as StoredHours | null) ?? { description: null, specialDays: [] };
}

/** Returns when the restaurant is open, as the site knows it. */
export const parseHours = ({ description, specialDays }: StoredHours): Schedule => ({
  weekly: parseOpeningHours(description ?? ''),
  specialDays: selectDays(specialDays),
});

/** Returns an instant, in milliseconds since 1970, by the clock of the restaurant: 'YYYY-MM-DDTHH:MM'. */
export function toLocalText(instant: number, timeZone = readTimeZone()): string {
  const { date, time } = toLocalTime(instant, timeZone);
  return `${date}T${time}`;
}

/** Reads when the restaurant opens from a time on, 'YYYY-MM-DDTHH:MM', or now if it has opened since; `undefined` when no opening is known. */
export async function readOpening(
  strapi: Core.Strapi,
  from: string,
  timeZone: string,
): Promise<{ dueAt: string; localTime: string } | undefined> {
  const earliest = parseLocalTime(from, timeZone);
  const hours = parseHours(await readHours(strapi, 'published'));
  const next = findNextOpening(hours, earliest, timeZone);
  if (next === undefined) return undefined;
  const opening = Math.max(next, Date.now());
  return { dueAt: new Date(opening).toISOString(), localTime: toLocalText(opening, timeZone) };
}
