import { describeDate, describeTime } from './describeHours';
import { addDays, formatDate, isLocalTime, parseLocalTime, toLocalTime } from './zonedTime';

const MINUTE = 60_000;
/** "Thursday at 5" is the next one or a slip, not one in years. */
const MAX_DAYS = 366;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const count = (number: number, unit: string): string =>
  `${NUMBERS[number] ?? number} ${unit}${number === 1 ? '' : 's'}`;

/** Returns how far a moment is away, such as 'in two days', 'tomorrow', 'today, in three hours' or 'two days ago'. */
function describeDistance(moment: number, now: number, timeZone: string): string {
  const [date, today] = [moment, now].map((instant) => toLocalTime(instant, timeZone).date);
  const days = Math.round((Date.parse(date ?? '') - Date.parse(today ?? '')) / (24 * 60 * MINUTE));
  if (days < 0) return days === -1 ? 'yesterday' : `${count(-days, 'day')} ago`;
  if (days > 0) return days === 1 ? 'tomorrow' : `in ${count(days, 'day')}`;
  if (moment <= now) return 'today';
  const minutes = Math.ceil((moment - now) / MINUTE);
  return `today, in ${minutes < 60 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour')}`;
}

/**
 * Returns a moment as an owner would say it, such as 'Thursday, November 26 at 5:00 pm, in two days'.
 * @param moment in milliseconds since 1970, as `now` is
 * @param timeZone of the restaurant
 */
export function describeMoment(moment: number, now: number, timeZone: string): string {
  const { date, time } = toLocalTime(moment, timeZone);
  const day = describeDate(date, toLocalTime(now, timeZone).date);
  return `${day} at ${describeTime(time)}, ${describeDistance(moment, now, timeZone)}`;
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
