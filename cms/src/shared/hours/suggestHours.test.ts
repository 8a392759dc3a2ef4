import { expect, test } from 'vitest';
import { explainOpeningHours, parseOpeningHours, readHoursOfDay } from './openingHours';
import { applySuggestion, suggestHoursOfDay, suggestOpeningHours } from './suggestHours';

type Outcome =
  /** The periods, such as 'Mo Tu 16:30-21:30'. */
  | { understood: string[] }
  /** The right lines. */
  | { offered: string }
  | { asks: string[] }
  /** The beginning of the sentence. */
  | { refused: RegExp };

const understood = (...periods: string[]): Outcome => ({ understood: periods });
const offered = (...lines: string[]): Outcome => ({ offered: lines.join('\n') });
const asks = (...answers: string[]): Outcome => ({ asks: answers });
const refused = (sentence: RegExp): Outcome => ({ refused: sentence });
const untilWhen = (begin: string) =>
  asks(...['9:00 pm', '10:00 pm', '11:00 pm'].map((time) => `${begin} – ${time}`));

const LINE_UNKNOWN = /^The line “.*” is not understood\. Write it like/;
const DAYS_UNKNOWN = /^The days in “.*” are not understood\. .*Special days/;
const HOURS_UNKNOWN = /^The hours in “.*” are not understood\. Write them like/;
const MAY_BE_CLOSED = /^The line “.*” may say that you are closed for a time\. Enter the dates/;
const NO_LINE = /^No line names a day and its hours\. Write one like/;

/** Lines as owners write them. */
const lines: [line: string, outcome: Outcome][] = [
  // Understood.
  ['Tue-Thu 4:30-9:30pm', understood('Tu We Th 16:30-21:30')],
  ['Wednesday thru Sunday 5 P.M. - 9 P.M.', understood('We Th Fr Sa Su 17:00-21:00')],
  ['Mon., Tues. 11 - 2 p.m. and 5 - 9 p.m', understood('Mo Tu 11:00-14:00', 'Mo Tu 17:00-21:00')],
  ['Closed Mondays', understood('Mo 00:00-00:00')],

  // Times without am or pm.
  ['Mon-Thu 11-9', offered('Monday – Thursday: 11:00 am – 9:00 pm')],
  ['Mon-Fri 9-5', offered('Monday – Friday: 9:00 am – 5:00 pm')],
  ['Mon-Fri 1130-930', offered('Monday – Friday: 11:30 am – 9:30 pm')],
  ['Mo-Fr: 11-14 & 17-22', offered('Monday – Friday: 11:00 am – 2:00 pm, 5:00 pm – 10:00 pm')],
  ['Wed 17 pm – 22 pm', offered('Wednesday: 5:00 pm – 10:00 pm')],
  ['Tue-Sat 6-10', asks('Tuesday – Saturday: 6:00 pm – 10:00 pm', 'Tuesday – Saturday: 6:00 am – 10:00 am')],
  ['Fri 11-2', asks('Friday: 11:00 am – 2:00 pm', 'Friday: 11:00 am – 2:00 am')],
  ['Mon-Sat 11am-12pm', asks('Monday – Saturday: 11:00 am – noon', 'Monday – Saturday: 11:00 am – midnight')],
  ['Mon 05:00 – 09:00', asks('Monday: 5:00 pm – 9:00 pm', 'Monday: 5:00 am – 9:00 am')],

  // Days in other words, abbreviated or misspelt.
  ['Weekdays 11am-9pm', offered('Monday – Friday: 11:00 am – 9:00 pm')],
  ['Su-Th 11-10', offered('Sunday – Thursday: 11:00 am – 10:00 pm')],
  ['Tusday 5pm-9pm', offered('Tuesday: 5:00 pm – 9:00 pm')],
  ['Mnoday: closed', offered('Monday: Closed')],
  ['7 days a week 11am-10pm', offered('Every day: 11:00 am – 10:00 pm')],
  ['every day but Monday 5-10', offered('Tuesday – Sunday: 5:00 pm – 10:00 pm')],
  ['Weekends 10-3', asks('Saturday – Sunday: 10:00 am – 3:00 pm', 'Friday – Sunday: 10:00 am – 3:00 pm')],
  ['T-Sat 5-10', asks('Tuesday – Saturday: 5:00 pm – 10:00 pm', 'Thursday – Saturday: 5:00 pm – 10:00 pm')],
  ['Munday closed', asks('Monday: Closed', 'Sunday: Closed')],

  // Meals.
  ['Fri & Sat nights 5-11', offered('Friday – Saturday: 5:00 pm – 11:00 pm')],
  ['Sat & Sun brunch 10-2', offered('Saturday – Sunday: 10:00 am – 2:00 pm')],
  ['M-F lunch 11-2, dinner 5-9', offered('Monday – Friday: 11:00 am – 2:00 pm, 5:00 pm – 9:00 pm')],
  [
    'Lunch M-F 11-2, Dinner M-Sat 5-10',
    offered('Monday – Friday: 11:00 am – 2:00 pm, 5:00 pm – 10:00 pm', 'Saturday: 5:00 pm – 10:00 pm'),
  ],

  // Several rules in one line.
  ['Mon closed, Tue-Sun 5-10', offered('Monday: Closed', 'Tuesday – Sunday: 5:00 pm – 10:00 pm')],
  ['Daily 5-10 (closed Mondays)', offered('Monday: Closed', 'Tuesday – Sunday: 5:00 pm – 10:00 pm')],
  [
    'Weekdays 5-9 | Sat 12-10; Sun closed',
    offered('Monday – Friday: 5:00 pm – 9:00 pm', 'Saturday: noon – 10:00 pm', 'Sunday: Closed'),
  ],
  [
    'Mon closed Tue-Sun 5-10',
    asks(
      'Monday: Closed\nTuesday – Sunday: 5:00 pm – 10:00 pm',
      'Monday: 5:00 pm – 10:00 pm\nTuesday – Sunday: Closed',
    ),
  ],

  // No closing time.
  ['Daily 5pm to close', untilWhen('Every day: 5:00 pm')],
  ['Fri 5pm til late', untilWhen('Friday: 5:00 pm')],
  ['Tue–Sat 5pm+', untilWhen('Tuesday – Saturday: 5:00 pm')],
  ['Tuesday: 4:30 pm', refused(HOURS_UNKNOWN)],

  // Signs and remarks.
  ['🍕 Mon-Fri 11-9 🍕', offered('Monday – Friday: 11:00 am – 9:00 pm')],

  // What isn't said, or isn't about the weekly hours.
  ['Open late', refused(LINE_UNKNOWN)],
  ['Mon by appointment', refused(LINE_UNKNOWN)],
  ['By appointment', refused(NO_LINE)],
  ['Happy hour M-F 3-6', refused(LINE_UNKNOWN)],
  ['Every other Friday 5-9', refused(LINE_UNKNOWN)],
  ['Closed Mon dinner, Tue 5-9', refused(LINE_UNKNOWN)],
  ['Mon-Fri 11-9, closed 2-4', refused(HOURS_UNKNOWN)],
  ['Thanksgiving closed', refused(DAYS_UNKNOWN)],
  ['Dec 24 5-9', refused(MAY_BE_CLOSED)],
];

/** Returns the periods as the table writes them. */
const summarize = (text: string) =>
  parseOpeningHours(text)?.map(
    ({ days, opens, closes }) => `${days.map((day) => day.slice(0, 2)).join(' ')} ${opens}-${closes}`,
  );

test.each(lines)('the owner writes %j', (line, outcome) => {
  const { understood, text } = explainOpeningHours(line);
  const [suggestion, ...others] = suggestOpeningHours(line);
  expect(others).toEqual([]);
  expect(understood).toBe('understood' in outcome);
  if ('understood' in outcome) expect(summarize(line)).toEqual(outcome.understood);
  if ('refused' in outcome) expect(text).toMatch(outcome.refused);
  if ('understood' in outcome || 'refused' in outcome) return expect(suggestion).toBeUndefined();
  const answers = 'offered' in outcome ? [outcome.offered] : outcome.asks;
  expect(suggestion).toMatchObject({ lines: [line], answers });
  for (const answer of answers) {
    expect(explainOpeningHours(answer).understood, answer).toBe(true);
    expect(suggestOpeningHours(answer), answer).toEqual([]);
  }
  // Two answers never mean the same.
  expect(new Set(answers.map((answer) => summarize(answer)?.join())).size).toBe(answers.length);
});

test.each([
  ['Mon-Thu 11-9', 'Did you mean this by “Mon-Thu 11-9”?'],
  ['Mon-Sat 8-9pm', 'What do you mean by “Mon-Sat 8-9pm”?'],
  ['Fri 5-late', 'Until when are you open in “Fri 5-late”? Choose a time, or write yours.'],
])('asks about %j with one sentence', (line, question) => {
  expect(suggestOpeningHours(line)).toMatchObject([{ question }]);
});

test('suggests for each line that is not understood, and only days that no other line has if there are some', () => {
  const text =
    'Monday: Closed\nM-T 5-9\nTuesday: 5 pm – 9 pm\nweekend 11-9\nFriday: 5 pm – 9 pm\nsometimes on Thursday';
  expect(suggestOpeningHours(text)).toMatchObject([
    {
      lines: ['M-T 5-9'],
      answers: ['Monday – Tuesday: 5:00 pm – 9:00 pm', 'Monday – Thursday: 5:00 pm – 9:00 pm'],
    },
    { lines: ['weekend 11-9'], answers: ['Saturday – Sunday: 11:00 am – 9:00 pm'] },
  ]);
});

test.each([
  [
    'Sun: closed\nMon–Fri: 11 am – 2 pm\nMon–Sat: 5 pm – 9 pm',
    ['Monday – Friday: 11:00 am – 2:00 pm, 5:00 pm – 9:00 pm\nSaturday: 5:00 pm – 9:00 pm'],
  ],
  ['Daily: 5 pm – 9 pm\nMon: Closed', ['Monday: Closed\nTuesday – Sunday: 5:00 pm – 9:00 pm']],
  ['Mon: 5 pm – 9 pm\nMon: Closed', []],
])(
  'offers to combine the lines of %j that name a day twice, unless they contradict each other',
  (text, answers) => {
    expect(suggestOpeningHours(text).flatMap((suggestion) => suggestion.answers)).toEqual(answers);
  },
);

/** The hours of one day, as on a special day. */
const hoursOfDay: [text: string, answers: string[]][] = [
  ['5 pm – 9 pm', []],
  ['closed', []],
  ['tonight 5-9', ['5:00 pm – 9:00 pm']],
  ['lunch 11-2, dinner 5-9', ['11:00 am – 2:00 pm, 5:00 pm – 9:00 pm']],
  ['9am-5am', ['9:00 am – 5:00 am the next day', '9:00 am – 5:00 pm', '9:00 pm – 5:00 am']],
  ['5pm', []],
  [' ', []],
];

test.each(hoursOfDay)('the owner writes %j as the hours of a day', (text, answers) => {
  const suggestions = suggestHoursOfDay(text);
  expect(suggestions.flatMap((suggestion) => suggestion.answers)).toEqual(answers);
  if (answers.length > 0) expect(readHoursOfDay(text).ranges).toBeUndefined();
  for (const answer of answers) expect(readHoursOfDay(answer).ranges, answer).toBeDefined();
});

test('an answer replaces its line only, and nothing in a text that has changed since then', () => {
  const text = 'Monday: closed\r\n  Tue-Sun 5-10 \nBy appointment';
  const [suggestion] = suggestOpeningHours(text);
  if (!suggestion) throw new Error('There is no suggestion.');
  const [answer = ''] = suggestion.answers;
  expect(applySuggestion(text, suggestion, answer)).toBe(
    'Monday: closed\nTuesday – Sunday: 5:00 pm – 10:00 pm\nBy appointment',
  );
  expect(applySuggestion('Tue-Sun 5-11', suggestion, answer)).toBe('Tue-Sun 5-11');
});

test('lines that are combined become one', () => {
  const text = 'Lunch and dinner\nMon: 11 am – 2 pm\nTue: closed\nMon: 5 pm – 9 pm';
  const [suggestion] = suggestOpeningHours(text);
  if (!suggestion) throw new Error('There is no suggestion.');
  expect(applySuggestion(text, suggestion, suggestion.answers[0] ?? '')).toBe(
    'Lunch and dinner\nMonday: 11:00 am – 2:00 pm, 5:00 pm – 9:00 pm\nTue: closed',
  );
});

test.each([
  ['very many dashes', `Mon${' -'.repeat(10_000)}`],
  ['very many rules', 'M 5-9 '.repeat(40)],
  ['ambiguous letters', `${'T S '.repeat(50)}5-9`],
  ['ambiguous rules', 'T-S 8-9 '.repeat(7)],
  ['closed days everywhere', 'closed M T W T F S S 5-9 '.repeat(7)],
  ['a word of the programming language', 'constructor 5-9'],
])('a line of %s gets no suggestion, at once', (_, line) => {
  expect(suggestOpeningHours(line)).toEqual([]);
  expect(suggestHoursOfDay(line)).toEqual([]);
});
