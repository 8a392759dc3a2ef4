import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { describeState, type Moment, parseMoment } from '../schedule/schedule';
import { findChanges } from '../schedule/storedChanges';
import { uidOf } from '../shared/content/contentTypes';
import { findMenuType, type MenuType } from '../shared/content/menuTypes';
import { describeMoment } from '../shared/hours/describeMoment';
import { parseOpeningHours } from '../shared/hours/openingHours';
import { findNextOpening, findOpeningAfterToday } from '../shared/hours/openingStatus';
import type { Schedule } from '../shared/hours/serviceDays';
import { selectDays } from '../shared/hours/specialDays';
import { isDate, isLocalTime, parseLocalTime, toInstant, toLocalTime } from '../shared/hours/zonedTime';
import { switchItem } from './changeItems';
import type { ItemReturn, MenuItem } from './menuAnswers';

const HOURS = { uid: uidOf('contactpage'), documentId: 'contact-hours' } as const;

/** Reads when the restaurant is open, as the site knows it. */
async function readOpeningHours(strapi: Core.Strapi): Promise<Schedule> {
  const { uid, documentId } = HOURS;
  const entry = await strapi.documents(uid).findOne({ documentId, status: 'published', populate: '*' });
  const values: Record<string, unknown> = entry ?? {};
  // Cast: Strapi has no types for the fields of a content type here.
  const specialDays = (values.specialDays ?? []) as Parameters<typeof selectDays>[0];
  return {
    weekly: parseOpeningHours(String(values.description ?? '')),
    specialDays: selectDays(specialDays),
  };
}

/** Returns an instant, in milliseconds since 1970, by the clock of the restaurant: 'YYYY-MM-DDTHH:MM'. */
function toText(instant: number): string {
  const { date, time } = toLocalTime(instant, readTimeZone());
  return `${date}T${time}`;
}

/** Returns the first opening after today: 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
export const readNextOpening = async (strapi: Core.Strapi): Promise<string> =>
  toText(findOpeningAfterToday(await readOpeningHours(strapi), Date.now(), readTimeZone()));

/**
 * Reads until when an item is off the menu: `tomorrow`, the first opening after today; a date 'YYYY-MM-DD', the first opening from then
 * on; or the exact time, to which an undo returns.
 * @returns `undefined` until somebody puts it back
 * @throws ValidationError with a sentence for the owner
 */
export async function parseUntil(strapi: Core.Strapi, until: unknown): Promise<Moment | undefined> {
  if (until === undefined || until === null) return undefined;
  if (until === 'tomorrow') return parseMoment(await readNextOpening(strapi));
  const timeZone = readTimeZone();
  if (typeof until !== 'string' || !isDate(until)) {
    const hasPassed = isLocalTime(String(until)) && parseLocalTime(String(until), timeZone) <= Date.now();
    // Only an undo has an exact time, and it may come too late.
    return hasPassed ? undefined : parseMoment(until);
  }
  const midnight = toInstant(until, '00:00', timeZone);
  // Checked first: a year that is wrong could be the next opening's, too.
  if (toLocalTime(Date.now(), timeZone).date !== until) parseMoment(toText(midnight));
  const from = Math.max(midnight, Date.now());
  return parseMoment(toText(findNextOpening(await readOpeningHours(strapi), from, timeZone) ?? midnight));
}

/**
 * Returns what the owner calls an item that is off the menu and comes back.
 * @throws ValidationError with a sentence for the owner when it was never on the menu, so that no words of it could come back
 */
export function nameReturning(items: MenuItem[], id: string): string {
  const item = items.find((candidate) => candidate.id === id);
  if (!item || item.isNew)
    throw new errors.ValidationError('This was never on the menu: publish it when it should be there.');
  return (item.shown ?? item).name;
}

/** Reads when the items that are off the menu come back, by type and id. */
export async function readReturns(
  strapi: Core.Strapi,
): Promise<(type: MenuType, id: string) => ItemReturn | undefined> {
  const stored = await findChanges(strapi, { scope: 'item', state: 'waiting' });
  const changes = stored.filter((change) => describeState(change).state === 'waiting');
  const now = Date.now();
  const returns = new Map(
    changes.map(({ uid, itemId, localTime, dueAt, timeZone }) => [
      `${uid} ${itemId}`,
      { localTime, when: describeMoment(new Date(dueAt).getTime(), now, timeZone) },
    ]),
  );
  return (type, id) => returns.get(`${uidOf(type)} ${id}`);
}

/** Puts an item that is off the menu back, with the words that the site showed last. */
export async function showItem(
  strapi: Core.Strapi,
  { uid, itemId }: { uid: string; itemId: string },
  userId: number | null,
): Promise<void> {
  const type = findMenuType(uid);
  if (type) await switchItem(strapi, { type, id: itemId, userId }, true);
}
