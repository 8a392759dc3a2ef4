const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

interface Hours {
  /** 'HH:MM', from 00:00 to 23:59. */
  opens: string;
  /** 'HH:MM'; before `opens` when it is past midnight, and like it 00:00 when the house is closed, as Google reads them. */
  closes: string;
}

/** When the house is open on some days, or that it is closed. */
export interface OpeningSpell extends Hours {
  days: (typeof DAYS)[number][];
}

const CLOSED: Hours = { opens: '00:00', closes: '00:00' };

/** Whoever seems to close later in the night has mixed up am and pm. */
const LATEST_NIGHT = '06:00';

const LINE = /^([^\d:]+?)[ :-]*\b((?:\d|closed).*)$/;
const DAY = /^(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs?|ur)?(?:days?)?\.?$/;
const TWELVE = /^(?<hour>1[0-2]|0?[1-9])(?:[:.](?<minute>[0-5]\d))? ?(?<half>[ap]m)?$/;
const TWENTY_FOUR = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A word for a day or several, also misspelt or shortened. It may match other words: then hours are left out, never wrong. */
const DAY_LIKE =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)|(?<!\b(?:holi|birth|to))days?\b|week|daily|night|\b(?:each|every)\b|(?<![.'’])\b(?:mo?|tu?|w|th|fr?|sa?|su)\b/;
/** Open, closed or an exception, a span of times, a number at the start, or one word as a label, which may name a day. */
const HOURS_LIKE =
  /open(?!ing hours)|clos|\bexcept\b|vacation|on holiday\b|\d *(?:[ap]m *)?-(?!\d{3})|- *\d{1,2}(?!\d)|^\d|^[^ :]+(?:: *\S| +\d{1,2}(?!\d))/;
/** Looks like hours, but does not change when the restaurant is open on a day of the week. */
const OTHER_HOURS =
  /^happy hour|^(?:the )?kitchen (?:is )?(?:closes|open|-)|^(?:we (?:are )?)?(?:open|closed?|except) (?:on )?(?:(?:all|bank|federal|major|most|national|public) )*holidays\.?$/;

/** The text with one way to write each thing: small letters, plain spaces and dashes, commas in lists. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]|\b(?:to|through|thru|until|till?)\b/g, '-')
    .replace(/,? *\band\b|[&/]/g, ',')
    .replace(/([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/\b(?:12 ?)?noon\b/g, '12pm')
    .replace(/\b(?:12 ?)?midnight\b/g, '12am');

/** Whether a line has nothing to do with the hours of a day. */
const isRemark = (line: string) => !DAY_LIKE.test(line) && (OTHER_HOURS.test(line) || !HOURS_LIKE.test(line));

const members = (text: string, separator: string) => text.split(separator).map((member) => member.trim());

/** What every member is made into; `undefined` when one can't be. */
function all<From, To>(list: From[], make: (member: From) => To | undefined): To[] | undefined {
  const made = list.map(make).filter((member) => member !== undefined);
  return made.length === list.length ? made : undefined;
}

/** The days of 'daily', 'mon, wed' or 'fri-mon'. */
function daysOf(text: string): OpeningSpell['days'] | undefined {
  if (/^(?:daily|every ?day)$/.test(text)) return [...DAYS];
  return all(members(text, ','), (run) => {
    const ends = all(members(run, '-'), (name) => {
      const stem = DAY.exec(name)?.[1];
      return stem === undefined ? undefined : DAYS.findIndex((day) => day.toLowerCase().startsWith(stem));
    });
    const [first, last] = ends ?? [];
    if (first === undefined || (ends?.length ?? 0) > 2 || first === last) return undefined;
    const week = [...DAYS.slice(first), ...DAYS.slice(0, first)];
    return week.slice(0, last === undefined ? 1 : ((last - first + 7) % 7) + 1);
  })?.flat();
}

/** A time of the twelve-hour clock; `half` is for one that does not say its own. */
function clock(text: string, half?: string): string | undefined {
  const time = TWELVE.exec(text)?.groups;
  const said = time?.half ?? half;
  if (!time || !said) return undefined;
  const hour = (Number(time.hour) % 12) + (said === 'pm' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${time.minute ?? '00'}`;
}

/** When '4:30-9:30pm' opens, given when it closes: in the same half of the day or, before one in the afternoon or later, in the morning. */
function opening(text: string, closes: string): string | undefined {
  const same = clock(text, closes < '12' ? 'am' : 'pm');
  if (same && same < closes) return same;
  // "5-12pm" may well mean midnight.
  return closes >= '13' ? clock(text, 'am') : undefined;
}

/** The hours of '4:30pm-9:30pm', '4:30-9:30pm' or '16:30-21:30'. */
function hoursOf(text: string): Hours | undefined {
  const [from = '', to = '', more] = members(text, '-');
  // "10:00 – 12:00" may be the evening: one of the two has to be a time that the other clock does not have.
  const of24 =
    TWENTY_FOUR.test(from) &&
    (TWENTY_FOUR.test(to) || to === '24:00') &&
    [from, to].some((time) => time < '01' || time >= '13');
  const closes = !of24 ? clock(to) : to === '24:00' ? '00:00' : to;
  const opens = of24 ? from : (clock(from) ?? opening(from, closes ?? ''));
  if (
    more !== undefined ||
    !opens ||
    !closes ||
    opens === closes ||
    (closes < opens && closes > LATEST_NIGHT)
  )
    return undefined;
  return { opens, closes };
}

/** The hours of one day, which may be several spells, one after the other. */
function spellsOf(text: string): Hours[] | undefined {
  if (text === 'closed') return [CLOSED];
  const spells = all(members(text, ','), hoursOf);
  const apart = spells?.every(({ opens }, index) => {
    const before = spells[index - 1];
    return !before || (before.opens < before.closes && before.closes < opens);
  });
  return apart ? spells : undefined;
}

/**
 * When the restaurant is open, as the owner has written it: one line for each day or run of days, and remarks. `undefined` when a
 * line that may be about a day is not understood, or names a day again: nothing is guessed, and a missing day reads as closed.
 */
export function openingHours(text: string): OpeningSpell[] | undefined {
  const lines = members(plain(text), '\n').filter((line) => line !== '' && !isRemark(line));
  const spells = all(lines, (line) => {
    const daysFirst = line.replace(/^closed(?: on)? (.+)$/, '$1: closed');
    const [, days = '', hours = ''] = LINE.exec(daysFirst) ?? [];
    const [on, when] = [daysOf(days), spellsOf(hours)];
    return on && when && { on, when };
  });
  const named = spells?.flatMap(({ on }) => on) ?? [];
  if (!spells || named.length === 0 || new Set(named).size < named.length) return undefined;
  return spells.flatMap(({ on, when }) => when.map((hours) => ({ days: on, ...hours })));
}
