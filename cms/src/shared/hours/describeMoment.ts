import { describeDate, describeTime } from './describeHours';
import { addDays, formatDate, isLocalTime, parseLocalTime, toLocalTime } from './zonedTime';

const MINUTE = 60_000;
/** "Thursday at 5" is the next one or a slip, not one in years. */
const MAX_DAYS = 366;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const count = (number: number, unit: string): string =>
  `${NUMBERS[number] ?? number} ${unit}${number === 1 ? '' : 's'}`;

const NEAR_DAYS: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };

/**
 * Returns a moment as an owner would say it, such as 'today at 5:00 pm, in three hours', 'tomorrow, Wednesday, at 5:00 pm' or
 * 'Thursday, November 26 at 5:00 pm, in two days'. After midnight, only the day of the week says which day “tomorrow” is.
 * @param moment in milliseconds since 1970, as `now` is
 * @param timeZone of the restaurant
 */
export function describeMoment(moment: number, now: number, timeZone: string): string {
  const { date, time } = toLocalTime(moment, timeZone);
  const today = toLocalTime(now, timeZone).date;
  const days = Math.round((Date.parse(date) - Date.parse(today)) / (24 * 60 * MINUTE));
  const at = `at ${describeTime(time)}`;
  const near = NEAR_DAYS[days];
  if (!near) {
    const distance = count(Math.abs(days), 'day');
    return `${describeDate(date, today)} ${at}, ${days < 0 ? `${distance} ago` : `in ${distance}`}`;
  }
  if (days !== 0) return `${near}, ${formatDate(date, { weekday: 'long' })}, ${at}`;
  const minutes = Math.ceil((moment - now) / MINUTE);
  if (minutes <= 0) return `${near} ${at}`;
  return `${near} ${at}, in ${minutes < 60 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour')}`;
}

/** A moment that an owner has chosen, in milliseconds since 1970, or a sentence for her about what is wrong with it. */
export type ChosenMoment = { moment: number; problem?: undefined } | { moment?: undefined; problem: string };

/**
 * Reads the day and time that an owner has chosen by the clock of the restaurant. Of a time that occurs twice, in the night in which
 * the clocks go back, it is the first.
 * @param text 'YYYY-MM-DDTHH:MM', as the browser's field for it has it
 */
export function chooseMoment(text: string, now: number, timeZone: string): ChosenMoment {
  if (!isLocalTime(text)) return { problem: 'Choose a day and a time.' };
  const moment = parseLocalTime(text, timeZone);
  const [date = '', time = ''] = text.split('T');
  const shown = toLocalTime(moment, timeZone);
  if (shown.date !== date || shown.time !== time)
    return {
      problem: `On ${formatDate(date, { weekday: 'long', month: 'long' })} the clocks go forward, and there is no ${describeTime(time)}. Choose another time.`,
    };
  const today = toLocalTime(now, timeZone).date;
  if (moment <= now) return { problem: 'This has passed. Choose a later time.' };
  if (date > addDays(today, MAX_DAYS))
    return { problem: 'This is more than a year away. Choose an earlier day.' };
  return { moment };
}

/** A day and time, as 'YYYY-MM-DDTHH:MM', and how the owner says it. */
export interface SuggestedMoment {
  localTime: string;
  label: string;
}

/** Returns a full hour that is at least a quarter of an hour away, and the other times that an owner is most likely to choose, by the clock of the restaurant. */
export function suggestMoments(now: number, timeZone: string): SuggestedMoment[] {
  const today = toLocalTime(now, timeZone).date;
  const next = toLocalTime(now + 75 * MINUTE, timeZone);
  const nextHour = `${next.date}T${next.time.slice(0, 2)}:00`;
  const others = [`${today}T17:00`, `${addDays(today, 1)}T09:00`, `${addDays(today, 1)}T17:00`];
  return [nextHour, ...others.filter((localTime) => localTime > nextHour)].map((localTime) => {
    const [date = '', time = ''] = localTime.split('T');
    return { localTime, label: `${date === today ? 'Today' : 'Tomorrow'} at ${describeTime(time)}` };
  });
}
