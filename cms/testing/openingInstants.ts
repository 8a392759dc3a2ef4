/** A special day as the CMS stores it. */
interface SpecialDayEntry {
  from: string;
  until?: string;
  closed?: boolean;
  hours?: string;
  reason?: string;
}

/** What the owner has entered. */
export interface OpeningContent {
  timeZone: string;
  /** The text of the weekly hours. */
  hours: string;
  specialDays: SpecialDayEntry[];
}

/** The line about an instant, and which special days pages show then. */
export interface OpeningInstant {
  title: string;
  content: OpeningContent;
  /** With the offset of the restaurant's time zone. */
  instant: string;
  /** `undefined` when there is no line. */
  line: string | undefined;
  /** The dates `from` of the special days that pages show, in order. */
  upcoming: string[];
}

const NEW_YORK = 'America/New_York';

const dinner: OpeningContent = {
  timeZone: NEW_YORK,
  hours:
    'Monday: Closed\nTuesday – Thursday: 4:30 pm – 9:30 pm\nFriday – Saturday: 4:30 pm – 10:30 pm\nSunday: 3:00 pm – 8:30 pm',
  specialDays: [],
};
const lunchAndDinner: OpeningContent = {
  timeZone: NEW_YORK,
  hours: 'Tuesday – Saturday: noon – 2:30 pm, 5 pm – midnight',
  specialDays: [],
};
const bar: OpeningContent = { timeZone: NEW_YORK, hours: 'Daily: 6 pm – 2:30 am', specialDays: [] };
const holidays: OpeningContent = {
  ...dinner,
  specialDays: [
    { from: '2026-12-31', hours: '8 pm – 1 am', reason: 'New Year’s Eve' },
    { from: '2026-11-26', closed: true, reason: 'Thanksgiving' },
    { from: '2026-12-24', until: '2026-12-26', closed: true },
    { from: '2027-01-01', until: '2027-01-11', closed: true, reason: 'winter break' },
  ],
};
const closedBar: OpeningContent = { ...bar, specialDays: [{ from: '2026-11-26', closed: true }] };
const unknown: OpeningContent = { ...dinner, hours: 'Come by in the evening, daily' };
const unknownWithSpecialDays: OpeningContent = {
  ...unknown,
  specialDays: [
    { from: '2026-11-26', closed: true, reason: 'Thanksgiving' },
    { from: '2026-11-28', hours: '5 pm – 1 am' },
  ],
};
const touching: OpeningContent = {
  timeZone: NEW_YORK,
  hours:
    'Friday: 6 pm – midnight\nSaturday: midnight – 2 am\nSunday: 3 pm – midnight\nMonday: midnight – 11 pm',
  specialDays: [],
};
const aroundTheClock: OpeningContent = {
  timeZone: NEW_YORK,
  hours: 'Open 24 hours',
  specialDays: [{ from: '2026-11-26', closed: true, reason: 'Thanksgiving' }],
};
const openAllFriday: OpeningContent = {
  timeZone: NEW_YORK,
  hours: 'Tuesday, Thursday: 5 pm – 9 pm\nFriday: 24 hours\nSaturday: noon – 8 pm',
  specialDays: [{ from: '2026-11-24', hours: 'Open 24 hours' }],
};

const inZone = (timeZone: string, hours = dinner.hours): OpeningContent => ({
  timeZone,
  hours,
  specialDays: [],
});

type Row = [
  title: string,
  content: OpeningContent,
  instant: string,
  line: string | undefined,
  upcoming?: string[],
];

const rows: Row[] = [
  ['before opening', dinner, '2026-11-24T16:29:59-05:00', 'Closed, opens at 4:30 pm'],
  ['at opening', dinner, '2026-11-24T16:30:00-05:00', 'Open until 9:30 pm'],
  ['an hour before closing', dinner, '2026-11-24T20:29:59-05:00', 'Open until 9:30 pm'],
  ['within an hour of closing', dinner, '2026-11-24T20:30:00-05:00', 'Closing soon, at 9:30 pm'],
  ['before closing', dinner, '2026-11-24T21:29:59-05:00', 'Closing soon, at 9:30 pm'],
  ['at closing', dinner, '2026-11-24T21:30:00-05:00', 'Closed, opens Wednesday at 4:30 pm'],
  ['at midnight', dinner, '2026-11-25T00:00:00-05:00', 'Closed, opens at 4:30 pm'],
  [
    'on a weekday without hours',
    dinner,
    '2026-11-23T12:00:00-05:00',
    'Closed today, opens Tuesday at 4:30 pm',
  ],
  [
    'on a weekday that is not named',
    lunchAndDinner,
    '2026-11-22T12:00:00-05:00',
    'Closed today, opens Tuesday at noon',
  ],
  ['before lunch', lunchAndDinner, '2026-11-24T11:59:00-05:00', 'Closed, opens at noon'],
  ['between lunch and dinner', lunchAndDinner, '2026-11-24T14:30:00-05:00', 'Closed, opens at 5:00 pm'],
  ['before midnight', lunchAndDinner, '2026-11-24T23:59:00-05:00', 'Closing soon, at midnight'],
  ['closing at midnight', lunchAndDinner, '2026-11-25T00:00:00-05:00', 'Closed, opens at noon'],

  ['a service that runs past midnight, before it', bar, '2026-11-24T23:59:00-05:00', 'Open until 2:30 am'],
  ['a service that runs past midnight, after it', bar, '2026-11-25T00:00:00-05:00', 'Open until 2:30 am'],
  ['the end of a service past midnight', bar, '2026-11-25T02:30:00-05:00', 'Closed, opens at 6:00 pm'],
  [
    'last night’s service on a special closed day',
    closedBar,
    '2026-11-26T02:29:00-05:00',
    'Closing soon, at 2:30 am',
    ['2026-11-26'],
  ],
  [
    'a special closed day after last night’s service',
    closedBar,
    '2026-11-26T02:30:00-05:00',
    'Closed today, opens Friday at 6:00 pm',
    ['2026-11-26'],
  ],
  ['services that touch at midnight, before it', touching, '2026-11-27T20:00:00-05:00', 'Open until 2:00 am'],
  [
    'services that touch at midnight, after it',
    touching,
    '2026-11-28T01:00:00-05:00',
    'Closing soon, at 2:00 am',
  ],
  ['services that touch and end tomorrow evening', touching, '2026-11-29T20:00:00-05:00', 'Open'],
  ['the second of services that touch', touching, '2026-11-30T00:00:00-05:00', 'Open until 11:00 pm'],

  ['around the clock, in the evening', aroundTheClock, '2026-11-04T20:00:00-05:00', 'Open'],
  ['around the clock, at midnight', aroundTheClock, '2026-11-04T00:00:00-05:00', 'Open'],
  ['around the clock, in the repeated hour', aroundTheClock, '2026-11-01T01:30:00-05:00', 'Open'],
  [
    'around the clock, the evening before a closed day',
    aroundTheClock,
    '2026-11-25T23:58:00-05:00',
    'Closing soon, at midnight',
    ['2026-11-26'],
  ],
  [
    'around the clock, on a closed day',
    aroundTheClock,
    '2026-11-26T00:00:00-05:00',
    'Closed today: Thanksgiving. Opens at midnight',
    ['2026-11-26'],
  ],
  ['around the clock, after a closed day', aroundTheClock, '2026-11-27T00:00:00-05:00', 'Open'],
  ['before a day around the clock', openAllFriday, '2026-12-03T21:00:00-05:00', 'Closed, opens at midnight'],
  [
    'two days before a day around the clock',
    { ...openAllFriday, specialDays: [{ from: '2026-12-03', closed: true }] },
    '2026-12-02T12:00:00-05:00',
    'Closed today, opens Friday',
    ['2026-12-03'],
  ],
  ['a day around the clock', openAllFriday, '2026-12-04T00:00:00-05:00', 'Open until midnight'],
  ['after a day around the clock', openAllFriday, '2026-12-05T00:00:00-05:00', 'Closed, opens at noon'],
  [
    'a special day around the clock',
    openAllFriday,
    '2026-11-24T12:00:00-05:00',
    'Open until midnight',
    ['2026-11-24'],
  ],

  [
    'the repeated hour, before closing',
    inZone(NEW_YORK, 'Daily: 6 pm – 1:30 am'),
    '2026-11-01T01:29:00-04:00',
    'Closing soon, at 1:30 am',
  ],
  [
    'the repeated hour, after the first closing time',
    inZone(NEW_YORK, 'Daily: 6 pm – 1:30 am'),
    '2026-11-01T01:30:00-04:00',
    'Closed, opens at 6:00 pm',
  ],
  [
    'the repeated hour, for the second time',
    inZone(NEW_YORK, 'Daily: 6 pm – 1:30 am'),
    '2026-11-01T01:15:00-05:00',
    'Closed, opens at 6:00 pm',
  ],
  ['a night of 25 hours, before closing', bar, '2026-11-01T02:29:00-05:00', 'Closing soon, at 2:30 am'],
  ['a night of 25 hours, at closing', bar, '2026-11-01T02:30:00-05:00', 'Closed, opens at 6:00 pm'],
  [
    'the day of the autumn change, before opening',
    dinner,
    '2026-11-01T14:59:00-05:00',
    'Closed, opens at 3:00 pm',
  ],
  ['the day of the autumn change, at opening', dinner, '2026-11-01T15:00:00-05:00', 'Open until 8:30 pm'],
  ['a skipped closing time, before the jump', bar, '2027-03-14T01:59:00-05:00', 'Closing soon, at 2:30 am'],
  ['a skipped closing time, after the jump', bar, '2027-03-14T03:00:00-04:00', 'Closed, opens at 6:00 pm'],
  [
    'the day of the spring change, before opening',
    dinner,
    '2027-03-14T14:59:00-04:00',
    'Closed, opens at 3:00 pm',
  ],
  ['the day of the spring change, at opening', dinner, '2027-03-14T15:00:00-04:00', 'Open until 8:30 pm'],

  [
    '22 days before a special day',
    holidays,
    '2026-11-04T23:59:59-05:00',
    'Closed, opens Thursday at 4:30 pm',
  ],
  [
    '21 days before a special day',
    holidays,
    '2026-11-05T00:00:00-05:00',
    'Closed, opens at 4:30 pm',
    ['2026-11-26'],
  ],
  [
    'the evening before a special closed day',
    holidays,
    '2026-11-25T21:30:00-05:00',
    'Closed, opens Friday at 4:30 pm',
    ['2026-11-26'],
  ],
  [
    'a special closed day',
    holidays,
    '2026-11-26T18:00:00-05:00',
    'Closed today: Thanksgiving. Opens Friday at 4:30 pm',
    ['2026-11-26'],
  ],
  ['the end of a special closed day', holidays, '2026-11-27T00:00:00-05:00', 'Closed, opens at 4:30 pm'],
  [
    'the first of several special days',
    holidays,
    '2026-12-24T18:00:00-05:00',
    'Closed today, opens Sunday at 3:00 pm',
    ['2026-12-24', '2026-12-31', '2027-01-01'],
  ],
  [
    'the last of several special days',
    holidays,
    '2026-12-26T23:59:00-05:00',
    'Closed today, opens Sunday at 3:00 pm',
    ['2026-12-24', '2026-12-31', '2027-01-01'],
  ],
  [
    'New Year’s Eve, before opening',
    holidays,
    '2026-12-31T19:59:00-05:00',
    'Closed, opens at 8:00 pm',
    ['2026-12-31', '2027-01-01'],
  ],
  [
    'New Year’s Eve',
    holidays,
    '2026-12-31T20:00:00-05:00',
    'Open until 1:00 am',
    ['2026-12-31', '2027-01-01'],
  ],
  [
    'New Year, until last night’s service ends',
    holidays,
    '2027-01-01T00:59:00-05:00',
    'Closing soon, at 1:00 am',
    ['2026-12-31', '2027-01-01'],
  ],
  [
    'New Year, on a closed day',
    holidays,
    '2027-01-01T01:00:00-05:00',
    'Closed today: winter break. Opens January 12 at 4:30 pm',
    ['2027-01-01'],
  ],
  [
    'seven days before the next opening',
    holidays,
    '2027-01-05T12:00:00-05:00',
    'Closed today: winter break. Opens January 12 at 4:30 pm',
    ['2027-01-01'],
  ],
  [
    'six days before the next opening',
    holidays,
    '2027-01-06T12:00:00-05:00',
    'Closed today: winter break. Opens Tuesday at 4:30 pm',
    ['2027-01-01'],
  ],

  [
    'closed for a season',
    {
      ...dinner,
      specialDays: [{ from: '2026-11-01', until: '2027-04-30', closed: true, reason: 'the winter' }],
    },
    '2026-11-01T12:00:00-05:00',
    'Closed today: the winter. Opens May 1 at 4:30 pm',
    ['2026-11-01'],
  ],

  [
    'the day before a leap day',
    dinner,
    '2028-02-28T12:00:00-05:00',
    'Closed today, opens Tuesday at 4:30 pm',
  ],
  ['a leap day', dinner, '2028-02-29T17:00:00-05:00', 'Open until 9:30 pm'],
  ['the evening of a leap day', dinner, '2028-02-29T21:30:00-05:00', 'Closed, opens Wednesday at 4:30 pm'],
  [
    'a special leap day',
    {
      ...dinner,
      specialDays: [{ from: '2028-02-29', until: '2028-03-01', closed: true, reason: 'repairs' }],
    },
    '2028-02-29T17:00:00-05:00',
    'Closed today: repairs. Opens Thursday at 4:30 pm',
    ['2028-02-29'],
  ],

  ['hours that are not understood', unknown, '2026-11-24T18:00:00-05:00', undefined],
  [
    'not understood, the day before a special day',
    unknownWithSpecialDays,
    '2026-11-25T18:00:00-05:00',
    undefined,
    ['2026-11-26', '2026-11-28'],
  ],
  [
    'not understood, a special closed day',
    unknownWithSpecialDays,
    '2026-11-26T18:00:00-05:00',
    'Closed today: Thanksgiving',
    ['2026-11-26', '2026-11-28'],
  ],
  [
    'not understood, before special hours',
    unknownWithSpecialDays,
    '2026-11-28T16:00:00-05:00',
    'Closed, opens at 5:00 pm',
    ['2026-11-28'],
  ],
  [
    'not understood, during special hours past midnight',
    unknownWithSpecialDays,
    '2026-11-29T00:30:00-05:00',
    'Closing soon, at 1:00 am',
    ['2026-11-28'],
  ],
  ['not understood, after special hours', unknownWithSpecialDays, '2026-11-29T01:00:00-05:00', undefined],
  [
    'not understood, the evening after special hours',
    { ...unknown, specialDays: [{ from: '2026-11-28', hours: '5 pm – 9 pm' }] },
    '2026-11-28T21:00:00-05:00',
    'Closed',
    ['2026-11-28'],
  ],
  ['never open', { ...dinner, hours: 'Daily: Closed' }, '2026-11-24T18:00:00-05:00', 'Closed today'],

  ['Berlin, at opening', inZone('Europe/Berlin'), '2026-11-24T16:30:00+01:00', 'Open until 9:30 pm'],
  [
    'Berlin, the repeated hour',
    inZone('Europe/Berlin', 'Daily: 6 pm – 2:30 am'),
    '2026-10-25T02:30:00+02:00',
    'Closed, opens at 6:00 pm',
  ],
  [
    'Berlin, after the skipped hour',
    inZone('Europe/Berlin', 'Daily: 6 pm – 2:30 am'),
    '2027-03-28T03:00:00+02:00',
    'Closed, opens at 6:00 pm',
  ],
  [
    'Kolkata, before opening',
    inZone('Asia/Kolkata'),
    '2026-11-24T16:29:00+05:30',
    'Closed, opens at 4:30 pm',
  ],
  ['Kolkata, at opening', inZone('Asia/Kolkata'), '2026-11-24T16:30:00+05:30', 'Open until 9:30 pm'],
  [
    'Auckland, a Monday that is Sunday elsewhere',
    inZone('Pacific/Auckland'),
    '2026-11-23T12:00:00+13:00',
    'Closed today, opens Tuesday at 4:30 pm',
  ],
  [
    'Auckland, the repeated hour',
    inZone('Pacific/Auckland', 'Daily: 6 pm – 2:30 am'),
    '2027-04-04T02:30:00+13:00',
    'Closed, opens at 6:00 pm',
  ],
];

/** The table of instants, for unit tests and end-to-end tests. */
export const openingInstants: OpeningInstant[] = rows.map(
  ([title, content, instant, line, upcoming = []]) => ({
    title,
    content,
    instant,
    line,
    upcoming,
  }),
);
