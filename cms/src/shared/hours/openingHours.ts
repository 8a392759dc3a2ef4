import type { Explanation } from '../contact/explanation';
import { toPlainText } from '../contact/plainText';
import { maySayClosed } from './closures';
import { describeService, describeTime } from './describeHours';
import { ALL_DAY, CLOSED, endsNextDay, type Hours, isAllDay } from './hours';
import { readService } from './readService';
import { DAYS } from './zonedTime';

/** Opening hours of one or more days. A day with two services, such as lunch and dinner, is in two periods. */
export interface OpeningPeriod extends Hours {
  days: (typeof DAYS)[number][];
}

const LINE = /^([^\d:]+?)[ :-]*\b((?:\d|closed).*)$/;
const DAY = /^(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:days?)?\.?$/;
/** How owners write that the restaurant is open all day, at the end of a line. */
const ALL_DAY_TEXT =
  /(?:\bopen )?\b(?:(?:24|twenty[- ]four)[- ]?(?:hours?|hrs?|h)(?: (?:a|per|each) day|,day)?(?:(?:,| -)? (?:7|seven) days (?:a|per|each) week)?|a?round the clock)\.?$/;
const WHOLE_WEEK_TEXT = /(?:\bopen )?\b24 ?[,-] ?7\.?$/;

/** Words for one or more days, also misspelt or abbreviated. A false match only omits hours; it never makes them wrong. */
const DAY_LIKE =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)|(?<!\b(?:holi|birth|to))days?\b|week|daily|night|\b(?:each|every)\b|(?<![.'’])\b(?:mo?|tu?|w|th|fr?|sa?|su)\b/;
/** Open, closed or an exception; a time range; a number at the start; or a one-word label, which may be a day's name. */
const HOURS_LIKE =
  /open(?!ing hours)|clos|\bexcept\b|vacation|on holiday\b|\d *(?:(?:[ap]m|noon|midnight) *)?-(?!\d{3})|- *\d{1,2}(?!\d)|^\d|^[^ :]+(?:: *\S| +\d{1,2}(?!\d))|^(?!.*\b(?:book|call|online|order|phone|reserv)).*\b(?:24 ?(?:hours|[,-] ?7)|a?round the clock)\.?$/;
/** Hours that do not affect when the restaurant is open on a day of the week. */
const OTHER_HOURS =
  /^happy hour|^(?:the )?kitchen (?:is )?(?:closes|open|-)|^(?:we (?:are )?)?(?:open|closed?|except) (?:on )?(?:(?:all|bank|federal|major|most|national|public) )*holidays\.?$/;

/** Normalizes spelling: lower case, plain spaces and dashes, commas in lists, 'am' and 'pm', '12noon' and '12midnight'. */
export const normalizeHours = (text: string): string =>
  toPlainText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]|\b(?:to|through|thru|until|till?)\b/g, '-')
    .replace(/,? *\band\b|[&/]/g, ',')
    .replace(/([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/\b(?:12(?:[:.]00)? ?)?(noon|midnight)\b/g, '12$1')
    .trim();

/** Whether a line is unrelated to the hours of a day. */
const isRemark = (line: string) =>
  !DAY_LIKE.test(line) && !maySayClosed(line) && (OTHER_HOURS.test(line) || !HOURS_LIKE.test(line));

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

/** Whether the hours of a service can come after those of the previous one; only the last one can end after midnight. */
export const isInOrder = (previous: Hours | undefined, { opens, closes }: Hours, isLast: boolean): boolean =>
  (!previous || previous.closes < opens) && (isLast || opens < closes);

/** What the text of a day's hours means: `ranges`, or the `ways` in which one of its services can be meant. */
interface DayReading {
  ranges?: Hours[] | undefined;
  ways?: Hours[] | undefined;
}

/** Reads the hours of one day: 'closed', '24 hours', or one or more time ranges in order that do not overlap. */
function readDayHours(text: string): DayReading {
  if (text === 'closed') return { ranges: [CLOSED] };
  if (ALL_DAY_TEXT.exec(text)?.index === 0) return { ranges: [ALL_DAY] };
  const ranges: Hours[] = [];
  const parts = splitAndTrim(text, ',');
  for (const [index, part] of parts.entries()) {
    const previous = ranges.at(-1);
    const isLast = index === parts.length - 1;
    const reading = readService(part, (hours) => isInOrder(previous, hours, isLast));
    if (!reading?.hours) return { ways: reading?.ways };
    ranges.push(reading.hours);
  }
  return { ranges };
}

/** Reads hours as those of a day in the weekly hours, such as '11 am – 2 pm, 5 pm – 9 pm'; no `ranges` for 'closed'. */
export function readHoursOfDay(text: string): DayReading {
  const { ranges, ways } = readDayHours(normalizeHours(text).replace(WHOLE_WEEK_TEXT, '24 hours'));
  return { ranges: ranges?.filter((hours) => hours !== CLOSED), ways };
}

/** A line about hours, as the owner wrote it, and what is understood of it. */
export interface Rule extends DayReading {
  line: string;
  days: OpeningPeriod['days'] | undefined;
}

/** Puts the days in front of 'closed on mondays', 'open daily 24 hours' and 'open 24 hours'. */
const putDaysFirst = (line: string) =>
  line
    .replace(ALL_DAY_TEXT, '24 hours')
    .replace(WHOLE_WEEK_TEXT, '24,7')
    .replace(/^(?:we(?: are|['’]re) )?(?:open )?(?=.*(?:24 hours|24,7)$)/, '')
    .replace(/^(?:24 hours|24,7)$/, 'daily: $&')
    .replace(/^closed(?: on)? (.+)$/, '$1: closed');

/** Parses each line that is not empty or a remark. */
export const parseRules = (text: string): Rule[] =>
  splitAndTrim(toPlainText(text), '\n').flatMap((line) => {
    const normalized = normalizeHours(line);
    if (normalized === '' || isRemark(normalized)) return [];
    const [, daysText = '', hoursText = ''] = LINE.exec(putDaysFirst(normalized)) ?? [];
    const days = parseDays(daysText);
    // "Friday: 24/7" is a contradiction.
    const isWholeWeek = hoursText === '24,7' && days?.length === DAYS.length;
    return [{ line, days, ...readDayHours(isWholeWeek ? '24 hours' : hoursText) }];
  });

/** Returns a day that is named twice. */
export function findRepeatedDay(rules: Pick<Rule, 'days'>[]): OpeningPeriod['days'][number] | undefined {
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

/** Divides days into runs of days that follow each other. */
function listRuns(days: OpeningPeriod['days']): OpeningPeriod['days'][] {
  const runs: OpeningPeriod['days'][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const previous = run?.at(-1);
    if (run && previous && DAYS.indexOf(day) === (DAYS.indexOf(previous) + 1) % DAYS.length) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

/** Writes days so that they have one meaning: 'Every day', 'Tuesday – Thursday' or 'Monday, Wednesday'. */
export const writeDays = (days: OpeningPeriod['days']): string =>
  days.length === DAYS.length
    ? 'Every day'
    : listRuns(days)
        .map((run) => (run.length > 1 ? `${run[0]} – ${run.at(-1)}` : run[0]))
        .join(', ');

/** Returns 'Tuesday to Thursday', 'Saturday and Sunday' or 'Monday, Wednesday and Friday'. */
const describeWeekdays = (days: OpeningPeriod['days']): string =>
  days.length === DAYS.length
    ? 'Every day'
    : joinWith(
        'and',
        listRuns(days).flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run)),
      );

const joinWith = (word: 'and' | 'or', parts: string[]) =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(` ${word} `);

function describeRange(hours: Hours): string {
  if (isAllDay(hours)) return 'open around the clock';
  return `${describeTime(hours.opens)} to ${describeTime(hours.closes)}${endsNextDay(hours) ? ' the next day' : ''}`;
}

/** Writes hours so that they have one meaning. */
export function writeService(hours: Hours): string {
  if (hours.opens === hours.closes) return 'Closed';
  const text = describeService(hours);
  return readHoursOfDay(text).ranges ? text : `${text} the ${endsNextDay(hours) ? 'next' : 'same'} day`;
}

/** Explains which hours a text can mean, and how to write them. */
export const explainWays = (subject: string, ways: Hours[]): string =>
  `${subject} can mean ${joinWith(
    'or',
    ways.map((way) => `“${writeService(way)}”`),
  )}. Write the one that you mean.`;

/** Explains how to write a line that is not understood. */
function explainRule({ line, days, ranges, ways }: Rule): string {
  if (maySayClosed(normalizeHours(line)))
    return `The line “${line}” may say that you are closed for a time. Enter the dates under “Special days”, and take the line out here.`;
  if (days && ways) return explainWays(`The hours in “${line}”`, ways);
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
      : `${describeWeekdays(days)}, ${joinWith('and', ranges.map(describeRange))}.`,
  );
  const missing = DAYS.filter((day) => !rules.some(({ days }) => days?.includes(day)));
  if (missing.length > 0)
    sentences.push(
      `${describeWeekdays(missing)} ${missing.length > 1 ? 'are' : 'is'} not mentioned: the site says that you are closed then.`,
    );
  return { understood: true, text: sentences.join(' ') };
}
