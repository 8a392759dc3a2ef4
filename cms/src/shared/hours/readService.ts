import { ALL_DAY, endsNextDay, type Hours, LATEST_CLOSING } from './hours';

/**
 * What the text of one service means: `hours`, or the `ways` in which it can be meant, the one that it literally says first,
 * when it has more than one meaning or is most likely a slip.
 */
type ServiceReading = { hours: Hours; ways?: undefined } | { hours?: undefined; ways: Hours[] };

/** A time of the 12-hour clock. */
interface ClockTime {
  /** 'HH:MM' with each half of the day. */
  am: string;
  pm: string;
  /** `undefined` when the text does not say it. */
  half: 'am' | 'pm' | undefined;
  /** Whether it is "noon" or "midnight", which nobody confuses, unlike 12 pm and 12 am. */
  isWord: boolean;
}

const TWELVE_HOUR_TIME =
  /^(?:12(?<word>noon|midnight)|(?<hour>1[0-2]|0?[1-9])(?:[:.](?<minute>[0-5]\d))? ?(?<half>[ap]m)?)$/;
const TWENTY_FOUR_HOUR_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A shorter service is most likely a slip such as "11 am – 11:30 am" for 11:30 pm. */
const SHORTEST_MINUTES = 60;
/** From 6 am to midnight or from 8 am to 2 am. A longer service is most likely am and pm confused. */
const LONGEST_MINUTES = 18 * 60;
/** "8–10 pm" may be from 8 am: few dinners are shorter than this. */
const SHORTEST_DINNER_MINUTES = 3 * 60;
/** "7–11 pm" may be from 7 am: few dinners begin so late. */
const LATEST_DINNER = '19:00';
/** Nobody who writes "3–5 pm" means 3 am. */
const EARLIEST_OPENING = '05:00';

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const measureMinutes = ({ opens, closes }: Hours) =>
  (toMinutes(closes) - toMinutes(opens) + 1440) % 1440 || 1440;

/** Whether hours are those of a dinner that "5–9 pm" means. */
const isUsualDinner = (hours: Hours) =>
  hours.opens >= '13:00' &&
  hours.opens < LATEST_DINNER &&
  hours.opens < hours.closes &&
  measureMinutes(hours) >= SHORTEST_DINNER_MINUTES;

const isTooLate = ({ opens, closes }: Hours) => closes < opens && closes > LATEST_CLOSING;
const isTooShort = (hours: Hours) => measureMinutes(hours) < SHORTEST_MINUTES;
const isTooLong = (hours: Hours) => measureMinutes(hours) > LONGEST_MINUTES;

/** Parses a time such as '4:30 pm', '4:30', '12noon' or '12midnight'. */
function parseTime(text: string): ClockTime | undefined {
  const time = TWELVE_HOUR_TIME.exec(text)?.groups;
  if (!time) return undefined;
  const toTime = (half: 'am' | 'pm') => {
    const hour = (Number(time.hour ?? 12) % 12) + (half === 'pm' ? 12 : 0);
    return `${String(hour).padStart(2, '0')}:${time.minute ?? '00'}`;
  };
  const isPm = time.half === 'pm' || time.word === 'noon';
  return {
    am: toTime('am'),
    pm: toTime('pm'),
    half: time.half || time.word ? (isPm ? 'pm' : 'am') : undefined,
    isWord: time.word !== undefined,
  };
}

/** Parses '16:30-21:30'; "10:00 – 12:00" may be in the evening: one of the times must exist on the 24-hour clock only. */
function parse24Hour(from: string, to: string): ServiceReading | undefined {
  const is24Hour =
    TWENTY_FOUR_HOUR_TIME.test(from) &&
    (TWENTY_FOUR_HOUR_TIME.test(to) || to === '24:00') &&
    [from, to].some((time) => time < '01' || time >= '13');
  if (!is24Hour) return undefined;
  // Search engines write all day as 00:00 to 23:59, and a closed day as 00:00 to 00:00.
  if (from === '00:00' && to >= '23:59') return { hours: ALL_DAY };
  const hours = { opens: from, closes: to === '24:00' ? '00:00' : to };
  if (hours.opens === hours.closes) return from === '00:00' ? { ways: [ALL_DAY, hours] } : undefined;
  return isTooLate(hours) ? undefined : { hours };
}

/**
 * Lists the times that a text can mean, first the literal one. Restaurants open at noon and close at midnight: an opening at
 * 12 am and a closing at 12 pm can be the other one.
 */
function listTimes({ am, pm, half, isWord }: ClockTime, doubtedTwelve: 'am' | 'pm'): string[] {
  if (half === undefined) return [am, pm];
  const isDoubted = !isWord && am < '01' && half === doubtedTwelve;
  const [time, other] = half === 'am' ? [am, pm] : [pm, am];
  return isDoubted ? [time, other] : [time];
}

const listHalves = ({ am, pm, half, isWord }: ClockTime) => (isWord && half ? [{ am, pm }[half]] : [am, pm]);

const isLastMinute = ({ pm, half }: ClockTime) => half === 'pm' && pm === '23:59';

const combine = (openings: string[], closings: string[]): Hours[] =>
  openings.flatMap((opens) => closings.map((closes) => (opens === closes ? ALL_DAY : { opens, closes })));

/** Reads hours of the 12-hour clock, taking the literal ones for all that the text can mean. */
function readLiterally(opening: ClockTime, closing: ClockTime, isNextDay: boolean): Hours | undefined {
  if (!opening.half || !closing.half) return undefined;
  const hours = { opens: opening[opening.half], closes: closing[closing.half] };
  const isValid = hours.opens !== hours.closes && !isTooLate(hours);
  return isValid && endsNextDay(hours) === isNextDay ? hours : undefined;
}

/** Reads hours of the 12-hour clock. */
function readTwelveHour(
  opening: ClockTime,
  closing: ClockTime,
  fits: (hours: Hours) => boolean,
): ServiceReading | undefined {
  const areWords = opening.isWord && closing.isWord;
  const endsWithDay = isLastMinute(closing) || (areWords && closing.half === 'am');
  if (opening.half === 'am' && opening.am === '00:00' && endsWithDay)
    return fits(ALL_DAY) ? { hours: ALL_DAY } : undefined;
  const isLimited = !opening.isWord && !closing.isWord;
  const isSlip = (hours: Hours) =>
    hours === ALL_DAY || (isLimited && (isTooShort(hours) || isTooLong(hours)));

  const combinations = combine(listTimes(opening, 'am'), listTimes(closing, 'pm'));
  const [literal] = combinations;
  const isBare = opening.half === undefined;
  const isPossible = (hours: Hours) =>
    isBare
      ? hours !== ALL_DAY &&
        !(isLimited && isTooLong(hours)) &&
        (hours.opens >= EARLIEST_OPENING || (hours.opens < hours.closes && hours.closes <= LATEST_CLOSING))
      : hours === literal || !isSlip(hours);
  const possible = combinations.filter((hours) => isPossible(hours) && !isTooLate(hours) && fits(hours));
  const dinner = isBare ? possible.find(isUsualDinner) : undefined;
  const ways = dinner ? [dinner] : possible;

  const [way] = ways;
  if (ways.length > 1) return { ways };
  if (!way && !isBare) return undefined;
  // Noon does not go with "12 am – 2 am, 6 pm – midnight".
  const isTwelveAm = ({ closes }: Hours) =>
    listTimes(opening, 'am').length > 1 && fits({ opens: opening.pm, closes });
  const isClear = (hours: Hours) =>
    isBare
      ? hours.closes > LATEST_CLOSING || (closing.isWord && opening.am < '01')
      : hours === literal && !isTwelveAm(hours);
  if (way && isClear(way) && !isSlip(way)) return { hours: way };
  const others = combine(listHalves(opening), listHalves(closing)).filter(
    (hours) =>
      !isTooLate(hours) &&
      !isSlip(hours) &&
      fits(hours) &&
      !(hours.opens === way?.opens && hours.closes === way.closes),
  );
  const all = way ? [way, ...others] : others;
  if (all.length > 1) return { ways: all };
  return way === literal && way && !isBare && !isSlip(way) ? { hours: way } : undefined;
}

/**
 * Reads the text of one service, such as '4:30pm-9:30pm', '4:30-9:30pm' or '16:30-21:30'; `undefined` when it is
 * not understood. With "the same day" or "the next day" at its end, what is most likely a slip means what it says.
 * @param fits whether hours go with the other services of the day
 */
export function readService(text: string, fits: (hours: Hours) => boolean): ServiceReading | undefined {
  const [from = '', end = '', rest] = text.split('-').map((part) => part.trim());
  const [, to = end, day] = /^(.*?) (?:the )?(same|next) day$/.exec(end) ?? [];
  if (rest !== undefined) return undefined;
  const [opening, closing] = [parseTime(from), parseTime(to)];
  if (!opening || !closing) {
    const reading = day === undefined ? parse24Hour(from, to) : undefined;
    return reading?.hours && !fits(reading.hours) ? undefined : reading;
  }
  if (!closing.half) return undefined;
  if (day === undefined) return readTwelveHour(opening, closing, fits);
  const hours = readLiterally(opening, closing, day === 'next');
  return hours && fits(hours) ? { hours } : undefined;
}
