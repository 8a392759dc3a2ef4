import { endsNextDay, type Hours, isAllDay } from './hours';
import { isInOrder } from './openingHours';
import { readService } from './readService';

export type Meal = 'morning' | 'lunch' | 'dinner';

/** A time as it is written. */
export interface WrittenTime {
  /** From 0 to 24. */
  hour: number;
  /** Two digits. */
  minute: string;
  half: 'am' | 'pm' | undefined;
  word: 'noon' | 'midnight' | undefined;
  /** Whether the hour begins with 0, as on the 24-hour clock. */
  isPadded: boolean;
}

/** A service as it is written. */
export interface WrittenService {
  opens: WrittenTime;
  /** `undefined` for "until close" and the like. */
  closes: WrittenTime | undefined;
  meal: Meal | undefined;
}

/** The answers to "until when?"; they are offered only where all of them are later than the opening. */
const USUAL_CLOSINGS: WrittenTime[] = [9, 10, 11].map((hour) => ({
  hour,
  minute: '00',
  half: 'pm',
  word: undefined,
  isPadded: false,
}));
/** Nobody who writes "5-10", without am and pm, opens before or after these times. */
const [EARLIEST_OPENING, LATEST_OPENING] = ['06:00', '20:59'];
/** A closing without am and pm can be after midnight in a bar that is open for lunch, until this time. */
const [EARLIEST_BAR_OPENING, LATEST_BAR_CLOSING] = ['11:00', '02:30'];
/** Who opens later than this, and writes so with pm, can close at any time after midnight. */
const EVENING = '17:00';

/** Which hours a meal can have. */
const MEALS: Record<Meal, (hours: Hours) => boolean> = {
  morning: ({ opens, closes }) => opens < '13:00' && opens < closes && closes <= '17:00',
  lunch: ({ opens, closes }) => opens >= '10:00' && opens < closes && closes <= '17:00',
  dinner: ({ opens }) => opens >= '15:00',
};

const isBare = ({ half, word }: WrittenTime) => half === undefined && word === undefined;
const is24Hour = (time: WrittenTime) => isBare(time) && (time.hour === 0 || time.hour > 12);

const write = ({ hour, minute, half, word }: WrittenTime) =>
  word ? `12${word}` : `${hour}:${minute}${half ?? ''}`;
const write24Hour = ({ hour, minute }: Pick<WrittenTime, 'hour' | 'minute'>) =>
  `${String(hour).padStart(2, '0')}:${minute}`;

/** Writes a time of the 24-hour clock as one of the 12-hour clock. */
function toTwelveHour(time: WrittenTime): WrittenTime {
  if (!is24Hour(time)) return time;
  const hour = time.hour % 24;
  if (hour === 0 && time.minute === '00') return { ...time, word: 'midnight' };
  return { ...time, hour: hour % 12 || 12, half: hour < 12 ? 'am' : 'pm' };
}

/** Writes a service in each way in which its closing time can be meant. */
function listTexts(opens: WrittenTime, closes: WrittenTime): string[] {
  if (isBare(opens) && isBare(closes) && (is24Hour(opens) || is24Hour(closes)))
    return [`${write24Hour(opens)}-${write24Hour(closes)}`];
  const [from, to] = [toTwelveHour(opens), toTwelveHour(closes)];
  const closings = isBare(to) ? (['pm', 'am'] as const).map((half) => ({ ...to, half })) : [to];
  return closings.map((closing) => `${write(from)}-${write(closing)}`);
}

/** Returns a time with am, pm or a word as 'HH:MM'. */
function toClock({ hour, minute, half, word }: WrittenTime): string {
  if (word) return word === 'noon' ? '12:00' : '00:00';
  return write24Hour({ hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute });
}

/** Whether hours are those that are written, and where they lack am or pm, usual ones. */
function agrees(hours: Hours, opens: WrittenTime, closes: WrittenTime): boolean {
  const [from, to] = [toTwelveHour(opens), toTwelveHour(closes)];
  const isWritten = (time: WrittenTime, clock: string) => isBare(time) || toClock(time) === clock;
  if (!isWritten(from, hours.opens) || !isWritten(to, isAllDay(hours) ? '00:00' : hours.closes)) return false;
  const isUsualBar = hours.opens >= EARLIEST_BAR_OPENING && hours.closes <= LATEST_BAR_CLOSING;
  const isUsual = !endsNextDay(hours) || isUsualBar;
  if (!isBare(from)) return isUsual || hours.opens >= EVENING;
  return from.isPadded || (isUsual && hours.opens >= EARLIEST_OPENING && hours.opens <= LATEST_OPENING);
}

/** Lists the hours that a service can mean. */
function listServiceHours(service: WrittenService, fits: (hours: Hours) => boolean): Hours[] {
  const { opens, closes, meal } = service;
  if (!closes) {
    const answers = USUAL_CLOSINGS.map((closing) => listServiceHours({ ...service, closes: closing }, fits));
    return answers.every(({ length }) => length === 1) ? answers.flat() : [];
  }
  const found = listTexts(opens, closes).flatMap((text) => {
    const { hours, ways } = readService(text, fits) ?? {};
    return hours ? [hours] : (ways ?? []);
  });
  return found.filter(
    (hours, index) =>
      // If am or pm was not added, all that `readService` finds is possible.
      (!(isBare(closes) || is24Hour(opens)) || agrees(hours, opens, closes)) &&
      (!meal || MEALS[meal](hours)) &&
      found.findIndex((other) => other.opens === hours.opens && other.closes === hours.closes) === index,
  );
}

/** Lists the hours that the services of a day can mean together. */
export function listPossibleHours(services: WrittenService[], before: Hours[] = []): Hours[][] {
  const [service, ...rest] = services;
  if (!service) return [before];
  const fits = (hours: Hours) => isInOrder(before.at(-1), hours, rest.length === 0);
  return listServiceHours(service, fits).flatMap((hours) => listPossibleHours(rest, [...before, hours]));
}
