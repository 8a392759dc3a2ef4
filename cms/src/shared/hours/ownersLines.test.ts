import { expect, test } from 'vitest';
import { explainOpeningHours, parseOpeningHours } from './openingHours';
import { suggestOpeningHours } from './suggestHours';

const WITHOUT_HOURS =
  ' As it is, guests see your text, but the site and search engines can’t tell whether you are open.';
/** A line of hours to which remarks are added. */
const DINNER = 'Daily: 5 pm – 9 pm';

const mayBeClosed = (line: string) =>
  `The line “${line}” may say that you are closed for a time. Enter the dates under “Special days”, and take the line out here.`;
/** The sentence about a line whose hours can mean any of these. */
const canMean =
  (...ways: string[]) =>
  (line: string) => {
    const quoted = ways.map((way) => `“${way}”`);
    return `The hours in “${line}” can mean ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}. Write the one that you mean.`;
  };
const areNotUnderstood = (line: string) =>
  `The hours in “${line}” are not understood. Write them like “5:00 pm – 9:00 pm”, or write “Closed”.`;

/** A line as owners write it, and what the site understands, or the sentence that refuses it. */
const lines: [line: string, understood: string | ((line: string) => string)][] = [
  // One meaning, also without am or pm at the opening.
  ['Daily 5-10pm', 'Every day, 5:00 pm to 10:00 pm.'],
  ['Daily 12-midnight', 'Every day, noon to midnight.'],
  ['Daily 11:30-2pm, 7-10pm', 'Every day, 11:30 am to 2:00 pm and 7:00 pm to 10:00 pm.'],
  ['Daily 00:30 – 03:00', 'Every day, 12:30 am to 3:00 am.'],
  ['Daily 9am-5am the next day', 'Every day, 9:00 am to 5:00 am the next day.'],
  ['Daily 11am-12:30pm the same day', 'Every day, 11:00 am to 12:30 pm.'],

  // 12 am and 12 pm, or 12 alone.
  ['Sat 12-12:30am', canMean('midnight – 12:30 am', 'noon – 12:30 am')],
  ['Sun 12:30am-3am', canMean('12:30 am – 3:00 am the same day', '12:30 pm – 3:00 am')],
  ['Mon-Sat 11am-12:30pm', canMean('11:00 am – 12:30 pm the same day', '11:00 am – 12:30 am')],
  ['Mon-Sat 5pm-12pm', canMean('5:00 pm – midnight', '5:00 am – noon')],
  // Neither am nor pm at the opening, and both are possible.
  ['Mon-Sat 8-9pm', canMean('8:00 am – 9:00 pm', '8:00 pm – 9:00 pm')],
  ['Mon-Sat 5-midnight', canMean('5:00 am – midnight', '5:00 pm – midnight')],
  // So long or so short that it is most likely a slip.
  ['Mon-Thu 9am-5am', canMean('9:00 am – 5:00 am the next day', '9:00 am – 5:00 pm', '9:00 pm – 5:00 am')],
  ['Mon-Thu 00:00-00:00', canMean('Open 24 hours', 'Closed')],
  ['Mon-Thu 5pm-9am', areNotUnderstood],
  ['Mon-Thu 9am-5pm the next day', areNotUnderstood],

  // Around the clock.
  ['Open 24 hours', 'Every day, open around the clock.'],
  ['24/7', 'Every day, open around the clock.'],
  ['Daily: 12:00 AM – 11:59 PM', 'Every day, open around the clock.'],
  [
    'Fri 24 hours',
    'Friday, open around the clock. Monday to Thursday, Saturday and Sunday are not mentioned: the site says that you are closed then.',
  ],
];

test.each(lines)('the owner writes %j', (line, understood) => {
  const isUnderstood = typeof understood === 'string';
  expect(explainOpeningHours(line)).toEqual({
    understood: isUnderstood,
    text: isUnderstood ? understood : understood(line) + WITHOUT_HOURS,
  });
  expect(parseOpeningHours(line) !== undefined).toBe(isUnderstood);
});

test.each([
  'Winter break',
  'Away in January',
  'Gone fishing',
  'April through October',
  'Open May to October',
  'Temporarily takeout only',
  'We’ll be back in March',
  'No service on July 4',
  'Renovation in progress',
  'Monday: closed for renovations',
  'On vacation until May 3',
  'Off until January 8',
  'Due to illness by appointment only',
])('the owner adds %j, and a sentence leads to the special days', (line) => {
  for (const text of [`${DINNER}\n${line}`, `${line}\n${DINNER}`]) {
    expect(explainOpeningHours(text)).toEqual({
      understood: false,
      text: mayBeClosed(line) + WITHOUT_HOURS,
    });
    expect(parseOpeningHours(text)).toBeUndefined();
  }
});

test.each([
  'Happy hour 4–6 pm',
  'Kitchen closes at 9',
  'Winter menu available',
  'New menu in March',
  'Back patio, weather permitting',
  'Serving Columbus since May 2009',
  'Holiday hours may differ',
  'Order online 24/7',
  'By appointment',
  'The kitchen is open until 9 pm',
  'Closed on holidays',
  'Except on holidays',
  'For birthdays, call (614) 555-0142',
  'Walk-ins are welcome today',
  'Don’t worry: Chef’s table, U.S. beef, 10% off',
  'Opening hours:',
])('the owner adds the remark %j, and the hours stay understood', (line) => {
  expect(explainOpeningHours(`${DINNER}\n${line}`)).toEqual(explainOpeningHours(DINNER));
  expect(parseOpeningHours(`${DINNER}\n${line}`)).toEqual(parseOpeningHours(DINNER));
});

test('invisible characters change nothing, and every kind of line break divides lines', () => {
  const codes = [0xad, 0x61c, 0x2065, 0xfeff];
  for (const [first, last] of [
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x2069],
  ] as const)
    for (let code = first; code <= last; code++) codes.push(code);
  const clean = 'Mon – Thu: 4:30 pm – 9:30 pm';
  for (const mark of codes.map((code) => String.fromCodePoint(code))) {
    const text = `${mark}M${mark}on – Thu${mark}: 4${mark}:30 p${mark}m – ${mark}9:30 pm${mark}`;
    expect(parseOpeningHours(text)).toEqual(parseOpeningHours(clean));
    expect(explainOpeningHours(`${clean}\nT${mark}usday: 5 pm – 9 pm`).text).toContain(
      '“Tusday: 5 pm – 9 pm”',
    );
  }
  const [monday, tuesday] = ['Monday: 5 pm – 9 pm', 'Tuesday: closed'];
  const expected = parseOpeningHours(`${monday}\n${tuesday}`);
  expect(expected).toHaveLength(2);
  for (const lineBreak of ['\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])
    expect(parseOpeningHours(`${monday}${lineBreak}${tuesday}${lineBreak}`)).toEqual(expected);
});

/** The times 'HH:MM' of an explanation, read without the code that is tested. */
const readTimes = (explanation: string) =>
  [...explanation.matchAll(/(\d+):(\d\d) ([ap])m|noon|midnight/g)].map(([word, hour, minute, half]) => {
    if (word === 'noon') return '12:00';
    if (word === 'midnight') return '00:00';
    return `${String((Number(hour) % 12) + (half === 'p' ? 12 : 0)).padStart(2, '0')}:${minute}`;
  });

/** All times at a full and a half hour, with and without am and pm, as words, and of the 24-hour clock. */
const times = [
  ...Array.from({ length: 12 }, (_, hour) => [`${hour + 1}`, `${hour + 1}:30`])
    .flat()
    .flatMap((time) => [time, `${time}am`, `${time} pm`]),
  ...Array.from({ length: 25 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
  'noon',
  'midnight',
];

/** The times that a text can mean. */
function listMeanings(text: string): string[] {
  if (text === 'noon') return ['12:00'];
  if (text === 'midnight' || text === '24:00') return ['00:00'];
  const [, hour = '', minute = '00', half = ''] = /^(\d+)(?::(\d\d))? ?(am|pm)?$/.exec(text) ?? [];
  const toTime = (hours: number) => `${String(hours).padStart(2, '0')}:${minute}`;
  const isBare = half === '' && Number(hour) >= 1 && Number(hour) <= 12;
  if (half === '' && !isBare) return [toTime(Number(hour))];
  return (isBare ? ['am', 'pm'] : [half]).map((part) =>
    toTime((Number(hour) % 12) + (part === 'pm' ? 12 : 0)),
  );
}

test('of any two times, what is understood or suggested is what they say, and each way out of a doubt is understood as itself', () => {
  let [understood, doubted, suggested] = [0, 0, 0];
  for (const from of times)
    for (const to of times) {
      const line = `Daily: ${from} – ${to}`;
      const explanation = explainOpeningHours(line);
      const periods = parseOpeningHours(line);
      expect(periods !== undefined, line).toBe(explanation.understood);
      if (periods) {
        understood++;
        const [{ opens = '', closes = '' } = {}] = periods;
        if (closes === '24:00') {
          expect(explanation.text, line).toBe('Every day, open around the clock.');
          expect([listMeanings(from), listMeanings(to)], line).toEqual([['00:00'], ['00:00']]);
          continue;
        }
        expect(readTimes(explanation.text), line).toEqual([opens, closes]);
        expect(explanation.text.includes('the next day'), line).toBe(closes < opens && closes !== '00:00');
        expect(listMeanings(from), line).toContain(opens);
        expect(listMeanings(to), line).toContain(closes);
        continue;
      }
      const [, ways] = / can mean (.*)\. Write the one that you mean\./.exec(explanation.text) ?? [];
      const answers = suggestOpeningHours(line).flatMap((suggestion) => suggestion.answers);
      if (!ways) {
        for (const answer of answers) {
          suggested++;
          const [{ opens = '', closes = '' } = {}] = parseOpeningHours(answer) ?? [];
          expect(listMeanings(from), `${line}: ${answer}`).toContain(opens);
          // Open around the clock.
          expect(listMeanings(to), `${line}: ${answer}`).toContain(closes === '24:00' ? '00:00' : closes);
        }
        continue;
      }
      doubted++;
      const written = [...ways.matchAll(/“([^”]+)”/g)].map(([, way]) => way);
      expect(new Set(written).size, line).toBe(written.length);
      expect(written.length, line).toBeGreaterThan(1);
      expect(answers, line).toEqual(written.map((way) => `Every day: ${way}`));
      for (const way of written) {
        const { understood, text } = explainOpeningHours(`Daily: ${way}`);
        expect(understood, `${line}: ${way}`).toBe(true);
        expect(readTimes(text), `${line}: ${way}`).toEqual(readTimes(`${way}`));
      }
    }
  expect(understood).toBeGreaterThan(1000);
  expect(doubted).toBeGreaterThan(500);
  expect(suggested).toBeGreaterThan(500);
});
