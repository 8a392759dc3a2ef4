import { describeTime, LATEST_CLOSING } from './describeHours';
import type { Explanation } from './explanation';
import { DAYS } from './zonedTime';

/** The hours of one service of a day. */
export interface Hours {
  /** 'HH:MM', from 00:00 to 23:59. */
  opens: string;
  /** 'HH:MM'; earlier than `opens` when the restaurant closes after midnight. */
  closes: string;
}

/** Opening hours of one or more days. A day with two services, such as lunch and dinner, is in two periods. */
export interface OpeningPeriod extends Hours {
  days: (typeof DAYS)[number][];
}

/** 00:00 to 00:00 is how Google's structured data marks a closed day. */
export const CLOSED: Hours = { opens: '00:00', closes: '00:00' };

const LINE = /^([^\d:]+?)[ :-]*\b((?:\d|closed).*)$/;
const DAY = /^(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:days?)?\.?$/;
const TWELVE_HOUR_TIME = /^(?<hour>1[0-2]|0?[1-9])(?:[:.](?<minute>[0-5]\d))? ?(?<meridiem>[ap]m)?$/;
const TWENTY_FOUR_HOUR_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Words for one or more days, also misspelt or abbreviated. A false match only omits hours; it never makes them wrong. */
const DAY_LIKE =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)|(?<!\b(?:holi|birth|to))days?\b|week|daily|night|\b(?:each|every)\b|(?<![.'’])\b(?:mo?|tu?|w|th|fr?|sa?|su)\b/;
/** Open, closed or an exception; a time range; a number at the start; or a one-word label, which may be a day's name. */
const HOURS_LIKE =
  /open(?!ing hours)|clos|\bexcept\b|vacation|on holiday\b|\d *(?:[ap]m *)?-(?!\d{3})|- *\d{1,2}(?!\d)|^\d|^[^ :]+(?:: *\S| +\d{1,2}(?!\d))/;
/** Hours that do not affect when the restaurant is open on a day of the week. */
const OTHER_HOURS =
  /^happy hour|^(?:the )?kitchen (?:is )?(?:closes|open|-)|^(?:we (?:are )?)?(?:open|closed?|except) (?:on )?(?:(?:all|bank|federal|major|most|national|public) )*holidays\.?$/;

/** Normalizes spelling: lower case, plain spaces and dashes, commas in lists, 'am' and 'pm'. */
const normalize = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]|\b(?:to|through|thru|until|till?)\b/g, '-')
    .replace(/,? *\band\b|[&/]/g, ',')
    .replace(/([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/\b(?:12 ?)?noon\b/g, '12pm')
    .replace(/\b(?:12 ?)?midnight\b/g, '12am');

/** Whether a line is unrelated to the hours of a day. */
const isRemark = (line: string) => !DAY_LIKE.test(line) && (OTHER_HOURS.test(line) || !HOURS_LIKE.test(line));

const splitAndTrim = (text: string, separator: string) => text.split(separator).map((part) => part.trim());

/** Parses every item; returns `undefined` when `parse` does so for one of them. */
function parseAll<From, To>(items: From[], parse: (item: From) => To | undefined): To[] | undefined {
  const parsed = items.map(parse).filter((item) => item !== undefined);
  return parsed.length === items.length ? parsed : undefined;
}

/** Parses 'daily', 'mon, wed' or 'fri-mon'. */
function parseDays(text: string): OpeningPeriod['days'] | undefined {
  if (/^(?:daily|every ?day)$/.test(text)) return [...DAYS];
  return parseAll(splitAndTrim(text, ','), (range) => {
    const ends = parseAll(splitAndTrim(range, '-'), (name) => {
      const stem = DAY.exec(name)?.[1];
      return stem === undefined ? undefined : DAYS.findIndex((day) => day.toLowerCase().startsWith(stem));
    });
    const [first, last] = ends ?? [];
    if (first === undefined || (ends?.length ?? 0) > 2 || first === last) return undefined;
    const week = [...DAYS.slice(first), ...DAYS.slice(0, first)];
    return week.slice(0, last === undefined ? 1 : ((last - first + 7) % 7) + 1);
  })?.flat();
}

/** Parses a time of the 12-hour clock; `defaultMeridiem` applies when the text has neither am nor pm. */
function parseTime(text: string, defaultMeridiem?: 'am' | 'pm'): string | undefined {
  const time = TWELVE_HOUR_TIME.exec(text)?.groups;
  const meridiem = time?.meridiem ?? defaultMeridiem;
  if (!time || !meridiem) return undefined;
  const hour = (Number(time.hour) % 12) + (meridiem === 'pm' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${time.minute ?? '00'}`;
}

/**
 * Parses an opening time without am or pm, such as that of '4:30-9:30pm': it is in the same half of the day as the closing
 * time or, when it would then be after the closing time, in the morning.
 */
function parseOpeningTime(text: string, closes: string): string | undefined {
  const sameMeridiem = parseTime(text, closes < '12' ? 'am' : 'pm');
  if (sameMeridiem && sameMeridiem < closes) return sameMeridiem;
  // "5-12pm" may mean midnight.
  return closes >= '13' ? parseTime(text, 'am') : undefined;
}

/** Parses '4:30pm-9:30pm', '4:30-9:30pm' or '16:30-21:30'. */
function parseHours(text: string): Hours | undefined {
  const [from = '', to = '', rest] = splitAndTrim(text, '-');
  // "10:00 – 12:00" may be in the evening: one of the times must exist on the 24-hour clock only.
  const is24Hour =
    TWENTY_FOUR_HOUR_TIME.test(from) &&
    (TWENTY_FOUR_HOUR_TIME.test(to) || to === '24:00') &&
    [from, to].some((time) => time < '01' || time >= '13');
  const closes = !is24Hour ? parseTime(to) : to === '24:00' ? '00:00' : to;
  const opens = is24Hour ? from : (parseTime(from) ?? parseOpeningTime(from, closes ?? ''));
  if (
    rest !== undefined ||
    !opens ||
    !closes ||
    opens === closes ||
    (closes < opens && closes > LATEST_CLOSING)
  )
    return undefined;
  return { opens, closes };
}

/** Parses the hours of one day: 'closed', or one or more time ranges in order that do not overlap. */
function parseDayHours(text: string): Hours[] | undefined {
  if (text === 'closed') return [CLOSED];
  const ranges = parseAll(splitAndTrim(text, ','), parseHours);
  const areInOrder = ranges?.every(({ opens }, index) => {
    const previous = ranges[index - 1];
    return !previous || (previous.opens < previous.closes && previous.closes < opens);
  });
  return areInOrder ? ranges : undefined;
}

/** Parses hours as those of a day in the weekly hours, such as '11 am – 2 pm, 5 pm – 9 pm'; empty for 'closed'. */
export const parseHoursOfDay = (text: string): Hours[] | undefined =>
  parseDayHours(normalize(text).trim())?.filter((hours) => hours !== CLOSED);

/** A line about hours, as the owner wrote it, and what is understood of it. */
interface Rule {
  line: string;
  days: OpeningPeriod['days'] | undefined;
  ranges: Hours[] | undefined;
}

/** Parses each line that is not empty or a remark. */
const parseRules = (text: string): Rule[] =>
  splitAndTrim(text, '\n').flatMap((line) => {
    const normalized = normalize(line).trim();
    if (normalized === '' || isRemark(normalized)) return [];
    const daysFirst = normalized.replace(/^closed(?: on)? (.+)$/, '$1: closed');
    const [, daysText = '', hoursText = ''] = LINE.exec(daysFirst) ?? [];
    return [{ line, days: parseDays(daysText), ranges: parseDayHours(hoursText) }];
  });

/** Returns a day that is named twice. */
function findRepeatedDay(rules: Rule[]): OpeningPeriod['days'][number] | undefined {
  const days = rules.flatMap((rule) => rule.days ?? []);
  return days.find((day, index) => days.indexOf(day) < index);
}

/**
 * Parses the owner's opening hours: one line for each day or range of days, and remarks. Returns `undefined` when a line that
 * may be about a day can't be parsed or names a day again, because search engines take a missing day for closed.
 */
export function parseOpeningHours(text: string): OpeningPeriod[] | undefined {
  const rules = parseRules(text);
  const periods = parseAll(
    rules,
    ({ days, ranges }) => days && ranges?.map((hours) => ({ days, ...hours })),
  )?.flat();
  return periods?.length === 0 || findRepeatedDay(rules) ? undefined : periods;
}

/** Returns 'Tuesday to Thursday', 'Saturday and Sunday' or 'Monday, Wednesday and Friday'. */
function describeWeekdays(days: OpeningPeriod['days']): string {
  if (days.length === DAYS.length) return 'Every day';
  const runs: OpeningPeriod['days'][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && DAYS.indexOf(day) === (DAYS.indexOf(previous) + 1) % DAYS.length) run.push(day);
    else runs.push([day]);
  }
  return joinWithAnd(runs.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run)));
}

const joinWithAnd = (parts: string[]) =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ');

function describeRange({ opens, closes }: Hours): string {
  const isNextDay = closes < opens && closes !== '00:00';
  return `${describeTime(opens)} to ${describeTime(closes)}${isNextDay ? ' the next day' : ''}`;
}

/** Explains how to write a line that is not understood. */
function explainRule({ line, days, ranges }: Rule): string {
  if (days && !ranges)
    return `The hours in “${line}” are not understood. Write them like “5:00 pm – 9:00 pm”, or write “Closed”.`;
  if (ranges && !days)
    return `The days in “${line}” are not understood. Write them like “Tuesday – Thursday: …”, and enter dates under “Special days”.`;
  return `The line “${line}” is not understood. Write it like “Tuesday – Thursday: 4:30 pm – 9:30 pm”.`;
}

const WITHOUT_HOURS =
  'As it is, guests see your text, but the site and search engines can’t tell whether you are open.';

/** Explains to the owner what the site understands of the opening hours, or the first line that it does not understand. */
export function explainOpeningHours(text: string): Explanation {
  if (text.trim() === '') return { understood: true, text: 'There are no opening hours.' };
  const rules = parseRules(text);
  const faulty = rules.find(({ days, ranges }) => !days || !ranges);
  const repeated = findRepeatedDay(rules);
  const problem = faulty
    ? explainRule(faulty)
    : repeated
      ? `${repeated} has hours in two places. Write them in one line like “${repeated}: 11:30 am – 2:00 pm, 5:00 pm – 9:00 pm”.`
      : rules.length === 0 &&
        'No line names a day and its hours. Write one like “Tuesday – Thursday: 4:30 pm – 9:30 pm”.';
  if (problem) return { understood: false, text: `${problem} ${WITHOUT_HOURS}` };
  const sentences = rules.map(({ days = [], ranges = [] }) =>
    ranges.includes(CLOSED)
      ? `${describeWeekdays(days)} closed.`
      : `${describeWeekdays(days)}, ${joinWithAnd(ranges.map(describeRange))}.`,
  );
  const missing = DAYS.filter((day) => !rules.some(({ days }) => days?.includes(day)));
  if (missing.length > 0)
    sentences.push(
      `${describeWeekdays(missing)} ${missing.length > 1 ? 'are' : 'is'} not mentioned: the site says that you are closed then.`,
    );
  return { understood: true, text: sentences.join(' ') };
}
