import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { readTimeZone } from '../environment/settings';
import { uidOf } from '../shared/content/contentTypes';
import type { MenuType } from '../shared/content/menuTypes';
import { describeMoment } from '../shared/hours/describeMoment';
import { findOpeningAfterToday } from '../shared/hours/openingStatus';
import { isDate, isLocalTime, parseLocalTime, toInstant, toLocalTime } from '../shared/hours/zonedTime';
import { toKeyOf } from '../site/entry';
import { parseHours, readHours, readOpening, toLocalText } from '../site/openingHours';
import { describeState, type Moment, parseMoment } from '../site/planChange';
import { findPlans } from '../site/storedPlans';
import { findNewItems, readItem } from './items';
import type { ItemReturn } from './menuAnswers';

/** Returns the first opening after today: 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
export const readNextOpening = async (strapi: Core.Strapi): Promise<string> => {
  const hours = parseHours(await readHours(strapi, 'published'));
  return toLocalText(findOpeningAfterToday(hours, Date.now(), readTimeZone()));
};

/** Returns the minute after this one: an opening in this minute has begun. */
const nextMinute = (): string => toLocalText(Date.now() + 60_000);

/**
 * Reads until when an item is off the menu: `tomorrow`, the first opening after today; a date 'YYYY-MM-DD', the first opening from then
 * on; or the exact time, to which an undo returns. What comes back at an opening waits for it also when the hours change.
 * @returns `undefined` until somebody puts it back
 * @throws ValidationError with a sentence for the owner
 */
export async function parseUntil(strapi: Core.Strapi, until: unknown): Promise<Moment | undefined> {
  if (until === undefined || until === null) return undefined;
  const timeZone = readTimeZone();
  const today = toLocalTime(Date.now(), timeZone).date;
  if (typeof until === 'string' && isDate(until)) {
    // Checked first: a year that is wrong could be the next opening's, too.
    if (until !== today) parseMoment(toLocalText(toInstant(until, '00:00', timeZone)));
    const from = until === today ? nextMinute() : `${until}T00:00`;
    const opening = await readOpening(strapi, from, timeZone);
    return { ...parseMoment(opening?.localTime ?? `${until}T00:00`), opensFrom: from };
  }
  const time = until === 'tomorrow' ? await readNextOpening(strapi) : String(until);
  // Only an undo has an exact time, and it may come too late.
  if (isLocalTime(time) && parseLocalTime(time, timeZone) <= Date.now()) return undefined;
  const moment = parseMoment(time);
  const from = time.slice(0, 10) === today ? nextMinute() : `${time.slice(0, 10)}T00:00`;
  const isOpening = (await readOpening(strapi, from, timeZone))?.localTime === time;
  return { ...moment, opensFrom: isOpening ? from : null };
}

/**
 * Reads what the owner calls an item that is off the menu and comes back.
 * @throws ValidationError with a sentence for the owner when it was never on the menu, so that no words of it could come back
 */
export async function nameReturning(strapi: Core.Strapi, type: MenuType, id: string): Promise<string> {
  const item = await readItem(strapi, type, id);
  if ((await findNewItems(strapi, type, [item])).has(id))
    throw new errors.ValidationError('This was never on the menu: publish it when it should be there.');
  return item.draft.name;
}

/** Reads when the items that are off the menu come back, by type and id. */
export async function readReturns(
  strapi: Core.Strapi,
): Promise<(type: MenuType, id: string) => ItemReturn | undefined> {
  const stored = await findPlans(strapi, { scope: 'item', state: 'waiting' });
  const changes = stored.filter((change) => describeState(change).state === 'waiting');
  const now = Date.now();
  const returns = new Map(
    changes.map(({ uid, itemId, localTime, dueAt, timeZone }) => [
      toKeyOf({ uid: String(uid), documentId: itemId }),
      { localTime, when: describeMoment(new Date(dueAt).getTime(), now, timeZone) },
    ]),
  );
  return (type, id) => returns.get(toKeyOf({ uid: uidOf(type), documentId: id }));
}
