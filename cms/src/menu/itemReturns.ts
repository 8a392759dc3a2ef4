import type { Core } from '@strapi/strapi';
import { readTimeZone } from '../environment/settings';
import { uidOf } from '../shared/content/contentTypes';
import type { MenuType } from '../shared/content/menuTypes';
import { describeMoment } from '../shared/hours/describeMoment';
import { findOpeningAfterToday } from '../shared/hours/openingStatus';
import { isDate, isLocalTime, parseLocalTime, toLocalTime } from '../shared/hours/zonedTime';
import { describeState } from '../site/listPlanned';
import { readOpening, readSchedule, toLocalText } from '../site/openingHours';
import { type Moment, parseMoment } from '../site/planChange';
import { findPlans } from '../site/storedPlans';
import type { ItemMoment } from './menuAnswers';

/** Returns the first opening after today: 'YYYY-MM-DDTHH:MM' by the clock of the restaurant. */
export const readNextOpening = async (strapi: Core.Strapi): Promise<string> =>
  toLocalText(findOpeningAfterToday(await readSchedule(strapi), Date.now(), readTimeZone()));

/**
 * Parses until when an item is off the menu: `tomorrow`, the first opening after today; a date 'YYYY-MM-DD', the first opening from then
 * on; or the exact time, to which an undo returns. What comes back at an opening waits for it also when the hours change.
 * @returns `undefined` until somebody puts it back
 */
export async function parseReturn(strapi: Core.Strapi, until: unknown): Promise<Moment | undefined> {
  if (until === undefined || until === null) return undefined;
  const timeZone = readTimeZone();
  const today = toLocalTime(Date.now(), timeZone).date;
  const text = until === 'tomorrow' ? await readNextOpening(strapi) : String(until);
  const date = text.slice(0, 10);
  // An opening in this minute has begun.
  const from = date === today ? toLocalText(Date.now() + 60_000) : `${date}T00:00`;
  if (isDate(text)) {
    // Checked first: a year that is wrong could be the next opening's, too.
    if (date !== today) parseMoment(toLocalText(parseLocalTime(from, timeZone)));
    const opening = await readOpening(strapi, from);
    return { ...parseMoment(opening?.localTime ?? `${date}T00:00`), opensFrom: from };
  }
  // Only an undo has an exact time, and it may come too late.
  if (isLocalTime(text) && parseLocalTime(text, timeZone) <= Date.now()) return undefined;
  const moment = parseMoment(text);
  const isOpening = (await readOpening(strapi, from))?.localTime === text;
  return { ...moment, opensFrom: isOpening ? from : null };
}

/** Reads when the items that are off the menu come back, and those on it leave, by type and id. */
export async function readItemMoments(
  strapi: Core.Strapi,
): Promise<(type: MenuType, id: string, isShown: boolean) => ItemMoment | undefined> {
  const plans = await findPlans(strapi, { scope: { $in: ['item', 'end'] }, state: 'waiting' });
  const waiting = plans.filter((plan) => describeState(plan).state === 'waiting');
  const now = Date.now();
  return (type, id, isShown) => {
    const plan = waiting.find(
      ({ scope, uid, itemId }) =>
        scope === (isShown ? 'end' : 'item') && uid === uidOf(type) && itemId === id,
    );
    if (!plan) return undefined;
    const { localTime, dueAt, timeZone } = plan;
    return { localTime, when: describeMoment(new Date(dueAt).getTime(), now, timeZone) };
  };
}
